import Big from "big.js";
import { beforeAll, describe, expect, it } from "vitest";

import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import { FIRST_RULES } from "../../../app/catalog/pricing/price-rules.ts";
import type { Cell } from "../../../app/lib/http/csv.ts";
import { translator } from "../../../app/messages/translate.ts";
import { exportOrders } from "../../../app/orders/views/export-orders.server.ts";
import { daysOf, loadProfit, loadSums } from "../../../app/orders/profit/load-profit.server.ts";
import { costOf, revenueOf } from "../../../app/orders/profit/sums.ts";
import { rendered, renderedPage } from "../../messages/rendered-page.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { inside, requestedOrder, sellingShop, type SellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

it("shows profit that matches the supplier's ledger if the currencies differ and prices include tax", async () => {
  const { shop } = world;
  shopify.merchant.changeSettings({ currency: "USD", taxesIncluded: true }, shop);
  const rate = { from: "EUR", to: "USD", rate: "1.1", date: "2026-11-20" };
  await savePriceRules(shop, { rules: { ...FIRST_RULES, rates: [rate] }, changed: null });
  const orders = [
    await requestedOrder(world, { money: { taxPercent: 19, shipping: 23.8 } }),
    await requestedOrder(world, { money: { taxPercent: 0, shipping: 40 } }),
  ];
  for (const order of orders) await order.process();

  const taxes = [19, 0];
  const byHand = orders.map((order, at) => {
    const { lines, money } = inside(world, order.name);
    const net = (gross: Big) => gross.minus(gross.minus(gross.div(1 + taxes[at]! / 100)).round(2));
    const [bought] = order.bought();
    const inDollars = (minor: number) => new Big(minor).div(100).times("1.1").round(2, Big.roundHalfUp);
    return {
      revenue: lines.reduce(
        (sum, { price, quantity }) => sum.plus(net(new Big(price).times(quantity))),
        new Big(0),
      ),
      shippingPaid: net(new Big(money.shipping)),
      itemsCost: inDollars(bought!.cost.itemsMinor),
      shippingCost: inDollars(bought!.cost.shippingMinor),
    };
  });
  const sum = (of: (each: (typeof byHand)[number]) => Big) =>
    byHand.reduce((all, each) => all.plus(of(each)), new Big(0)).toFixed(2);
  const sums = {
    currency: "USD",
    orders: 2,
    revenue: sum(({ revenue }) => revenue),
    shippingPaid: sum(({ shippingPaid }) => shippingPaid),
    itemsCost: sum(({ itemsCost }) => itemsCost),
    shippingCost: sum(({ shippingCost }) => shippingCost),
    profit: sum((each) =>
      each.revenue.plus(each.shippingPaid).minus(each.itemsCost).minus(each.shippingCost),
    ),
  };
  const profit = await loadProfit(shop, {});
  expect(profit).toMatchObject({ totals: { sums: [sums], unknown: 0 }, previous: { sums: [], unknown: 0 } });
  expect(await loadSums(shop)).toEqual({ totals: profit.totals, unpaid: [], previous: profit.previous });
  expect(profit.countries).toMatchObject([{ country: "DE", profit: sums.profit }]);
  const ofProducts = profit.products.reduce((all, each) => all.plus(each.profit), new Big(0));
  expect(ofProducts.toFixed(2)).toBe(sums.profit);
  for (const country of profit.countries)
    expect(revenueOf(country).minus(costOf(country)).toFixed(2)).toBe(country.profit);

  const { status, html } = await renderedPage("/app/profit", { shop, locale: "en" });
  expect(status).toBe(200);
  const shown = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
  expect(html).toContain(shown.format(Number(sums.profit)));
  const byCountry = html.slice(html.indexOf(">By country<"));
  for (const amount of [revenueOf(profit.countries[0]!), costOf(profit.countries[0]!)])
    expect(byCountry).toContain(shown.format(amount.toNumber()));
});

