import { expect, it } from "vitest";

import { FIRST_RULES } from "../../../app/catalog/pricing/price-rules.ts";
import { marginFor, priceFor } from "../../../app/catalog/pricing/pricing.ts";

const pricing = (costs: NonNullable<(typeof FIRST_RULES)["costs"]>) => ({
  shopCurrency: "EUR",
  version: 1,
  rules: { 1: { ...FIRST_RULES, costs } },
});
const cost = { amount: "10.00", currency: "EUR" };

it.each([
  [{ salesTax: null, supplierTax: null, shipping: null }, "50.0"],
  [{ salesTax: "19", supplierTax: null, shipping: null }, "40.5"],
  [{ salesTax: "19", supplierTax: "19", shipping: null }, "50.0"],
  [{ salesTax: "19", supplierTax: null, shipping: { amount: "4.90", currency: "EUR" } }, "11.3"],
  [{ salesTax: null, supplierTax: null, shipping: { amount: "4.90", currency: "USD" } }, "50.0"],
])("is what is left of a price without tax after cost and shipping: %j", (costs, margin) => {
  expect(marginFor({ price: "20.00", cost }, {}, pricing(costs))).toBe(margin);
});

it("leaves the price as the rule makes it", () => {
  const costs = { salesTax: "19", supplierTax: null, shipping: null };
  expect(priceFor(cost, { category: null }, pricing(costs))).toMatchObject({
    price: "15.00",
    margin: "20.6",
  });
});
