import { describe, expect, it } from "vitest";

import { fallingPrices, missingCosts } from "../../../app/catalog/pricing/pricing.ts";
import {
  type PriceForm,
  type RuleForm,
  toPriceForm,
  readPriceForm,
} from "../../../app/catalog/pricing/price-form.ts";
import { FIRST_RULES, type PriceRules } from "../../../app/catalog/pricing/price-rules.ts";
import { decimalSign } from "../../../app/lib/read-decimal.ts";
import { translator } from "../../../app/messages/translate.ts";
import { markup, pricingWith, rulesWith } from "./testing.ts";

const t = translator("en");
const shown = { sign: decimalSign("en"), currency: "EUR" };
const reading = { currency: "EUR", now: new Date("2026-11-22T12:00:00Z") };
const first = toPriceForm(FIRST_RULES, shown);

function formWith(rule: Partial<RuleForm>, more: Partial<PriceForm> = {}): PriceForm {
  return { ...first, default: { ...first.default, ...rule }, ...more };
}

/** Returns the problem of each input. */
function problems(form: PriceForm, more: Partial<typeof reading> = {}) {
  const read = readPriceForm(form, { ...reading, ...more });
  return read.ok
    ? {}
    : Object.fromEntries(Object.entries(read.problems).map(([path, each]) => [path, t(each)]));
}

function ranges(...ends: string[]): Partial<RuleForm> {
  return { by: "ranges", ranges: ends.map((upTo) => ({ upTo, kind: "percent" as const, value: "50" })) };
}

