// @vitest-environment jsdom
/// <reference types="@shopify/ui-extensions/admin.order-index.selection-action.render" />
import { setUpExtension } from "@shopify/ui-extensions-tester";
import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Selected, SelectedOrder } from "../../extensions/send-orders-action/src/read-selected.ts";

const TARGET = "admin.order-index.selection-action.render";

let extension: ReturnType<typeof setUpExtension<typeof TARGET>>;
let fetched: ReturnType<typeof vi.fn<typeof fetch>>;
beforeEach(() => {
  extension = setUpExtension(TARGET, { configSearchDir: "extensions/send-orders-action" });
  extension.shopify.i18n.translate = ((key: string, values: object = {}) =>
    [key, ...Object.values(values)].join(" ")) as never;
  extension.shopify.data.selected = [{ id: "gid://shopify/Order/1" }, { id: "gid://shopify/Order/2" }];
  extension.fetch = fetched = vi.fn<typeof fetch>();
});
afterEach(() => {
  render(null, document.body);
  extension[Symbol.dispose]();
});

function anOrder(more: Partial<SelectedOrder>): SelectedOrder {
  const none = { toSend: [], toRetry: [], amounts: [], isUnderWay: false, kept: null };
  return { id: "gid://shopify/Order/1", name: "#1", status: "Waits", ...none, ...more };
}

function aReply(...orders: SelectedOrder[]): Selected {
  return { connected: true, orders, totals: { lines: [], excluded: null }, hint: null };
}

const part = { id: "0199", version: 4 };
const text = () => document.body.textContent;
const button = (label: string) =>
  [...document.querySelectorAll<HTMLElement>("s-button")].find((each) => each.textContent === label);

describe("the action “Send to supplier” in Shopify's order list", () => {
  it("previews the selected orders, and sends exactly what the preview showed", async () => {
    const preview = aReply(
      anOrder({ toSend: [part], amounts: ["Cost €5.00"] }),
      anOrder({ id: "gid://shopify/Order/2", name: "#2", status: "Shipped" }),
    );
    fetched.mockResolvedValueOnce(Response.json(preview));
    await extension.render();
    await expect.poll(text).toContain("sends #1");
    expect(text()).toContain("Cost €5.00");
    expect(text()).toContain("result #2 Shipped");
    expect(JSON.parse(fetched.mock.calls[0]?.[1]?.body as string)).toEqual({
      intent: "preview",
      orders: ["gid://shopify/Order/1", "gid://shopify/Order/2"],
    });

    fetched.mockResolvedValueOnce(Response.json({ notice: "On its way" }));
    fetched.mockResolvedValueOnce(Response.json(aReply(anOrder({ status: "Ordered" }))));
    button("send 1")?.click();
    button("send 1")?.click();
    await expect.poll(text).toContain("result #1 Ordered");
    expect(text()).toContain("On its way");
    expect(button("send 1")).toBeUndefined();
    const sent = fetched.mock.calls.map(([, init]) => JSON.parse(init?.body as string) as { intent: string });
    expect(sent.filter(({ intent }) => intent === "send")).toEqual([
      { intent: "send", press: expect.any(String) as string, toSend: [part], toRetry: [] },
    ]);
  });

  it("says that the result is unknown if sending and reading both fail, and offers to read again", async () => {
    fetched.mockResolvedValueOnce(
      Response.json(aReply(anOrder({ toSend: [part], kept: "Not sent. A tag." }))),
    );
    await extension.render();
    await expect.poll(text).toContain("sends #1");
    expect(text()).toContain("keepsPart Not sent. A tag.");
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    button("send 1")?.click();
    await expect.poll(text).toContain("failed.unknown.text");
    expect(document.querySelector("s-banner")?.getAttribute("heading")).toBe("failed.unknown.heading");
    expect(text()).not.toContain("failed.text");
    fetched.mockResolvedValueOnce(Response.json(aReply(anOrder({ status: "Ordered" }))));
    button("failed.retry")?.click();
    await expect.poll(text).toContain("result #1 Ordered");
  });

  it("has no button to send if no order waits, or the shop is not connected", async () => {
    fetched.mockResolvedValueOnce(Response.json(aReply(anOrder({ status: "Shipped" }))));
    await extension.render();
    await expect.poll(text).toContain("nothing");
    expect(document.querySelectorAll("s-button")).toHaveLength(1);
    render(null, document.body);
    fetched.mockResolvedValueOnce(Response.json({ connected: false }));
    await extension.render();
    await expect.poll(text).toContain("notConnected.text");
    expect(document.querySelectorAll("s-button")).toHaveLength(1);
  });

  it("sends no request if more than a hundred orders are selected", async () => {
    extension.shopify.data.selected = Array.from({ length: 101 }, (_, id) => ({ id: String(id) }));
    await extension.render();
    await expect.poll(text).toContain("tooMany 100");
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each<[string, () => Promise<Response>]>([
    ["answers with an error", () => Promise.resolve(new Response(null, { status: 500 }))],
    ["cannot be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["answers with another object", () => Promise.resolve(Response.json({ later: true }))],
  ])("shows an error if the app %s, and tries again", async (_, answer) => {
    fetched.mockImplementationOnce(answer);
    await extension.render();
    await expect.poll(text).toContain("failed.text");
    fetched.mockResolvedValueOnce(Response.json(aReply(anOrder({ toSend: [part] }))));
    button("failed.retry")?.click();
    await expect.poll(text).toContain("sends #1");
  });
});
