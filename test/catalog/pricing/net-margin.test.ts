import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { FIRST_RULES, type PriceRules, roundings } from "../../../app/catalog/pricing/price-rules.ts";
import { marginFor, missingCosts, priceFor } from "../../../app/catalog/pricing/pricing.ts";
import { minorDigits } from "../../../app/messages/minor-digits.ts";
import { markup, pricingWith, rulesWith } from "./testing.ts";

type Costs = NonNullable<PriceRules["costs"]>;

const cost = { amount: "10.00", currency: "EUR" };
const euros = (amount: string) => ({ amount, currency: "EUR" });

describe("the margin of a price", () => {
  it.each([
    [{ salesTax: null, supplierTax: null, shipping: null }, "50.0"],
    [{ salesTax: "19", supplierTax: null, shipping: null }, "40.5"],
    [{ salesTax: "19", supplierTax: "19", shipping: null }, "50.0"],
    [{ salesTax: "19", supplierTax: null, shipping: euros("4.90") }, "11.3"],
    [{ salesTax: null, supplierTax: null, shipping: { amount: "4.90", currency: "USD" } }, "50.0"],
  ])("is the share that remains after tax, cost and shipping: %j", (costs, margin) => {
    const pricing = pricingWith({ ...FIRST_RULES, costs });
    expect(marginFor({ price: "20.00", cost }, {}, pricing)).toBe(margin);
  });

  it("leaves out the sales tax in a shop whose prices are without tax", () => {
    const costs = { salesTax: "19", supplierTax: null, shipping: null };
    const marginIn = (taxesIncluded: boolean | null) =>
      marginFor({ price: "20.00", cost }, {}, { ...pricingWith({ ...FIRST_RULES, costs }), taxesIncluded });
    expect([true, null, false].map(marginIn)).toEqual(["40.5", "40.5", "50.0"]);
  });

  it("shrinks with the sales tax, while the price by the rule stays", () => {
    const costs = { salesTax: "19", supplierTax: null, shipping: null };
    expect(priceFor(cost, { category: null }, pricingWith({ ...FIRST_RULES, costs }))).toMatchObject({
      price: "15.00",
      margin: "20.6",
    });
  });
});

describe("the lowest margin of a rule", () => {
  it("applies to the price without tax, after shipping", () => {
    const costs = { salesTax: "19", supplierTax: null, shipping: euros("4.90") };
    const pricing = pricingWith(rulesWith(markup("50", { marginFloor: "20" }), { costs }));
    // 14.90 / 0.8 = 18.625 without tax, 22.16375 with it
    expect(priceFor(cost, { category: null }, pricing)).toMatchObject({ price: "22.17", margin: "20.0" });
  });

  it("is taken from the rules that a product follows, until the merchant applies newer rules", () => {
    const rules = rulesWith(markup("50", { marginFloor: "40" }));
    const costs = { salesTax: "19", supplierTax: null, shipping: null };
    const pricing = { ...pricingWith(rules), version: 2, rules: { 1: rules, 2: { ...rules, costs } } };
    expect(priceFor(cost, { category: null, version: 1 }, pricing)).toMatchObject({
      price: "16.67",
      margin: "28.6",
    });
    expect(priceFor(cost, { category: null, version: 2 }, pricing)).toMatchObject({
      price: "19.84",
      margin: "40.0",
    });
  });

  it("is reached by the rule's price, but not by a lower price, for random taxes, shipping and currencies", () => {
    const percent = fc
      .integer({ min: 0, max: 3000 })
      .map((hundredths) => new Big(hundredths).div(100).toFixed());
    const amount = fc.integer({ min: 1, max: 10_000_000 }).map((units) => new Big(units).div(1000).toFixed());
    fc.assert(
      fc.property(
        fc.record({
          currency: fc.constantFrom("EUR", "JPY", "KWD"),
          taxesIncluded: fc.constantFrom(true, false, null),
          amount,
          shipping: fc.option(amount),
          salesTax: fc.option(percent),
          supplierTax: fc.option(percent),
          marginFloor: fc.integer({ min: 0, max: 9500 }).map((each) => new Big(each).div(100).toFixed()),
          rounding: fc.constantFrom(...roundings),
        }),
        ({
          currency,
          taxesIncluded,
          amount: price,
          shipping,
          salesTax,
          supplierTax,
          marginFloor,
          rounding,
        }) => {
          const costs: Costs = {
            salesTax,
            supplierTax,
            shipping: shipping === null ? null : { amount: shipping, currency },
          };
          const rules = rulesWith(markup("0", { marginFloor, rounding }), { costs });
          const pricing = { ...pricingWith(rules, currency), taxesIncluded };
          const bought = { amount: price, currency };
          const made = priceFor(bought, { category: null }, pricing);
          if (made.kind !== "priced") throw new Error(made.kind);
          expect(marginFor({ price: made.price, cost: bought }, {}, pricing)).toBe(made.margin);
          expect(new Big(made.margin).gte(new Big(marginFloor).round(1, Big.roundDown))).toBe(true);
          const lower = new Big(made.price).minus(new Big(10).pow(-minorDigits(currency)));
          if (rounding !== "none" || lower.lt(made.cost)) return;
          const without = marginFor({ price: lower.toFixed(), cost: bought }, {}, pricing);
          expect(new Big(without ?? 0).lte(marginFloor)).toBe(true);
        },
      ),
    );
  });
});

describe("the costs that margins leave out", () => {
  const tax = { salesTax: "19", supplierTax: null, shipping: null };
  const shipping = { salesTax: null, supplierTax: null, shipping: euros("4.90") };
  it.each([
    ["none", true, { ...shipping, salesTax: "19" }],
    ["none", false, shipping],
    ["tax", true, shipping],
    ["shipping", true, tax],
    ["shipping", false, undefined],
    ["both", true, undefined],
    ["both", true, { ...shipping, shipping: { amount: "4.90", currency: "USD" } }],
  ])("are %s (prices include tax: %s, settings: %j)", (missing, taxesIncluded, costs) => {
    const pricing = pricingWith({ ...FIRST_RULES, ...(costs && { costs }) }, "EUR", taxesIncluded);
    expect(missingCosts(pricing)).toBe(missing);
  });
});