describe("typed price rules", () => {
  it.each([
    ["12,5", "12.5"],
    [" 12,5 % ", "12.5"],
    ["0", "0"],
    ["1000", "1000"],
  ])("are read as numbers: %j as %s percent", (value, percent) => {
    expect(readPriceForm(formWith({ value }), reading)).toEqual({
      ok: true,
      rules: rulesWith(markup(percent)),
    });
  });

  it("keep the currency in which their amounts were typed", () => {
    const form = formWith({
      by: "amount",
      value: "€ 2,50",
      marginFloor: "30",
      compareAt: "20%",
      rounding: "99",
    });
    const add = { kind: "amount", amount: "2.5" } as const;
    const rule = {
      ranges: [{ upTo: null, add }],
      marginFloor: "30",
      compareAt: "20",
      rounding: "99" as const,
    };
    expect(readPriceForm(form, reading)).toEqual({ ok: true, rules: rulesWith(rule, { currency: "EUR" }) });
  });

  it("stay the same if shown and typed again", () => {
    const add = { kind: "percent", percent: "12.25" } as const;
    const rule = markup("7.5", {
      ranges: [
        { upTo: "10.5", add },
        { upTo: null, add: { kind: "amount", amount: "1234.5" } },
      ],
    });
    const rates = [{ from: "USD", to: "EUR", rate: "1.085", date: "2026-11-01" }];
    const categories = [{ category: "Küche", rule: markup("80", { compareAt: "5" }) }];
    const rules = rulesWith(rule, { currency: "EUR", rates, categories });
    for (const language of ["en", "de", "fr", "ar"]) {
      expect(readPriceForm(toPriceForm(rules, { ...shown, sign: decimalSign(language) }), reading)).toEqual({
        ok: true,
        rules,
      });
    }
  });

  const costs = { ...first.costs, salesTax: "19", shipping: "4,90" };
  const stored = { salesTax: "19", supplierTax: null, shipping: { amount: "4.9", currency: "EUR" } };

  it.each<[string, PriceForm["costs"], PriceRules["costs"]]>([
    ["no answer", costs, stored],
    ["net", { ...costs, supplierPrices: "net" }, { ...stored, supplierPrices: "net" }],
    [
      "net, after gross",
      { ...costs, supplierPrices: "net", supplierTax: "7" },
      { ...stored, supplierPrices: "net" },
    ],
    [
      "gross",
      { ...costs, supplierPrices: "gross", supplierTax: "7" },
      { ...stored, supplierPrices: "gross", supplierTax: "7" },
    ],
    [
      "a tax that a page without the question sends",
      { ...costs, supplierTax: "7" },
      { ...stored, supplierPrices: "gross", supplierTax: "7" },
    ],
    [
      "gross, without tax",
      { ...costs, supplierPrices: "gross", supplierTax: "0" },
      { ...stored, supplierPrices: "gross", supplierTax: "0" },
    ],
    [
      "only the answer",
      { ...first.costs, supplierPrices: "net" },
      { salesTax: null, supplierTax: null, shipping: null, supplierPrices: "net" },
    ],
  ])("keep the answer about net or gross supplier prices: %s", (_, typed, kept) => {
    const read = readPriceForm(formWith({}, { costs: typed }), reading);
    expect(read).toMatchObject({ ok: true, rules: { costs: kept } });
    if (read.ok) expect(readPriceForm(toPriceForm(read.rules, shown), reading)).toEqual(read);
  });

  it("keep a tax rate of zero, which is not an unknown rate", () => {
    const read = readPriceForm(formWith({}, { costs: { ...costs, salesTax: "0" } }), reading);
    expect(read).toMatchObject({ ok: true, rules: { costs: { salesTax: "0" } } });
    if (read.ok) expect(missingCosts(pricingWith(read.rules))).toBe("none");
  });

  it("require the tax in the supplier's prices if these are gross", () => {
    const form = formWith({}, { costs: { ...costs, supplierPrices: "gross" } });
    expect(problems(form)).toEqual({ "costs.supplierTax": "Enter a number." });
  });

  it("show a tax of zero if an earlier version of the app stored gross prices without a tax", () => {
    const rules = { ...FIRST_RULES, costs: { ...stored, supplierPrices: "gross" as const } };
    expect(problems(toPriceForm(rules, shown))).toEqual({});
  });

  it("keep a shipping charge in the currency in which it was typed until the merchant types another charge", () => {
    const rules = { ...FIRST_RULES, costs: stored };
    expect(toPriceForm(rules, { ...shown, currency: "USD" }).costs.shipping).toBe("4.9 EUR");
    expect(problems(toPriceForm(rules, { ...shown, currency: "USD" }), { currency: "USD" })).toHaveProperty([
      "costs.shipping",
    ]);
  });

  it("show “gross” for a tax that was stored before the form asked about net or gross", () => {
    const rules = { ...FIRST_RULES, costs: { ...stored, supplierTax: "7" } };
    expect(toPriceForm(rules, shown).costs).toMatchObject({ supplierPrices: "gross", supplierTax: "7" });
    expect(toPriceForm({ ...FIRST_RULES, costs: stored }, shown).costs).toMatchObject({ supplierPrices: "" });
  });

  it.each<[string, Partial<RuleForm>, Record<string, string>]>([
    ["nothing", { value: "" }, { value: "Enter a number." }],
    ["a number that is too large", { value: "1001" }, { value: "Enter at most 1000." }],
    ["a negative number", { value: "-5" }, { value: "Enter a number of zero or more." }],
    [
      "an ambiguous number",
      { value: "1.234" },
      { value: "“1.234” could mean 1234 or 1.234. Enter 1234 or 1.23." },
    ],
    ["a margin floor of 100 percent", { marginFloor: "100" }, { marginFloor: "Enter at most 95." }],
    ["no range", ranges(), { "": "Add at least one range." }],
    [
      "a gap at the end",
      ranges("10", "50"),
      {
        "ranges.1.upTo":
          "Costs above €50.00 have no range. Leave the end of the last range empty, or add a range.",
      },
    ],
    [
      "ranges that overlap",
      ranges("10", "9,99", ""),
      {
        "ranges.1.upTo":
          "This range overlaps the one before it, which goes up to €10.00. Enter a higher end.",
      },
    ],
    [
      "ranges with the same end",
      ranges("10", "10", ""),
      {
        "ranges.1.upTo":
          "This range overlaps the one before it, which goes up to €10.00. Enter a higher end.",
      },
    ],
    [
      "a range without an end",
      ranges("", "50", ""),
      { "ranges.0.upTo": "Enter where this range ends. Only the last range can be without an end." },
    ],
    ["a range that ends at zero", ranges("0", ""), { "ranges.0.upTo": "A range can't end at zero." }],
  ])("are rejected, with the reason at the field, for %s", (_, rule, expected) => {
    const paths = Object.entries(expected).map(([name, text]) => [`default${name && `.${name}`}`, text]);
    expect(problems(formWith(rule))).toEqual(Object.fromEntries(paths));
  });

  it.each([
    ["0", "2026-11-01", "rate", "Enter a rate above zero."],
    ["1,085", "2026-11-01", "rate", "“1,085” could mean 1085 or 1,085. Enter 1085 or 1,0850."],
    ["1.0850", "2026-13-01", "date", "Enter a date."],
    ["1.0850", "2026-02-30", "date", "Enter a date."],
    ["1.0850", "", "date", "Enter a date."],
    ["1.0850", "2026-11-24", "date", "Enter a date that isn't in the future."],
  ])("are rejected for the rate %j of the date %j, with the reason at the %s", (rate, date, field, text) => {
    const rates = [{ from: "USD", to: "EUR", rate, date }];
    expect(problems(formWith({}, { rates }))).toEqual({ [`rates.0.${field}`]: text });
  });

  it("ignore an empty rate", () => {
    const rates = [{ from: "USD", to: "EUR", rate: " ", date: "" }];
    expect(readPriceForm(formWith({}, { rates }), reading)).toEqual({ ok: true, rules: FIRST_RULES });
  });

  it("allow one rule per category", () => {
    const rule = first.default;
    const categories = ["Küche", "Garten", "Küche"].map((category) => ({ category, rule }));
    expect(problems(formWith({}, { categories }))).toEqual({
      "categories.2.category": "“Küche” has a rule already. Remove one of them.",
    });
  });

  it("may have only as many decimals as the shop's currency", () => {
    const amount = (value: string) => formWith({ by: "amount", value });
    expect(problems(amount("500.5"), { currency: "JPY" })).toEqual({
      "default.value": "Enter a whole number.",
    });
    expect(problems(amount("1.2345"), { currency: "KWD" })).toEqual({
      "default.value": "Enter at most 3 decimals.",
    });
    expect(problems(amount("1.2340"), { currency: "KWD" })).toEqual({});
  });
});

describe("a range that gives a higher cost a lower price", () => {
  const range = (upTo: string | null, percent: string) => ({
    upTo,
    add: { kind: "percent" as const, percent },
  });
  const euros = (amount: string) => ({ amount, currency: "EUR" });

  it("is reported with both prices", () => {
    const rule = markup("0", { ranges: [range("10", "100"), range("50", "50"), range(null, "60")] });
    expect(fallingPrices(rule, pricingWith(rulesWith(rule)))).toEqual([
      { range: 0, cost: euros("10"), price: euros("20.00"), above: euros("10.01"), lower: euros("15.02") },
    ]);
  });

  it("is accepted if the margin floor raises the price", () => {
    const rule = markup("0", { ranges: [range("10", "100"), range(null, "50")], marginFloor: "50" });
    expect(fallingPrices(rule, pricingWith(rulesWith(rule)))).toEqual([]);
  });
});
