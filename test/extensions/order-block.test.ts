// @vitest-environment jsdom
/// <reference types="@shopify/ui-extensions/admin.order-details.block.render" />
import { readFile } from "node:fs/promises";

import { setUpExtension } from "@shopify/ui-extensions-tester";
import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Reply, SupplierOrder } from "../../extensions/order-block/src/read-order.ts";
import words from "../../extensions/order-block/locales/en.default.json" with { type: "json" };

const ORDER = "gid://shopify/Order/1";

let extension: ReturnType<typeof setUpExtension<"admin.order-details.block.render">>;
let fetched: ReturnType<typeof vi.fn<typeof fetch>>;
beforeEach(() => {
  extension = setUpExtension("admin.order-details.block.render", {
    configSearchDir: "extensions/order-block",
  });
  extension.shopify.i18n.translate = translate as never;
  extension.shopify.data.selected = [{ id: ORDER }];
  extension.fetch = fetched = vi.fn<typeof fetch>();
});
afterEach(() => {
  // The tester leaves that to a `require`, which modules do not have.
  render(null, document.body);
  extension[Symbol.dispose]();
});

/** As the admin does it; a word that is missing fails the test. */
function translate(key: string, replacements: Record<string, string> = {}): string {
  const found = key
    .split(".")
    .reduce<unknown>((branch, name) => (branch as Record<string, unknown> | undefined)?.[name], words);
  if (typeof found !== "string") throw new Error(`There is no word for ${key}.`);
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = replacements[name];
    if (value === undefined) throw new Error(`${key} lacks its ${name}.`);
    return value;
  });
}

function anOrder(more: Partial<SupplierOrder> = {}): SupplierOrder {
  return {
    id: "0199-order",
    label: "Ordered",
    tone: "info",
    message: "Your supplier has the order.",
    supplierOrderId: "PO-77",
    shipments: [],
    ...more,
  };
}

function aReply(...orders: SupplierOrder[]): Reply {
  return { connected: true, unrequested: false, orders };
}

/** Opens the order's page, once the app has answered. */
async function open(reply: unknown, status = 200): Promise<void> {
  fetched.mockResolvedValueOnce(Response.json(reply, { status }));
  await extension.render();
  await settled();
}

async function settled(): Promise<void> {
  await expect.poll(() => document.querySelector("s-spinner")).toBeNull();
}

/** Returns the block's text, one line per element that holds nothing but text and links. */
function lines(): string[] {
  return [...document.querySelectorAll("s-badge, s-text, s-paragraph, s-list-item, s-stack > s-link")].map(
    (element) => element.textContent,
  );
}

function links(): [text: string, address: string | null][] {
  return [...document.querySelectorAll("s-link")].map((link) => [
    link.textContent,
    link.getAttribute("href"),
  ]);
}

