import { z } from "zod";

/** Decimals such as "12.5", never floats. */
const decimal = z.string().regex(/^\d+(\.\d+)?$/);

const addition = z.discriminatedUnion("kind", [
  /** So many per cent of the cost. */
  z.object({ kind: z.literal("percent"), percent: decimal }),
  /** The same for each cost, in the currency of the rules. */
  z.object({ kind: z.literal("amount"), amount: decimal }),
]);

/** How prices end: with the cents that it names, in whole units, or as the sum comes out. */
export const roundings = ["none", "99", "95", "whole"] as const;

const priceRule = z.object({
  /** By cost, ascending: each begins above the one before and ends with `upTo`, which only the last does not have. */
  ranges: z.array(z.object({ upTo: decimal.nullable(), add: addition })).min(1),
  rounding: z.enum(roundings),
  /** The least margin, in per cent of the price; null: none. Less than 100. */
  marginFloor: decimal.nullable(),
  /** How much higher the compare-at price is, in per cent of the price; null: there is none. */
  compareAt: decimal.nullable(),
});

export const priceRules = z.object({
  /** The currency of all amounts in the rules; null while they have none. */
  currency: z.string().nullable(),
  default: priceRule,
  /** Categories are the supplier's. */
  categories: z.array(z.object({ category: z.string(), rule: priceRule })),
  /** One for each pair of currencies. */
  rates: z.array(z.object({ from: z.string(), to: z.string(), rate: decimal, date: z.string() })),
});

export type Addition = z.infer<typeof addition>;
export type Rounding = (typeof roundings)[number];
export type PriceRule = z.infer<typeof priceRule>;
export type PriceRules = z.infer<typeof priceRules>;

/** What holds until the merchant says otherwise. */
export const FIRST_RULES: PriceRules = {
  currency: null,
  default: {
    ranges: [{ upTo: null, add: { kind: "percent", percent: "50" } }],
    ...{ rounding: "none", marginFloor: null, compareAt: null },
  },
  categories: [],
  rates: [],
};

/** The rule for products of a category. */
export function ruleFor({ default: usual, categories }: PriceRules, category: string | null): PriceRule {
  return categories.find((each) => each.category === category)?.rule ?? usual;
}

/** Whether a rule has amounts, which mean something in one currency only. */
export function hasAmounts({ ranges }: PriceRule): boolean {
  return ranges.some(({ upTo, add }) => upTo !== null || add.kind === "amount");
}
