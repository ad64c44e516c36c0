import { describe, expect, it } from "vitest";

import { syncProducts } from "../../app/catalog/sync/follow/sync-products.server.ts";
import { disconnect } from "../../app/connection/disconnect.server.ts";
import * as productBlock from "../../app/routes/api.product-block/route.ts";
import { wireProduct, wireVariant } from "../catalog/stand-in-supplier.ts";
import { merchantEditsAloud, productOf, shopSelling, shown } from "../catalog/sync/testing.ts";
import { openStandIn } from "../catalog/testing.ts";
import { gid } from "../sandbox/shop/ids.ts";
import { installedShop } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { callAsExtension as call } from "./call-as-extension.ts";

const supplier = await openStandIn();

openQueue();

describe("the reply to the product block", () => {
  it("is 401 without a token, and 400 for an invalid body", async () => {
    const shop = await installedShop();
    expect(await call(productBlock, { shop: null })).toEqual({ status: 401, json: null });
    expect(await call(productBlock, { shop: null, body: { intent: "sync" } })).toEqual({
      status: 401,
      json: null,
    });
    for (const body of ["", "{", "[]", "null", { intent: "delete" }, { intent: "send", orders: "1" }])
      expect((await call(productBlock, { shop, body })).status).toBe(400);
  });

  const product = (more: Partial<Parameters<typeof wireVariant>[1]> = {}) =>
    wireProduct("lamp", {
      variants: [
        wireVariant("lamp-v", {
          sku: "LAMP",
          price: { amount: "10.00", currency: "EUR" },
          stock: 7,
          ...more,
        }),
      ],
    });

  async function lampShop() {
    const shop = await shopSelling(supplier, product());
    const id = gid("Product", productOf(shop, "LAMP").id);
    return {
      shop,
      id,
      read: async () => (await call(productBlock, { shop, search: `product=${id}&locale=en` })).json,
      press: async (body: object) =>
        ((await call(productBlock, { shop, body: { product: id, ...body } })).json as { notice: string })
          .notice,
    };
  }

  it("has the supplier's stock and cost, the margin, and which fields follow the supplier", async () => {
    const { shop, read } = await lampShop();
    expect(await read()).toMatchObject({
      connected: true,
      product: {
        page: "/app/products/lamp",
        label: "In your shop",
        variants: [
          {
            figures: "Your cost: €10.00 · Selling price: €15.00 · Stock: 7",
            margin: "33.3% margin before tax",
          },
        ],
        followed: ["Price", "Cost", "Stock", "Status"],
        own: ["Title", "Description", "Vendor", "Product type"],
        can: { sync: true, stop: true, resume: false },
      },
    });
    await merchantEditsAloud(shop, "LAMP", { price: "9.00" });
    await syncProducts(shop);
    expect(await read()).toMatchObject({
      product: {
        variants: [{ figures: "Your cost: €10.00 · Selling price: €9.00 · Stock: 7", loss: true }],
        followed: ["Cost", "Stock", "Status"],
      },
    });
  });

  it("confirms a sync, a stop and a resumption, which change the product in the shop", async () => {
    const { shop, read, press } = await lampShop();
    supplier.products = [product({ stock: 3 })];
    expect(await press({ intent: "sync" })).toMatch(/^Stockbridge is reading your supplier's cost and stock/);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { available: 3 } });

    expect(await press({ intent: "stop", how: "draft" })).toBe("1 product goes off sale in a moment");
    expect(await press({ intent: "stop", how: "draft" })).toMatch(/^Nothing to change\. /);
    await syncProducts(shop);
    expect(productOf(shop, "LAMP").status).toBe("DRAFT");
    expect(await read()).toMatchObject({
      product: { label: "Off sale: draft", can: { sync: true, stop: false, resume: true } },
    });
    expect(await press({ intent: "resume" })).toBe("1 product is back on sale in a moment");
    await syncProducts(shop);
    expect(productOf(shop, "LAMP").status).toBe("ACTIVE");
  });

  it("has no product if another shop sells the product", async () => {
    const { id } = await lampShop();
    const other = await shopSelling(supplier);
    const asked = { shop: other, search: `product=${id}` };
    expect(await call(productBlock, asked)).toEqual({
      status: 200,
      json: { connected: true, product: null },
    });
    const body = { intent: "sync", product: id };
    expect(await call(productBlock, { shop: other, body })).toMatchObject({
      json: {
        notice: expect.stringMatching(/^Nothing was synced: this product no longer follows/) as string,
      },
    });
  });

  it("has the product, but allows no button, while the shop is not connected", async () => {
    const { shop, read, press } = await lampShop();
    await disconnect(shop, { why: "disconnected" });
    expect(await read()).toMatchObject({
      connected: false,
      product: { can: { sync: false, stop: false, resume: false } },
    });
    expect(await press({ intent: "sync" })).toMatch(/^Nothing was synced/);
  });

  it.each(["", "product=1", "product=gid://shopify/Order/1", "product=gid://shopify/Product/1%00"])(
    "is 400 for the query %j",
    async (search) => {
      const shop = await installedShop();
      expect((await call(productBlock, { shop, search })).status).toBe(400);
    },
  );
});
