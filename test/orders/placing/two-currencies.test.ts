import { beforeAll, expect, it } from "vitest";

import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import { FIRST_RULES } from "../../../app/catalog/pricing/price-rules.ts";
import { openQueue } from "../../support/queue.ts";
import { wholesale } from "../../support/world.ts";
import { inside, requestedOrder, sellingShop, type SellingShop, supplied } from "../shop-world.ts";

openQueue();

/** A shop in euros, with an exchange rate for the first product, whose price is in pounds. */
let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
  const { product, variant } = supplied();
  const variants = [{ id: variant.id, shownAs: { currency: "GBP" } }];
  wholesale.supplier.catalogue.change(product.id, { variants }, new Date());
  const rates = [{ from: "GBP", to: "EUR", rate: "1.2", date: "2026-11-20" }];
  await savePriceRules(world.shop, { rules: { ...FIRST_RULES, rates }, changed: null });
});

async function orderAt(price: string) {
  const order = await requestedOrder(world, { lines: world.skus.map((sku) => ({ sku, quantity: 1 })) });
  for (const line of inside(world, order.name).lines) line.price = price;
  return order;
}

it("holds an order if the supplier's prices, in two currencies, exceed its revenue", async () => {
  const order = await orderAt("0.01");
  await order.process();
  expect(await order.row()).toMatchObject({
    state: "held",
    reason: "below-cost",
    reason_params: { total: { code: "orders.loss", cost: { currency: "EUR" } } },
  });
  expect(order.bought()).toEqual([]);
});

it("stores no profit if the items' prices are in two currencies and the supplier charges a third", async () => {
  const order = await orderAt("9000.00");
  wholesale.setFault("placeOrder", "other-currency", 1);
  await order.process();
  expect(await order.row()).toMatchObject({ state: "placed", cost_currency: "USD", profit: null });
});
