/** Compares the page of a shop's profit with sums of the supplier's ledger and the shop's orders, in another currency. */
import Big from "big.js";
import { expect, it } from "vitest";

import { importProduct } from "../sandbox/tour-catalogue.ts";
import { query } from "../support/database.ts";
import { startJourney } from "./journey.ts";

const RATE = "1.1";
const TAX_PERCENT = 19;
const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });

const { sandbox, tab } = await startJourney("profit");
const { merchant } = sandbox.shop;
for (const shop of sandbox.shop.shops) shop.searchLag = 0;

function bought() {
  return sandbox.wholesale!.supplier.ledger.orders();
}

/** Deducts the tax that a price in dollars includes. */
function net(gross: Big): Big {
  return gross.minus(
    gross
      .times(TAX_PERCENT)
      .div(100 + TAX_PERCENT)
      .round(2),
  );
}

function inDollars(cents: number): Big {
  return new Big(cents).div(100).times(RATE).round(2);
}

/** Sums up what the shop's orders brought, and what they cost by the supplier's ledger. */
function sumByHand() {
  const total = (amounts: Big[]) => amounts.reduce((all, amount) => all.plus(amount), new Big(0));
  const orders = sandbox.shop.shops.flatMap((shop) => shop.orders);
  const items = total(
    orders.flatMap(({ lines }) => lines.map(({ price, quantity }) => net(new Big(price).times(quantity)))),
  );
  const shippingPaid = total(orders.map(({ money }) => net(new Big(money.shipping))));
  const refunded = total(orders.flatMap(({ refunds }) => refunds.map(({ amount }) => net(new Big(amount)))));
  const itemsCost = total(bought().map(({ cost }) => inDollars(cost.itemsMinor)));
  const shippingCost = total(bought().map(({ cost }) => inDollars(cost.shippingMinor)));
  const revenue = items.plus(shippingPaid).minus(refunded);
  return {
    "Paid for items": items,
    "Shipping paid by customers": shippingPaid,
    Refunded: refunded,
    Revenue: revenue,
    "Cost of items": itemsCost,
    "Supplier's shipping": shippingCost,
    Profit: revenue.minus(itemsCost).minus(shippingCost),
  };
}

it("shows the profit of orders with a refund and with prices that include tax, in another currency than the supplier's", async () => {
  merchant.changeSettings({ currency: "USD", taxesIncluded: true });
  const facts = () => query(sandbox.databaseUrl, "select currency, taxes_included as taxes from shop_facts");
  await expect.poll(facts).toEqual([{ currency: "USD", taxes: true }]);
  const { page, frame, open, screenshot } = await tab("/app/prices");
  await frame.getByLabel("1 EUR in USD").fill(RATE);
  await page.getByRole("button", { name: "Save" }).click();
  await frame.getByText("Saved", { exact: true }).waitFor();
  await importProduct(sandbox);

  const [one = "", other = one] = sandbox.shop.shops.flatMap(({ catalog }) =>
    [...catalog.products.values()].flatMap(({ variants }) => variants.map(({ item }) => item.sku ?? "")),
  );
  const place = (lines: { sku: string; quantity: number }[], shipping: number) => {
    const { name } = merchant.placeOrder({ lines, money: { taxPercent: TAX_PERCENT, shipping } });
    merchant.requestFulfillment(name);
    return name;
  };
  place([{ sku: one, quantity: 2 }], 11.9);
  const refunded = place([{ sku: other, quantity: 3 }], 5.95);
  await expect.poll(() => bought().length).toBe(2);
  const shown = async () => {
    await open("/app/profit");
    await frame.getByRole("button", { name: "Download orders (CSV)" }).waitFor();
    const rows = await frame
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map(({ children: [label, amount] }) => [label?.textContent, amount?.textContent]),
      );
    return Object.fromEntries(rows) as Record<string, string>;
  };
  const byHand = () =>
    Object.fromEntries(
      Object.entries(sumByHand()).map(([label, amount]) => [label, dollars.format(amount.toNumber())]),
    );
  await expect.poll(shown).toMatchObject(byHand());
  merchant.refundOrder(refunded, [], undefined, 7.14, 5.95);
  await expect.poll(shown).toMatchObject(byHand());
  await screenshot("result");
});