it("exports the orders as a file only with a session token", async () => {
  const address = new URL("/app/export-orders", process.env["SHOPIFY_APP_URL"]);
  const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0" };
  const authorization = `Bearer ${await shopify.sessionToken({ shop: world.shop })}`;
  const { status, html: file } = await rendered(
    new Request(address, { headers: { ...browser, authorization } }),
  );
  expect(status).toBe(200);
  const [header, first, second, end] = file.split("\r\n");
  expect(header).toMatch(
    /^\ufeff?Order,Supplier's number,Requested,Ordered,State,Country,Currency,Paid for items,/,
  );
  const row = (await world.rows())[0]!;
  expect(first).toContain(`#1001,${row.supplier_order_id!},`);
  expect(first).toContain(`,DE,USD,${row.revenue!},${row.shipping_paid!},`);
  expect(second).toMatch(/^#1002,/);
  expect(end).toBe("");
  const refused = await rendered(new Request(address, { headers: browser }));
  expect(refused.html).not.toContain("#1001");
});

describe("exportOrders", () => {
  /** Reads the cells of an order whose second order the supplier charges for as well. */
  async function costOf(earlierCurrency: string) {
    await query(
      databaseUrl,
      `update supplier_order set cost_total = '20.50', cost_shipping = '4.00', cost_currency = 'EUR', cost_earlier = '12.00',
         cost_earlier_shipping = '2.00', cost_earlier_currency = $2 where shop = $1 and order_name = '#1002'`,
      [world.shop, earlierCurrency],
    );
    const period = { from: new Date(0), before: new Date(8.64e15) };
    const t = translator("en");
    const { header, pages } = exportOrders(world.shop, { t, toTime: String, period });
    const rows: Cell[] = [];
    for await (const page of pages) for (const row of page) if (row[0] === "#1002") rows.push(...row);
    const names = ["export.orders.costTotal", "export.orders.costShipping"] as const;
    return names.map((name) => rows[header.indexOf(t(name))]);
  }

  it("leaves the earnings of a canceled order empty", async () => {
    const period = { from: new Date(0), before: new Date(8.64e15) };
    const t = translator("en");
    const read = async () => {
      const { header, pages } = exportOrders(world.shop, { t, toTime: String, period });
      const rows: Cell[][] = [];
      for await (const page of pages) rows.push(...page.filter((row) => row[0] === "#1002"));
      const names = ["revenue", "shippingPaid", "itemsCost", "shippingCost", "profit"] as const;
      return names.map((name) => rows[0]?.[header.indexOf(t(`export.orders.${name}`))]);
    };
    expect(await read()).not.toContain(null);
    const become = (state: string) =>
      query(databaseUrl, "update supplier_order set state = $2 where shop = $1 and order_name = '#1002'", [
        world.shop,
        state,
      ]);
    await become("canceled");
    expect(await read()).toEqual([null, null, null, null, null]);
    await become("placed");
  });

  it("adds an earlier supplier order's charge to an order's costs if both charges are in one currency", async () => {
    expect(await costOf("EUR")).toEqual(["32.50", "6.00"]);
  });

  it("leaves an order's costs empty if an earlier supplier order was charged in another currency", async () => {
    expect(await costOf("USD")).toEqual([null, null]);
  });
});

it("counts orders of unknown cost separately, and adds no profit for these orders", async () => {
  await query(
    databaseUrl,
    "update supplier_order set profit = null, items_cost = null where shop = $1 and order_name = '#1001'",
    [world.shop],
  );
  const { totals } = await loadProfit(world.shop, {});
  expect(totals).toMatchObject({ unknown: 1, sums: [{ orders: 1 }] });
});

it("names the amount that was unpaid when orders were sent", async () => {
  await query(
    databaseUrl,
    "update supplier_order set unpaid_approved = $2 where shop = $1 and order_name = '#1001'",
    [world.shop, { amount: "9.50", currency: "EUR", at: new Date() }],
  );
  const unpaid = [{ orders: 1, outstanding: { amount: "9.50", currency: "EUR" } }];
  expect(await loadProfit(world.shop, {})).toMatchObject({ unpaid });
  expect(await loadSums(world.shop)).toMatchObject({ unpaid });
});

it("counts the unpaid amount of an order once, even if the order was sent in several parts", async () => {
  await query(
    databaseUrl,
    "update supplier_order set unpaid_approved = $2, shop_order_id = 'gid://shopify/Order/1' where shop = $1",
    [world.shop, { amount: "9.50", currency: "EUR", at: new Date() }],
  );
  expect(await loadProfit(world.shop, {})).toMatchObject({
    unpaid: [{ orders: 1, outstanding: { amount: "9.50", currency: "EUR" } }],
  });
});

it.each([
  [{}, "2026-10-29", "2026-11-27"],
  [{ from: "2026-11-01", to: "2026-11-05" }, "2026-11-01", "2026-11-05"],
  [{ from: "2026-11-05", to: "2026-11-01" }, "2026-11-01", "2026-11-05"],
  [{ from: "soon", to: "2026-02-31" }, "2026-10-29", "2026-11-27"],
  [{ from: "0001-01-01" }, "2016-11-20", "2026-11-27"],
])("reads the range of days, and corrects an invalid one: %j", (wanted, from, to) => {
  expect(daysOf(wanted, "2026-11-27")).toEqual({ from, to });
});
