import { z } from "zod";

import { typedDecimal } from "../../lib/read-decimal.ts";
import type { Message } from "../../messages/message.ts";
import { type PriceRule, type PriceRules, roundings } from "./price-rules.ts";

export const MAX_RULES = 200;
export const MAX_RANGES = 20;

const typed = z.string().max(100);
const kind = z.enum(["percent", "amount"]);

const ruleForm = z.object({
  by: z.enum(["percent", "amount", "ranges"]),
  /** The addition, unless it is by ranges. */
  value: typed,
  ranges: z.array(z.object({ upTo: typed, kind, value: typed })).max(MAX_RANGES),
  rounding: z.enum(roundings),
  marginFloor: typed,
  compareAt: typed,
});

/** The rules as the page's inputs. Numbers are as typed. */
export const priceForm = z.object({
  default: ruleForm,
  categories: z.array(z.object({ category: z.string().max(500), rule: ruleForm })).max(MAX_RULES),
  rates: z
    .array(z.object({ from: z.string().length(3), to: z.string().length(3), rate: typed, date: typed }))
    .max(50),
});

export type RuleForm = z.infer<typeof ruleForm>;
export type PriceForm = z.infer<typeof priceForm>;
export type RangeForm = RuleForm["ranges"][number];
export type RateForm = PriceForm["rates"][number];

/** Problems by the path of the input: "default.ranges.0.value". */
export type FormProblems = Record<string, Message>;

/** Formats the rules for inputs, with the reader's decimal sign. */
export function toPriceForm(rules: PriceRules, sign: "." | ","): PriceForm {
  return {
    default: toRuleForm(rules.default, sign),
    categories: rules.categories.map(({ category, rule }) => ({ category, rule: toRuleForm(rule, sign) })),
    rates: rules.rates.map((each) => ({ ...each, rate: typedDecimal(each.rate, sign) })),
  };
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
