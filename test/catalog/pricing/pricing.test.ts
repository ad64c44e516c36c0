import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type PriceRule, roundings } from "../../../app/catalog/pricing/price-rules.ts";
import { priceByRule, marginFor, priceFor } from "../../../app/catalog/pricing/pricing.ts";
import { minorDigits } from "../../../app/messages/minor-digits.ts";
import { markup, pricingWith, rulesWith } from "./testing.ts";

const CURRENCIES = ["EUR", "JPY", "KWD", "XYZ"];
const none = { category: null };

/** Generates a decimal below a billion with up to this many decimals. */
const decimal = (decimals: number, most = 999_999_999) =>
  fc
    .tuple(fc.nat({ max: most }), fc.nat({ max: decimals }), fc.nat({ max: 10 ** decimals - 1 }))
    .map(([whole, places, fraction]) =>
      places === 0 ? String(whole) : `${whole}.${String(fraction).padStart(decimals, "0").slice(0, places)}`,
    );
const cost = decimal(6).filter((amount) => new Big(amount).gt(0));
const add = fc.oneof(
  decimal(2, 999).map((percent) => ({ kind: "percent" as const, percent })),
  decimal(2, 9999).map((amount) => ({ kind: "amount" as const, amount })),
);
const rule = fc.record({
  ranges: fc
    .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 10 ** 9 }), { maxLength: 4 }), add)
    .chain(([ends, last]) =>
      fc
        .tuple(...ends.map(() => add))
        .map((adds) => [
          ...ends
            .sort((one, other) => one - other)
            .map((end, index) => ({ upTo: new Big(end).div(100).toFixed(), add: adds[index] ?? last })),
          { upTo: null, add: last },
        ]),
    ),
  rounding: fc.constantFrom(...roundings),
  marginFloor: fc.option(decimal(2, 98)),
  compareAt: fc.option(decimal(2, 500).filter((percent) => new Big(percent).gt(0))),
});
const currency = fc.constantFrom(...CURRENCIES);

describe("a price for any cost and rule", () => {
  it("is never below the cost or the margin floor", () => {
    fc.assert(
      fc.property(cost, currency, rule, (amount, currency, rule) => {
        const { price, cost } = priceByRule({ amount, currency }, rule);
        const share = new Big(100).minus(rule.marginFloor ?? "0");
        // price >= cost / (1 - floor), without the division
        expect(new Big(price).times(share).gte(new Big(amount).times(100))).toBe(true);
        expect(new Big(price).times(share).gte(new Big(cost).times(100))).toBe(true);
      }),
    );
  });

  it("is a valid amount of its currency with the rule's ending", () => {
    fc.assert(
      fc.property(cost, currency, rule, (amount, currency, rule) => {
        const { price, compareAtPrice } = priceByRule({ amount, currency }, rule);
        for (const each of [price, ...(compareAtPrice === null ? [] : [compareAtPrice])]) {
          const [, decimals = ""] = each.split(".");
          expect(decimals).toHaveLength(minorDigits(currency));
          if (currency === "JPY") continue;
          if (rule.rounding === "99") expect(decimals).toMatch(/^990?$/);
          if (rule.rounding === "95") expect(decimals).toMatch(/^950?$/);
          if (rule.rounding === "whole") expect(decimals).toMatch(/^0+$/);
        }
      }),
    );
  });

  it("is the lowest price with the rule's ending: the next lower one would break the markup or the margin floor", () => {
    fc.assert(
      fc.property(cost, currency, rule, (amount, currency, rule) => {
        const { price } = priceByRule({ amount, currency }, rule);
        const exact = priceByRule({ amount, currency }, { ...rule, rounding: "none" }).price;
        const ends = rule.rounding !== "none" && currency !== "JPY";
        const step = ends ? "1" : new Big(10).pow(-minorDigits(currency));
        expect(new Big(price).minus(step).lt(exact)).toBe(true);
      }),
    );
  });

  it("is never lower for a higher cost of the same range", () => {
    fc.assert(
      fc.property(cost, cost, currency, rule, (one, other, currency, rule) => {
        const flat: PriceRule = { ...rule, ranges: rule.ranges.slice(-1) };
        const [low, high] = new Big(one).lte(other) ? [one, other] : [other, one];
        const [cheap, dear] = [low, high].map((amount) => priceByRule({ amount, currency }, flat).price);
        expect(new Big(cheap!).lte(dear!)).toBe(true);
      }),
    );
  });

  it("is below its compare-at price", () => {
    fc.assert(
      fc.property(cost, currency, rule, (amount, currency, rule) => {
        const { price, compareAtPrice } = priceByRule({ amount, currency }, rule);
        expect(compareAtPrice === null).toBe(rule.compareAt === null);
        if (compareAtPrice !== null) expect(new Big(compareAtPrice).gt(price)).toBe(true);
      }),
    );
  });

  it("has at least the shown margin", () => {
    fc.assert(
      fc.property(cost, currency, rule, (amount, currency, rule) => {
        const { price, cost, margin } = priceByRule({ amount, currency }, rule);
        expect(margin).toMatch(/^\d{1,2}\.\d$/);
        expect(new Big(price).minus(cost).times(100).gte(new Big(price).times(margin))).toBe(true);
      }),
    );
  });
});

