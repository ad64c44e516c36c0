import { describe, expect, it } from "vitest";

import { priceOf } from "../../../app/catalog/pricing/price.ts";

describe("the price for a cost", () => {
  it.each([
    ["10.00", "EUR", 50, { price: "15.00", cost: "10.00" }],
    ["10", "EUR", 50, { price: "15.00", cost: "10.00" }],
    ["12.50", "EUR", 0, { price: "12.50", cost: "12.50" }],
    ["0.01", "EUR", 10, { price: "0.02", cost: "0.01" }],
    ["3.333", "EUR", 0, { price: "3.34", cost: "3.34" }],
    ["1999", "JPY", 33, { price: "2659", cost: "1999" }],
    ["1.5", "KWD", 50, { price: "2.250", cost: "1.500" }],
    ["99999999999999999.99", "USD", 100, { price: "199999999999999999.98", cost: "99999999999999999.99" }],
    ["0.0000000000000000000001", "EUR", 50, { price: "0.01", cost: "0.01" }],
    ["7.00", "XYZ", 50, { price: "10.50", cost: "7.00" }],
  ])("%s %s with %i %% is exact, and never below the cost", (amount, currency, markup, expected) => {
    expect(priceOf({ amount, currency }, markup)).toEqual(expected);
  });

  it.each(["0", "0.00", "-1.00", "1e-7", "", "12,50", "NaN", "1.", ".5", " 1"])(
    "%j is no price to sell at",
    (amount) => {
      expect(priceOf({ amount, currency: "EUR" }, 50)).toBeNull();
    },
  );
});
