import Big from "big.js";
import { z } from "zod";

import { minorDigits } from "../../messages/minor-digits.ts";
import { readDecimal, typedDecimal } from "../../lib/read-decimal.ts";
import type { Message } from "../../messages/message.ts";
import { dayOf, type ExchangeRate, isAhead } from "./exchange-rate.ts";
import { costsIn } from "./costs.ts";
import { type Addition, hasAmounts, type PriceRule, type PriceRules, roundings } from "./price-rules.ts";

export const MAX_RULES = 200;
export const MAX_RANGES = 20;

const typed = z.string().max(100);
const kind = z.enum(["percent", "amount"]);

const ruleForm = z.object({
  by: z.enum(["percent", "amount", "ranges"]),
  /** The addition to the cost. Ignored if `by` is "ranges". */
  value: typed,
  ranges: z.array(z.object({ upTo: typed, kind, value: typed })).max(MAX_RANGES),
  rounding: z.enum(roundings),
  marginFloor: typed,
  compareAt: typed,
});

/** The rules as the values of the page's inputs. Numbers are texts as the merchant typed them. */
export const priceForm = z.object({
  default: ruleForm,
  categories: z.array(z.object({ category: z.string().max(500), rule: ruleForm })).max(MAX_RULES),
  rates: z
    .array(z.object({ from: z.string().length(3), to: z.string().length(3), rate: typed, date: typed }))
    .max(50),
  costs: z.object({
    /**
     * "gross" if the supplier's prices include tax, "net" if they don't. Empty until the merchant has chosen.
     */
    supplierPrices: z.enum(["", "net", "gross"]).default(""),
    salesTax: typed,
    supplierTax: typed,
    shipping: typed,
  }),
});

export type RuleForm = z.infer<typeof ruleForm>;
export type PriceForm = z.infer<typeof priceForm>;
export type RangeForm = RuleForm["ranges"][number];
export type RateForm = PriceForm["rates"][number];
export type CostsForm = PriceForm["costs"];

/** Problems by the path of the input: "default.ranges.0.value". */
export type FormProblems = Record<string, Message>;

/**
 * Formats the rules for inputs.
 *
 * @param options `sign`: the decimal separator of the reader's language. `currency`: the shop's. A shipping charge in
 *   another currency is shown with that currency, and `readPriceForm` rejects it.
 */
export function toPriceForm(
  rules: PriceRules,
  { sign, currency }: { sign: "." | ","; currency: string },
): PriceForm {
  return {
    default: toRuleForm(rules.default, sign),
    categories: rules.categories.map(({ category, rule }) => ({ category, rule: toRuleForm(rule, sign) })),
    rates: rules.rates.map((each) => ({ ...each, rate: typedDecimal(each.rate, sign) })),
    costs: toCostsForm(rules, { sign, currency }),
  };
}

type Reading = {
  /** The shop's currency, for typed amounts. */
  currency: string;
  now: Date;
};

type ReadForm = { ok: true; rules: PriceRules } | { ok: false; problems: FormProblems };

/** Parses the form. If inputs are invalid, returns a problem for each. */
export function readPriceForm(form: PriceForm, reading: Reading): ReadForm {
  const problems: FormProblems = {};
  const rule = (typed: RuleForm, path: string) => readRule(typed, { ...reading, path, problems });
  const usual = rule(form.default, "default");
  const categories = form.categories.map(({ category, rule: typed }, index) => {
    const path = `categories.${String(index)}`;
    if (form.categories.findIndex((each) => each.category === category) < index)
      problems[`${path}.category`] = { code: "prices.problem.category-twice", category };
    return { category, rule: rule(typed, `${path}.rule`) };
  });
  const rates = form.rates.flatMap((rate, index) =>
    readRate(rate, { ...reading, path: `rates.${String(index)}`, problems }),
  );
  const costs = readCosts(form.costs, { ...reading, problems });
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const amounts = [usual, ...categories.map((each) => each.rule)].some(hasAmounts);
  return {
    ok: true,
    rules: {
      currency: amounts ? reading.currency : null,
      default: usual,
      categories,
      rates,
      ...(costs && { costs }),
    },
  };
}