describe("the margin of a price that the rules did not make", () => {
  it.each([
    ["30.00", { amount: "20.00", currency: "EUR" }, "33.3"],
    ["30.00", { amount: "40.00", currency: "EUR" }, "-33.4"],
    ["0.00", { amount: "40.00", currency: "EUR" }, null],
    ["30.00", { amount: "20.00", currency: "SEK" }, null],
  ])("is a percentage of the price: price %s, cost %o, margin %s percent", (price, cost, margin) => {
    expect(marginFor({ price, cost }, {}, pricingWith(rulesWith(markup("50"))))).toBe(margin);
  });
});

describe("the price for a cost", () => {
  it.each([
    ["10.00", "EUR", "50", { price: "15.00", cost: "10.00" }],
    ["10", "EUR", "12.5", { price: "11.25", cost: "10.00" }],
    ["12.50", "EUR", "0", { price: "12.50", cost: "12.50" }],
    ["0.01", "EUR", "10", { price: "0.02", cost: "0.01" }],
    ["3.333", "EUR", "0", { price: "3.34", cost: "3.34" }],
    ["1999", "JPY", "33", { price: "2659", cost: "1999" }],
    ["1.5", "KWD", "50", { price: "2.250", cost: "1.500" }],
    ["99999999999999999.99", "USD", "100", { price: "199999999999999999.98", cost: "99999999999999999.99" }],
    ["0.0000000000000000000001", "EUR", "50", { price: "0.01", cost: "0.01" }],
    ["7.00", "XYZ", "50", { price: "10.50", cost: "7.00" }],
  ])(
    "is exact for %s %s with a markup of %s %%, and never below the cost",
    (amount, currency, percent, expected) => {
      const pricing = pricingWith(rulesWith(markup(percent)), currency);
      expect(priceFor({ amount, currency }, none, pricing)).toMatchObject({ kind: "priced", ...expected });
    },
  );

  it.each(["0", "0.00", "-1.00", "1e-7", "", "12,50", "NaN", "1.", ".5", " 1"])(
    "does not exist for the unusable cost %j",
    (amount) => {
      const pricing = pricingWith(rulesWith(markup("50")));
      expect(priceFor({ amount, currency: "EUR" }, none, pricing)).toEqual({ kind: "no-price" });
    },
  );

  it.each([
    ["10.00", { marginFloor: "40" }, "16.67", "40.0"],
    ["10.00", { marginFloor: "33.33" }, "15.00", "33.3"],
    ["10.00", { rounding: "99" }, "15.99", "37.4"],
    ["10.66", { rounding: "99" }, "15.99", "33.3"],
    ["10.67", { rounding: "99" }, "16.99", "37.1"],
    ["10.64", { rounding: "95" }, "16.95", "37.2"],
    ["10.01", { rounding: "whole" }, "16.00", "37.4"],
    ["0.10", { rounding: "99" }, "0.99", "89.8"],
    ["10.00", { marginFloor: "99", rounding: "99" }, "1000.99", "99.0"],
  ] as const)(
    "obeys the margin floor and the rounding: cost %s, rule %o, price %s, margin %s %%",
    (amount, more, price, margin) => {
      expect(priceByRule({ amount, currency: "EUR" }, markup("50", more))).toMatchObject({ price, margin });
    },
  );

  it("uses the range that contains the cost, including the range's end", () => {
    const ranges: PriceRule["ranges"] = [
      { upTo: "10", add: { kind: "percent", percent: "100" } },
      { upTo: "50.00", add: { kind: "amount", amount: "12.5" } },
      { upTo: null, add: { kind: "percent", percent: "20" } },
    ];
    const prices = ["9.99", "10.00", "10.01", "50", "50.01"].map(
      (amount) => priceByRule({ amount, currency: "EUR" }, markup("0", { ranges })).price,
    );
    expect(prices).toEqual(["19.98", "20.00", "22.51", "62.50", "60.02"]);
  });

  it("comes with a compare-at price that has the same ending", () => {
    const rule = markup("50", { rounding: "99", compareAt: "25" });
    expect(priceByRule({ amount: "10", currency: "EUR" }, rule)).toMatchObject({
      price: "15.99",
      compareAtPrice: "19.99",
    });
  });
});

