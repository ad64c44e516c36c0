import { z } from "zod";

/** Decimals such as "12.5", never floats. */
const decimal = z.string().regex(/^\d+(\.\d+)?$/);

const addition = z.discriminatedUnion("kind", [
  /** Percentage of the cost. */
  z.object({ kind: z.literal("percent"), percent: decimal }),
  /** The same amount for each cost, in the currency of the rules. */
  z.object({ kind: z.literal("amount"), amount: decimal }),
]);

/** Endings of prices: these cents, whole units, or none. */
export const roundings = ["none", "99", "95", "whole"] as const;

const priceRule = z.object({
  /**
   * Ascending by cost. Each range begins above the end of the one before, and includes `upTo`. Only the last range
   * has no `upTo`.
   */
  ranges: z.array(z.object({ upTo: decimal.nullable(), add: addition })).min(1),
  rounding: z.enum(roundings),
  /** The minimum margin of an order of one piece, as pages show it: in per cent, below 100. Null for none. */
  marginFloor: decimal.nullable(),
  /** Markup of the compare-at price over the price, in per cent; null for no compare-at price. */
  compareAt: decimal.nullable(),
});

export const priceRules = z.object({
  /** The currency of all amounts in the rules; null if there are none. */
  currency: z.string().nullable(),
  default: priceRule,
  /** The supplier's categories. */
  categories: z.array(z.object({ category: z.string(), rule: priceRule })),
  /** One per pair of currencies. */
  rates: z.array(z.object({ from: z.string(), to: z.string(), rate: decimal, date: z.string() })),
  /** Tax and shipping, for margins: see costs.ts. Rules from before these settings have none. */
  costs: z
    .object({
      /** The merchant's answer: "net" if the supplier's prices are without tax. A missing answer counts as "net". */
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

/** The rules of a shop until the merchant saves others. */
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

/** Returns true if a rule has amounts, which are valid in one currency only. */
export function hasAmounts({ ranges }: PriceRule): boolean {
  return ranges.some(({ upTo, add }) => upTo !== null || add.kind === "amount");
}