describe("the order block", () => {
  it("requests the open order in the admin's language, and shows a spinner until the reply", async () => {
    fetched.mockReturnValueOnce(new Promise(() => undefined));
    await extension.render();
    expect(document.querySelector("s-spinner")?.getAttribute("accessibilityLabel")).toBe(
      "Loading your supplier's part",
    );
    await expect.poll(() => fetched.mock.calls).toHaveLength(1);
    expect(fetched.mock.calls[0]?.[0]).toBe(
      "/api/order-block?order=gid%3A%2F%2Fshopify%2FOrder%2F1&locale=en",
    );
    expect(lines()).toEqual([]);
  });

  it("shows in muted text that nothing in the order comes from the supplier", async () => {
    await open(aReply());
    expect(lines()).toEqual(["Nothing in this order comes from your supplier."]);
    expect(document.querySelector("s-paragraph")?.getAttribute("color")).toBe("subdued");
    expect(links()).toEqual([]);
  });

  it("shows that the order is not sent to the supplier yet", async () => {
    await open({ ...aReply(), unrequested: true });
    expect(lines()).toEqual(["Not sent to your supplier yet."]);
  });

  it("shows that the shop is not connected, and where to connect it", async () => {
    await open({ ...aReply(), connected: false });
    expect(lines()).toEqual([
      "Stockbridge isn't connected to your supplier, so orders aren't sent and tracking doesn't arrive. Connect in Settings",
    ]);
    expect(links()).toEqual([["Connect in Settings", "app:app/settings"]]);
  });

  it("shows an order that the supplier has, even if the shop is not connected", async () => {
    await open({ ...aReply(anOrder()), connected: false });
    expect(lines().slice(1)).toEqual([
      "Ordered",
      "Supplier's number: PO-77",
      "Your supplier has the order.",
      "Open in Stockbridge",
    ]);
  });

  it("shows an order's state, the reason that it waits, and a link to its page in Stockbridge", async () => {
    const message = "The order isn't paid. It continues once it is.";
    await open(
      aReply(anOrder({ label: "Needs attention", tone: "warning", message, supplierOrderId: null })),
    );
    expect(lines()).toEqual(["Needs attention", message, "Open in Stockbridge"]);
    expect(links()).toEqual([["Open in Stockbridge", "app:app/orders/0199-order"]]);
    const block = document.querySelector("s-admin-block");
    expect(block?.getAttribute("heading")).toBe("Stockbridge");
    expect(block?.getAttribute("collapsedSummary")).toBe("Needs attention");
  });

  it.each([
    ["info", "info"],
    ["success", "success"],
    ["attention", "caution"],
    ["warning", "warning"],
    ["critical", "critical"],
    [null, "neutral"],
    ["a tone of a later app", "neutral"],
    ["constructor", "neutral"],
  ])("shows the tone %s as %s", async (tone, shown) => {
    await open(aReply(anOrder({ tone })));
    expect(document.querySelector("s-badge")?.getAttribute("tone")).toBe(shown);
  });

  it("shows each package with its carrier and tracking number, as far as they are known", async () => {
    const shipments = [
      { carrier: "DHL", number: "JJD01", url: "https://track.example/JJD01" },
      { carrier: "Hermes", number: "H2", url: null },
      { carrier: null, number: null, url: null },
      { carrier: "UPS", number: null, url: "HTTP://track.example/3" },
    ];
    await open(aReply(anOrder({ label: "Shipped", tone: "success", shipments })));
    expect(lines().filter((line) => line.includes(": "))).toEqual([
      "Supplier's number: PO-77",
      "DHL: JJD01",
      "Hermes: H2",
      "Package: no tracking number yet",
      "UPS: no tracking number yet",
    ]);
    expect(links().slice(0, -1)).toEqual([
      ["JJD01", "https://track.example/JJD01"],
      ["no tracking number yet", "HTTP://track.example/3"],
    ]);
    for (const link of document.querySelectorAll("s-list-item s-link"))
      expect(link.getAttribute("target")).toBe("_blank");
  });

  it("shows several supplier orders of one order, each with its own link", async () => {
    await open(aReply(anOrder({ id: "second" }), anOrder({ id: "first", label: "Canceled", tone: null })));
    expect(links().map(([, address]) => address)).toEqual(["app:app/orders/second", "app:app/orders/first"]);
    expect(document.querySelectorAll("s-divider")).toHaveLength(1);
    expect(document.querySelector("s-admin-block")?.getAttribute("collapsedSummary")).toBe(
      "Ordered, Canceled",
    );
  });

  it("shows HTML as text, and links only clean web URLs", async () => {
    const hostile = `<img src=x onerror="alert(1)"></s-text><script>alert(2)</script>`;
    const shipments = [
      "javascript:alert(3)",
      " https://x.example",
      "data:text/html,x",
      "app:app/x",
      "//x",
      "",
    ].map((url) => ({ carrier: hostile, number: hostile, url }));
    await open(aReply(anOrder({ label: hostile, message: hostile, supplierOrderId: hostile, shipments })));
    expect(document.querySelectorAll("img, script")).toHaveLength(0);
    expect(lines()).toEqual([
      hostile,
      `Supplier's number: ${hostile}`,
      hostile,
      ...shipments.map(() => `${hostile}: ${hostile}`),
      "Open in Stockbridge",
    ]);
    expect(links()).toEqual([["Open in Stockbridge", "app:app/orders/0199-order"]]);
  });

  it("shows items and amounts, and sends a held order once the merchant confirms", async () => {
    const seen = { outstanding: { amount: "10.00", currency: "EUR" } };
    const approve = { button: "Send anyway", question: ["It costs €5.", "€10 isn't paid."], seen };
    await open(
      aReply(
        anOrder({
          version: 3,
          can: { retry: false, cancel: null, approve },
          items: ["2 × Lamp"],
          amounts: [{ label: "Cost", amount: "€5.00" }],
        }),
      ),
    );
    expect(lines()).toEqual(expect.arrayContaining(["2 × Lamp", "Cost: €5.00"]));
    const button = (label: string) =>
      [...document.querySelectorAll<HTMLElement>("s-button")].find((each) => each.textContent === label);
    button("Send anyway")?.click();
    await expect.poll(lines).toEqual(expect.arrayContaining(["It costs €5.", "€10 isn't paid."]));
    button("Don't")?.click();
    await expect.poll(lines).not.toContain("It costs €5.");
    expect(fetched).toHaveBeenCalledTimes(1);
    button("Send anyway")?.click();
    await expect.poll(lines).toContain("It costs €5.");
    fetched.mockResolvedValueOnce(Response.json({ notice: "Ordering anyway" }));
    fetched.mockResolvedValue(Response.json(aReply(anOrder())));
    button("Send anyway")?.click();
    await expect.poll(() => document.querySelector("s-banner")?.textContent).toBe("Ordering anyway");
    const [address, { body } = {}] = fetched.mock.calls[1] ?? [];
    expect(address).toBe("/api/order-block?locale=en");
    expect(JSON.parse(body as string)).toEqual({ intent: "approve", id: "0199-order", version: 3, ...seen });
  });

  it.each<[string, () => Promise<Response>]>([
    ["answers with an error", () => Promise.resolve(new Response(null, { status: 500 }))],
    ["cannot be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["answers with a page", () => Promise.resolve(new Response("<!doctype html>"))],
    ["answers with another object", () => Promise.resolve(Response.json({ later: true }))],
    ["answers with nothing", () => Promise.resolve(Response.json(null))],
  ])("shows an error if the app %s, and loads the order at the next try", async (_, answer) => {
    fetched.mockImplementationOnce(answer);
    await extension.render();
    await settled();
    expect(document.querySelector("s-banner")?.getAttribute("heading")).toBe(
      "Your supplier's part couldn't be loaded",
    );
    expect(lines()).toEqual([
      "The order itself isn't affected. Try again. If that doesn't help, open Stockbridge.",
    ]);

    let arrive: (reply: Response) => void = () => undefined;
    fetched.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    document.querySelector<HTMLElement>("s-button")?.click();
    await expect.poll(() => document.querySelector("s-spinner")).not.toBeNull();
    expect(document.querySelector("s-banner")).toBeNull();
    arrive(Response.json(aReply(anOrder())));
    await settled();
    expect(lines()).toContain("Ordered");
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});

describe.each(["order-block", "product-block", "send-orders-action"])("the words of %s", (name) => {
  const wordsIn = async (file: string) =>
    JSON.parse(await readFile(`extensions/${name}/locales/${file}.json`, "utf8")) as Words;

  it("name the extension within the length that Shopify accepts, in each language", async () => {
    for (const file of ["en.default", "de"]) {
      const { name: shown } = (await wordsIn(file)) as { name: string };
      expect(shown.length).toBeGreaterThanOrEqual(5);
      expect(shown.length).toBeLessThanOrEqual(30);
    }
  });

  it("exist in both languages, with equal placeholders", async () => {
    expect(shapeOf(await wordsIn("de"))).toEqual(shapeOf(await wordsIn("en.default")));
  });
});

type Words = { [name: string]: Words | string };

/** Returns the placeholders of each text. */
function shapeOf(branch: Words | string): unknown {
  if (typeof branch === "string") return (branch.match(/\{\{\w+\}\}/g) ?? []).toSorted();
  return Object.fromEntries(Object.entries(branch).map(([name, inner]) => [name, shapeOf(inner)]));
}
