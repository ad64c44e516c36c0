// @vitest-environment jsdom
/// <reference types="@shopify/ui-extensions/admin.product-details.block.render" />
import { setUpExtension } from "@shopify/ui-extensions-tester";
import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { SupplierProduct } from "../../extensions/product-block/src/read-product.ts";

const TARGET = "admin.product-details.block.render";
const PRODUCT = "gid://shopify/Product/1";

let extension: ReturnType<typeof setUpExtension<typeof TARGET>>;
let fetched: ReturnType<typeof vi.fn<typeof fetch>>;
beforeEach(() => {
  extension = setUpExtension(TARGET, { configSearchDir: "extensions/product-block" });
  extension.shopify.i18n.translate = ((key: string, values: object = {}) =>
    [key, ...Object.values(values)].join(" ")) as never;
  extension.shopify.data.selected = [{ id: PRODUCT }];
  extension.fetch = fetched = vi.fn<typeof fetch>();
});
afterEach(() => {
  render(null, document.body);
  extension[Symbol.dispose]();
});

function aReply(more: Partial<SupplierProduct> = {}) {
  const product: SupplierProduct = {
    page: "/app/products/lamp",
    label: "In your shop",
    tone: "success",
    problem: null,
    isDue: false,
    variants: [{ id: "v", name: "Red", figures: "Cost €5", margin: "-10% margin", loss: true }],
    moreVariants: 0,
    followed: ["Price"],
    own: ["Title"],
    can: { sync: true, stop: true, resume: false },
    ...more,
  };
  return { connected: true, product };
}

const text = () => document.body.textContent;

function press(label: string): void {
  [...document.querySelectorAll<HTMLElement>("s-button")].find((each) => each.textContent === label)?.click();
}

describe("the product block", () => {
  it("shows costs, a loss in red, fields that follow the supplier, the merchant's own fields, and a link to the app", async () => {
    fetched.mockResolvedValueOnce(
      Response.json(aReply({ isDue: true, problem: "No rate", moreVariants: 3 })),
    );
    await extension.render();
    await expect.poll(text).toContain("Cost €5");
    for (const shown of ["due", "No rate", "moreVariants 3", "followed Price", "own Title"])
      expect(text()).toContain(shown);
    expect(document.querySelector("s-text[tone=critical]")?.textContent).toBe("-10% margin");
    expect(document.querySelector("s-link")?.getAttribute("href")).toBe("app:app/products/lamp");
  });

  it("stops selling once the merchant confirms, and sends one request for a double click", async () => {
    fetched.mockResolvedValueOnce(Response.json(aReply()));
    await extension.render();
    await expect.poll(text).toContain("button.zero");
    press("button.zero");
    await expect.poll(text).toContain("stop.zero");
    expect(fetched).toHaveBeenCalledTimes(1);
    fetched.mockResolvedValueOnce(Response.json({ notice: "Off sale" }));
    fetched.mockResolvedValue(Response.json(aReply({ label: "Off sale: zero stock" })));
    press("button.zero");
    press("button.zero");
    await expect.poll(text).toContain("Off sale: zero stock");
    const posted = fetched.mock.calls.flatMap(([, init]) =>
      init?.body ? [JSON.parse(init.body as string)] : [],
    );
    expect(posted).toEqual([{ intent: "stop", how: "zero", product: PRODUCT }]);
  });

  it.each([
    ["notConnected.text", { connected: false, product: null }],
    ["nothing.text", { connected: true, product: null }],
    ["failed.text", { later: true }],
    ["failed.text", null],
  ])("says %s for the reply %j, and shows no button", async (sentence, reply) => {
    fetched.mockResolvedValueOnce(Response.json(reply));
    await extension.render();
    await expect.poll(text).toContain(sentence);
    expect(text()).not.toContain("button.");
  });
});