describe("the rule of a product", () => {
  const rules = rulesWith(markup("50"), {
    categories: [{ category: "Küche", rule: markup("100") }],
  });
  const euros = { amount: "10.00", currency: "EUR" };

  it.each([
    ["Küche", "20.00"],
    ["Garten", "15.00"],
    [null, "15.00"],
  ])("applies to the category %s: 10.00 becomes %s", (category, price) => {
    expect(priceFor(euros, { category }, pricingWith(rules))).toMatchObject({ price });
  });

  it("comes from the product's version of the rules, or from the newest if that version is unknown", () => {
    const pricing = pricingWith(rulesWith(markup("80")));
    const priceAt = (version: number) => priceFor(euros, { category: null, version }, pricing);
    expect([0, 1, 7].map(priceAt)).toMatchObject([
      { price: "15.00" },
      { price: "18.00" },
      { price: "18.00" },
    ]);
  });
});

describe("a supplier's currency that differs from the shop's", () => {
  const rate = { from: "EUR", to: "USD", rate: "1.0825", date: "2026-11-01" };
  const dear = { amount: "19.99", currency: "EUR" };

  it("is converted at the merchant's rate, exactly", () => {
    const pricing = pricingWith(rulesWith(markup("0"), { rates: [rate] }), "USD");
    expect(priceFor(dear, none, pricing)).toMatchObject({ price: "21.64", cost: "21.64" });
    const yen = { from: "EUR", to: "JPY", rate: "161.2", date: "2026-11-01" };
    const inYen = pricingWith(rulesWith(markup("50"), { rates: [rate, yen] }), "JPY");
    expect(priceFor(dear, none, inYen)).toMatchObject({ price: "4834", cost: "3223" });
  });

  it.each([
    ["there is no rate", []],
    ["the rate is for another pair of currencies", [{ ...rate, to: "GBP" }]],
    ["the rate is for the opposite direction", [{ ...rate, from: "USD", to: "EUR" }]],
  ])("gives no price if %s", (_, rates) => {
    const pricing = pricingWith(rulesWith(markup("50"), { rates }), "USD");
    expect(priceFor(dear, none, pricing)).toEqual({
      kind: "currency-differs",
      supplierCurrency: "EUR",
      shopCurrency: "USD",
      cost: null,
    });
  });

  it("is converted at the newest rules' rate if the product's own version of the rules has no rate", () => {
    const pricing = pricingWith(rulesWith(markup("80"), { rates: [rate] }), "USD");
    const euros = { amount: "10.00", currency: "EUR" };
    expect(priceFor(euros, { category: null, version: 0 }, pricing)).toMatchObject({ price: "16.24" });
  });

  it("gives no price if the rule's amounts were typed for another currency", () => {
    const flat = markup("0", { ranges: [{ upTo: null, add: { kind: "amount", amount: "500" } }] });
    const pricing = pricingWith(rulesWith(flat, { currency: "JPY" }));
    const euros = { amount: "10.00", currency: "EUR" };
    expect(priceFor(euros, none, pricing)).toMatchObject({ kind: "currency-differs" });
    expect(priceFor(euros, none, pricingWith(rulesWith(flat, { currency: "EUR" })))).toMatchObject({
      price: "510.00",
    });
  });
});
