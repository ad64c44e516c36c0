import { describe, expect, it } from "vitest";

import { isMore, type Money, percentOf, round, roundUp, subtract } from "../../app/lib/money.ts";
import { formatMoney } from "../../app/messages/format-money.ts";

const NBSP = "\u00a0";

it.each<[Money, string, string]>([
  [{ amount: "12.50", currency: "EUR" }, "en", "€12.50"],
  [{ amount: "12.5", currency: "EUR" }, "de", `12,50${NBSP}€`],
  [{ amount: "0", currency: "USD" }, "en", "$0.00"],
  [{ amount: "-3.10", currency: "USD" }, "en", "-$3.10"],
  [{ amount: "1250", currency: "JPY" }, "en", "¥1,250"],
  [{ amount: "1.250", currency: "KWD" }, "en", `KWD${NBSP}1.250`],
  [{ amount: "12.50", currency: "HUF" }, "en", `HUF${NBSP}12.50`],
  [{ amount: "0.50", currency: "IDR" }, "de", `0,50${NBSP}IDR`],
  [{ amount: "1.250", currency: "IQD" }, "en", `IQD${NBSP}1.250`],
  [{ amount: "12.50", currency: "XBT" }, "en", `XBT${NBSP}12.50`],
  [{ amount: "12.50", currency: "points" }, "en", "12.50 points"],
])("formats %o for a reader of %s as %s", (money, locale, text) => {
  expect(formatMoney(money, locale)).toBe(text);
});

it("formats exactly an amount that a float cannot hold", () => {
  expect(formatMoney({ amount: "9007199254740993.01", currency: "EUR" }, "en")).toBe(
    "€9,007,199,254,740,993.01",
  );
});

const euros = (amount: string): Money => ({ amount, currency: "EUR" });

describe("a percentage of an amount", () => {
  it.each([
    ["10.00", 150, "15"],
    ["3.33", 120, "3.996"],
    ["0.01", 1, "0.0001"],
    ["-2.50", 50, "-1.25"],
    ["0", 1000, "0"],
    ["99999999999999999.99", 120, "119999999999999999.988"],
    ["0.0000000000000000000001", 1, "0.000000000000000000000001"],
  ])("is exact: %s × %i %% is %s", (amount, percent, expected) => {
    expect(percentOf(euros(amount), percent)).toEqual(euros(expected));
  });
});

describe("isMore", () => {
  it.each([
    ["10.01", "10.00", true],
    ["10.0", "10.00", false],
    ["9.99", "10", false],
    ["10", "9.99", true],
    ["0.00", "-0.01", true],
    ["9007199254740993.01", "9007199254740993", true],
  ])("compares %s with %s: %j", (one, other, more) => {
    expect(isMore(euros(one), euros(other))).toBe(more);
  });

  it("is false for amounts in two currencies", () => {
    expect(isMore(euros("2"), { amount: "1", currency: "USD" })).toBe(false);
    expect(isMore({ amount: "2", currency: "USD" }, euros("1"))).toBe(false);
  });
});

describe("rounding to a whole minor unit of the currency", () => {
  it.each([
    ["-0.004", "EUR", "0.00"],
    ["-0.4", "JPY", "0"],
    ["-0.0005", "KWD", "-0.001"],
    ["0.005", "EUR", "0.01"],
  ])("rounds %s %s to %s", (amount, currency, expected) => {
    expect(round({ amount, currency })).toEqual({ amount: expected, currency });
  });
});

describe("rounding up to a whole minor unit of the currency", () => {
  it.each([
    ["12.5", "EUR", "12.50"],
    ["12.500", "EUR", "12.50"],
    ["12.501", "EUR", "12.51"],
    ["0.0000000000000000000001", "EUR", "0.01"],
    ["0", "EUR", "0.00"],
    ["1999", "JPY", "1999"],
    ["1999.01", "JPY", "2000"],
    ["1.5", "KWD", "1.500"],
    ["7.001", "XYZ", "7.01"],
    ["7.001", "points", "7.01"],
    ["-12.501", "EUR", "-12.51"],
  ])("turns %s %s into %s", (amount, currency, expected) => {
    expect(roundUp({ amount, currency })).toEqual({ amount: expected, currency });
  });
});

it("subtracts exactly, also below zero", () => {
  expect(subtract({ amount: "30.10", currency: "EUR" }, { amount: "0.2", currency: "EUR" })).toEqual({
    amount: "29.9",
    currency: "EUR",
  });
  expect(subtract({ amount: "1", currency: "EUR" }, { amount: "1.005", currency: "EUR" }).amount).toBe(
    "-0.005",
  );
});
