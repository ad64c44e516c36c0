import { describe, expect, it } from "vitest";

import { changedPrice, type PriceChange, readChange } from "../../../app/catalog/price-edits/price-change.ts";

const given = (present: string | null, currency = "EUR", rule: string | null = "15.00") => ({
  present,
  rule,
  currency,
});

describe("changedPrice", () => {
  it.each<[PriceChange, ReturnType<typeof given>, unknown]>([
    [{ kind: "fixed", value: "9.9" }, given(null), { price: "9.90" }],
    [{ kind: "amount", value: "-2.5" }, given("10.00"), { price: "7.50" }],
    [{ kind: "percent", value: "5" }, given("9.90"), { price: "10.40" }],
    [{ kind: "percent", value: "-12.5" }, given("10.00"), { price: "8.75" }],
    [{ kind: "rule-amount", value: "2" }, given("99.00"), { price: "17.00" }],
    [{ kind: "rule-percent", value: "10" }, given("99.00"), { price: "16.50" }],
    // Currencies with no, and with three decimals.
    [{ kind: "percent", value: "5" }, given("1290", "JPY"), { price: "1355" }],
    [{ kind: "percent", value: "-10" }, given("15", "JPY"), { price: "14" }],
    [{ kind: "percent", value: "5" }, given("1.250", "KWD"), { price: "1.313" }],
    [{ kind: "rule-percent", value: "0" }, given("2.000", "KWD", "1.5"), { price: "1.500" }],
    [{ kind: "percent", value: "5" }, given(null), { kept: "no-present" }],
    [{ kind: "rule-amount", value: "5" }, given("5.00", "EUR", null), { kept: "no-rule" }],
    [{ kind: "amount", value: "-11" }, given("10.00"), { kept: "below-zero" }],
    [{ kind: "percent", value: "0" }, given("10.0"), { kept: "same" }],
    [{ kind: "amount", value: "1" }, given("999999999999.00"), { kept: "too-high" }],
  ])("applies the change %o to %o: %o", (change, of, expected) => {
    expect(changedPrice(change, of)).toEqual(expected);
  });
});

describe("readChange", () => {
  it.each([
    ["percent", "-5 %", "EUR", { kind: "percent", value: "-5" }],
    ["percent", "+2,25", "EUR", { kind: "percent", value: "2.25" }],
    ["amount", "−1,50 EUR", "EUR", { kind: "amount", value: "-1.5" }],
    ["fixed", "1.2500", "KWD", { kind: "fixed", value: "1.25" }],
  ] as const)("reads a change of the kind %s, typed as “%s”, in %s", (kind, typed, currency, change) => {
    expect(readChange({ kind, typed }, currency)).toEqual({ kind: "change", change });
  });

  it.each([
    ["percent", "", "EUR", "number.missing"],
    ["percent", "1.125", "EUR", "number.ambiguous"],
    ["percent", "0.125", "EUR", "number.too-precise"],
    ["fixed", "-5", "EUR", "number.negative"],
    ["fixed", "12.5", "JPY", "number.too-precise"],
    ["amount", "--5", "EUR", "number.negative"],
    ["amount", "five", "EUR", "number.unreadable"],
    ["fixed", "1000000000000", "EUR", "number.too-high"],
  ] as const)("rejects a change of the kind %s, typed as “%s”, in %s", (kind, typed, currency, code) => {
    expect(readChange({ kind, typed }, currency)).toMatchObject({ kind: "problem", problem: { code } });
  });
});