/**
 * Parses a cost, in the supplier's currency, for which the merchant wants to see the price; null if the input
 * is empty.
 */
export function readCost(typed: string, { currency }: Pick<Reading, "currency">) {
  if (typed.trim() === "") return null;
  return readDecimal(typed, { decimals: minorDigits(currency), units: [currency] });
}

function toCostsForm(
  rules: PriceRules,
  { sign, currency }: { sign: "." | ","; currency: string },
): CostsForm {
  const { salesTax, supplierTax, shipping } = costsIn(rules);
  const toTyped = (decimal: string | null) => (decimal === null ? "" : typedDecimal(decimal, sign));
  return {
    // Rules from before this setting have no answer. If they have a supplier's tax, the supplier's prices
    // include tax.
    supplierPrices: rules.costs?.supplierPrices ?? (supplierTax === null ? "" : "gross"),
    salesTax: toTyped(salesTax),
    // An earlier version stored a tax of zero as none.
    supplierTax: toTyped(rules.costs?.supplierPrices === "gross" ? (supplierTax ?? "0") : supplierTax),
    shipping: [
      toTyped(shipping?.amount ?? null),
      ...(shipping !== null && shipping.currency !== currency ? [shipping.currency] : []),
    ].join(" "),
  };
}

/**
 * Parses tax and shipping (in the shop's currency); undefined if all inputs are empty. An empty input means
 * unknown. The supplier's tax is required if the supplier's prices include tax, and is ignored if they don't.
 */
function readCosts(typed: CostsForm, at: Omit<At, "path">): PriceRules["costs"] {
  const tax = (name: "salesTax" | "supplierTax") =>
    readPercent(typed[name], { ...at, path: `costs.${name}`, most: MOST.tax });
  const amount =
    typed.shipping.trim() === "" ? null : readAmount(typed.shipping, { ...at, path: "costs.shipping" });
  const shipping = amount === null ? null : { amount, currency: at.currency };
  // A page of an older version has no such question. There, a typed tax means that the supplier's prices
  // include tax.
  const answer =
    typed.supplierPrices === "" && typed.supplierTax.trim() !== "" ? "gross" : typed.supplierPrices;
  const costs = {
    salesTax: typed.salesTax.trim() === "" ? null : tax("salesTax"),
    supplierTax: answer === "gross" ? tax("supplierTax") : null,
    shipping,
  };
  if (answer === "" && Object.values(costs).every((cost) => cost === null)) return undefined;
  return { ...costs, ...(answer !== "" && { supplierPrices: answer }) };
}

function toRuleForm(rule: PriceRule, sign: "." | ","): RuleForm {
  const toTyped = (decimal: string | null) => (decimal === null ? "" : typedDecimal(decimal, sign));
  const ranges = rule.ranges.map(({ upTo, add }) => ({
    upTo: toTyped(upTo),
    kind: add.kind,
    value: toTyped(add.kind === "percent" ? add.percent : add.amount),
  }));
  const only = ranges.length === 1 ? ranges[0] : undefined;
  return {
    by: only?.kind ?? "ranges",
    value: only?.value ?? "",
    ranges: only ? [] : ranges,
    rounding: rule.rounding,
    marginFloor: toTyped(rule.marginFloor),
    compareAt: toTyped(rule.compareAt),
  };
}

const PERCENT_DECIMALS = 2;
const RATE_DECIMALS = 10;
const MOST = { percent: "1000", marginFloor: "95", tax: "100", amount: "1000000000000", rate: "1000000000" };

type At = Reading & { path: string; problems: FormProblems };

function readRule(typed: RuleForm, at: At): PriceRule {
  const { by, value, rounding } = typed;
  const optional = (name: "marginFloor" | "compareAt", most: string) =>
    typed[name].trim() === "" ? null : readPercent(typed[name], { ...at, path: `${at.path}.${name}`, most });
  const compareAt = optional("compareAt", MOST.percent);
  return {
    ranges:
      by === "ranges"
        ? readRanges(typed.ranges, at)
        : [{ upTo: null, add: readAddition({ kind: by, value }, at) }],
    rounding,
    marginFloor: optional("marginFloor", MOST.marginFloor),
    // With a markup of zero, the compare-at price would equal the price, so none is stored.
    compareAt: compareAt !== null && new Big(compareAt).eq(0) ? null : compareAt,
  };
}

