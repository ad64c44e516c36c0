import Big from "big.js";
import { beforeAll, describe, expect, it } from "vitest";

import { reviewRefund } from "../../../app/orders/changes/record-refunds.server.ts";
import { openQueue } from "../../support/queue.ts";
import { shopify } from "../../support/world.ts";
import { inside, type RequestedOrder, requestedOrder, sellingShop, type SellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

/** Sums up an order by hand: what the shop and the supplier's ledger say of it. */
function byHand(order: RequestedOrder, { taxPercent, shipping }: { taxPercent: number; shipping: number }) {
  const [line] = inside(world, order.name).lines;
  const gross = new Big(line!.price).times(line!.quantity);
  const withoutTax = (price: Big) => price.minus(price.minus(price.div(1 + taxPercent / 100)).round(2));
  const [bought] = order.bought();
  const { itemsMinor, shippingMinor } = bought!.cost;
  const revenue = withoutTax(gross);
  const shippingPaid = withoutTax(new Big(shipping));
  const [items, charge] = [new Big(itemsMinor).div(100), new Big(shippingMinor).div(100)];
  return {
    revenue: revenue.toFixed(2),
    shipping_paid: shippingPaid.toFixed(2),
    items_cost: items.toFixed(2),
    shipping_cost: charge.toFixed(2),
    profit: revenue.plus(shippingPaid).minus(items).minus(charge).toFixed(2),
  };
}

describe("the earnings of a placed order", () => {
  const money = { taxPercent: 19, shipping: 19.9 };

  it("are stored with revenue and cost, net of tax, to the cent", async () => {
    const order = await requestedOrder(world, { money });
    await order.process();
    expect(await order.row()).toMatchObject({
      state: "placed",
      ...byHand(order, money),
      revenue_currency: "EUR",
      paid_currency: "EUR",
      exchange_rate: null,
      country: "DE",
      refunded: null,
    });
  });

  it("are stored in the shop's currency if the customer paid in another currency, and without tax for an exempt customer", async () => {
    const exempt = { taxPercent: 0, shipping: 19.9 };
    const presentment = { currencyCode: "CHF", rate: 0.93 };
    const order = await requestedOrder(world, { money: { ...exempt, presentment } });
    await order.process();
    expect(await order.row()).toMatchObject({ ...byHand(order, exempt), paid_currency: "CHF", tax: "0.00" });
  });

  it("leave out duties, which go to customs", async () => {
    const duties = { dutiesPercent: 10, dutiesIncluded: true };
    const order = await requestedOrder(world, { money: { shipping: 19.9, ...duties } });
    await order.process();
    const [line] = inside(world, order.name).lines;
    const net = new Big(line!.price).times(line!.quantity).times("0.9").round(2);
    expect(await order.row()).toMatchObject({ revenue: net.toFixed(2) });
  });

  it("are lowered by later refunds, net of tax", async () => {
    const order = await requestedOrder(world, { money });
    await order.process();
    const before = await order.row();
    shopify.merchant.refundOrder(order.name, [], world.shop, 11.9);
    await reviewRefund(world.shop, { subjectId: order.shopOrderId, triggeredAt: null });
    const refunded = await order.row();
    expect(refunded).toMatchObject({ refunded: "10.00" });
    expect(new Big(before.profit!).minus(refunded.profit!).toFixed(2)).toBe("10.00");
  });
});
