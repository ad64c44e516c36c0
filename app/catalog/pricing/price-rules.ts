import { z } from "zod";

/** Decimal numbers as text, such as "12.5". */
const decimal = z.string().regex(/^\d+(\.\d+)?$/);

const addition = z.discriminatedUnion("kind", [
  /** Percentage of the cost. */
  z.object({ kind: z.literal("percent"), percent: decimal }),
  /** The same amount for each cost, in the currency of the rules. */
  z.object({ kind: z.literal("amount"), amount: decimal }),
]);

/** Endings of prices: ".99", ".95", whole units, or no rounding. */
export const roundings = ["none", "99", "95", "whole"] as const;

const priceRule = z.object({
  /**
   * Ranges of the cost, in ascending order. Each range begins above the previous `upTo` and includes its own.
   * Only the last `upTo` is null.
   */
  ranges: z.array(z.object({ upTo: decimal.nullable(), add: addition })).min(1),
  rounding: z.enum(roundings),
  /** The minimum margin of an order of one piece, in per cent, below 100; see `marginOf`. Null for none. */
  marginFloor: decimal.nullable(),
  /** Markup of the compare-at price over the price, in per cent; null for no compare-at price. */
  compareAt: decimal.nullable(),
});

export const priceRules = z.object({
  /** The currency of all amounts in the rules; null if the rules have no amounts. */
  currency: z.string().nullable(),
  default: priceRule,
  /** Rules for single categories of the supplier. */
  categories: z.array(z.object({ category: z.string(), rule: priceRule })),
  /** Exchange rates, one per pair of currencies. */
  rates: z.array(z.object({ from: z.string(), to: z.string(), rate: decimal, date: z.string() })),
  /**
   * Tax and shipping, for margins (costs.ts). Missing in rules that were saved before these settings existed.
   */
  costs: z
    .object({
      /** "gross" if the supplier's prices include tax. If it is missing, the prices count as "net". */
      supplierPrices: z.enum(["net", "gross"]).optional(),
      salesTax: decimal.nullable(),
      supplierTax: decimal.nullable(),
      shipping: z.object({ amount: decimal, currency: z.string() }).nullable(),
    })
    .optional(),
});

export type Addition = z.infer<typeof addition>;
export type Rounding = (typeof roundings)[number];
export type PriceRule = z.infer<typeof priceRule>;
export type PriceRules = z.infer<typeof priceRules>;

/** The rules of a shop whose merchant has saved none. */
export const FIRST_RULES: PriceRules = {
  currency: null,
  default: {
    ranges: [{ upTo: null, add: { kind: "percent", percent: "50" } }],
    rounding: "none",
    marginFloor: null,
    compareAt: null,
  },
  categories: [],
  rates: [],
};

/** Returns the rule for products of a category. */
export function ruleFor({ default: usual, categories }: PriceRules, category: string | null): PriceRule {
  return categories.find((each) => each.category === category)?.rule ?? usual;
}

/** Returns true if a rule has amounts. Such a rule is valid in one currency only. */
export function hasAmounts({ ranges }: PriceRule): boolean {
  return ranges.some(({ upTo, add }) => upTo !== null || add.kind === "amount");
}
