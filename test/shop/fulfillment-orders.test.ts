import { expect, it } from "vitest";

import { readFulfillmentOrder } from "../../app/shop/orders/fulfillment-orders.server.ts";
import { DEFAULT_VALUE } from "../sandbox/shop/catalog/catalog.ts";
import { installedShop, simulated } from "../support/installed-shop.ts";
import { shopify } from "../support/world.ts";

it("readFulfillmentOrder titles a line with the product's name alone if the product has no options", async () => {
  const shop = await installedShop();
  const { merchant } = shopify;
  merchant.createProduct({ title: "Puzzle", variants: [{ sku: "P-1", available: 5 }] }, shop);
  for (const { values } of simulated(shop).catalog.variants.values()) values[0]!.name = DEFAULT_VALUE;
  const { id, fulfillmentOrders } = merchant.placeOrder({ lines: [{ sku: "P-1", quantity: 1 }] }, shop);
  const read = await readFulfillmentOrder(shop, {
    id: fulfillmentOrders[0]?.id ?? "",
    shopOrderId: id,
    ourLocationId: null,
  });
  expect(read?.lines.map(({ title }) => title)).toEqual(["Puzzle"]);
});