function readRanges(ranges: RangeForm[], at: At): PriceRule["ranges"] {
  if (ranges.length === 0) at.problems[at.path] = { code: "prices.problem.no-ranges" };
  let before: string | null = null;
  return ranges.map(({ upTo: typed, kind, value }, index) => {
    const path = `${at.path}.ranges.${String(index)}`;
    const add = readAddition({ kind, value }, { ...at, path });
    const upTo = readEnd(typed, { ...at, path: `${path}.upTo`, before, isLast: index === ranges.length - 1 });
    before = upTo ?? before;
    return { upTo, add };
  });
}

/**
 * Parses the end of a range. A range begins at the end of the previous one. The ends must ascend, and only the
 * last range may have no end: this rules out gaps and overlaps.
 */
function readEnd(typed: string, at: At & { before: string | null; isLast: boolean }): string | null {
  const { before, isLast, currency, path, problems } = at;
  const none = typed.trim() === "";
  if (none && !isLast) problems[path] = { code: "prices.problem.range-open" };
  if (none) return null;
  const end = readAmount(typed, at);
  if (path in problems) return null;
  const shown = (amount: string) => ({ amount, currency });
  if (new Big(end).lte(before ?? "0"))
    problems[path] =
      before === null
        ? { code: "prices.problem.range-empty" }
        : { code: "prices.problem.range-overlaps", before: shown(before) };
  else if (isLast) problems[path] = { code: "prices.problem.range-gap", end: shown(end) };
  return end;
}

function readAddition({ kind, value }: { kind: Addition["kind"]; value: string }, at: At): Addition {
  const path = `${at.path}.value`;
  return kind === "percent"
    ? { kind, percent: readPercent(value, { ...at, path, most: MOST.percent }) }
    : { kind, amount: readAmount(value, { ...at, path }) };
}

function readPercent(typed: string, at: At & { most: string }): string {
  return readNumber(typed, { ...at, decimals: PERCENT_DECIMALS, units: ["%"] });
}

function readAmount(typed: string, at: At): string {
  const { currency } = at;
  return readNumber(typed, {
    ...at,
    most: MOST.amount,
    decimals: minorDigits(currency),
    units: [currency, symbolOf(currency)],
  });
}

/** Parses a number. If it is invalid, records a problem and returns a decimal that the caller must not use. */
function readNumber(typed: string, at: At & { most: string; decimals: number; units: string[] }): string {
  const { path, problems, most } = at;
  const read = readDecimal(typed, at);
  const tooMuch = read.kind === "decimal" && new Big(read.decimal).gt(most);
  const problem: Message | null =
    read.kind === "problem" ? read.problem : tooMuch ? { code: "number.too-high", most } : null;
  if (problem) problems[path] = problem;
  return read.kind === "decimal" ? read.decimal : "0";
}

/** Parses an exchange rate; returns an empty list if the input is empty. */
function readRate({ from, to, rate, date }: RateForm, at: At): ExchangeRate[] {
  if (rate.trim() === "") return [];
  const path = `${at.path}.rate`;
  const typed = readNumber(rate, { ...at, path, most: MOST.rate, decimals: RATE_DECIMALS, units: [to] });
  if (!(path in at.problems) && new Big(typed).eq(0))
    at.problems[path] = { code: "prices.problem.rate-zero" };
  if (!isDay(date)) at.problems[`${at.path}.date`] = { code: "prices.problem.date" };
  else if (isAhead(date, at.now)) at.problems[`${at.path}.date`] = { code: "prices.problem.date-ahead" };
  return [{ from, to, rate: typed, date }];
}

function isDay(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && dayOf(parsed) === date;
}

function symbolOf(currency: string): string {
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  });
  return (
    format
      .formatToParts(0)
      .find(({ type }) => type === "currency")
      ?.value.toUpperCase() ?? currency
  );
}
