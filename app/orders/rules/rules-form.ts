import { z } from "zod";

import type { Money } from "../../lib/money.ts";
import { minorDigits } from "../../messages/minor-digits.ts";
import { readDecimal, typedDecimal } from "../../lib/read-decimal.ts";
import type { Message } from "../../messages/message.ts";
import {
  type Delay,
  DELAYS,
  foldTag,
  type OrderRules,
  orderRules,
  TAG_LENGTH,
  TAGS_AT_MOST,
  TIME_OF_DAY,
} from "./order-rules.ts";

const typed = z.string().max(100);
const typedTags = z.string().max(10_000);

export const delayChoices = ["none", ...DELAYS.map((minutes) => `${minutes}` as const), "daily"] as const;

/** The rules as the merchant types them. */
export const rulesForm = z.object({
  delay: z.enum(delayChoices),
  /** "17:00". Used only with the delay "daily". */
  time: typed,
  /** Separated by commas, which no tag of Shopify's contains. */
  onlyTags: typedTags,
  neverTags: typedTags,
  askForEach: z.boolean(),
  holdAbove: typed,
  countries: orderRules.shape.countries,
  risk: orderRules.shape.risk,
  ordersPerDay: typed,
  moneyPerDay: typed,
});
export type RulesForm = z.infer<typeof rulesForm>;

/** Problems by input. */
export type FormProblems = Partial<Record<keyof RulesForm, Message>>;

/**
 * Returns the rules as the form shows them. An amount that is not in the shop's `currency` is shown with its currency
 * code.
 * @param sign the merchant's decimal sign.
 */
export function toRulesForm(
  rules: OrderRules,
  { sign, currency }: { sign: "." | ","; currency: string },
): RulesForm {
  const { delay, onlyTags, neverTags, askForEach, countries, risk, ordersPerDay } = rules;
  const amount = (money: Money | null) => {
    if (money === null) return "";
    const text = typedDecimal(money.amount, sign);
    return money.currency === currency ? text : `${text} ${money.currency}`;
  };
  return {
    delay: delay.kind === "minutes" ? `${delay.minutes}` : delay.kind,
    time: delay.kind === "daily" ? delay.at : "17:00",
    onlyTags: onlyTags.join(", "),
    neverTags: neverTags.join(", "),
    askForEach,
    holdAbove: amount(rules.holdAbove),
    countries,
    risk,
    ordersPerDay: ordersPerDay === null ? "" : String(ordersPerDay),
    moneyPerDay: amount(rules.moneyPerDay),
  };
}

/**
 * Reads the form, or returns a problem per input. The page also calls it in the browser, so it uses no schema: zod
 * would add 20 KB of script.
 */
export function readRulesForm(
  form: RulesForm,
  currency: string,
): { ok: true; rules: OrderRules } | { ok: false; problems: FormProblems } {
  const problems: FormProblems = {};
  const amount = (field: "holdAbove" | "moneyPerDay"): Money | null => {
    if (form[field].trim() === "") return null;
    const read = readDecimal(form[field], { decimals: minorDigits(currency), units: [currency] });
    if (read.kind === "decimal") return { amount: read.decimal, currency };
    problems[field] = read.problem;
    return null;
  };
  const tags = (field: "onlyTags" | "neverTags"): string[] => {
    const each = form[field]
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => foldTag(tag) !== "");
    const unique = [...new Map(each.map((tag) => [foldTag(tag), tag])).values()];
    if (unique.length > TAGS_AT_MOST)
      problems[field] = { code: "rules.form.too-many-tags", most: TAGS_AT_MOST };
    const long = unique.find((tag) => tag.length > TAG_LENGTH);
    if (long !== undefined) problems[field] = { code: "rules.form.long-tag", tag: `${long.slice(0, 30)}…` };
    return unique;
  };
  const time = /^(\d{1,2}):(\d\d)$/.exec(form.time.trim());
  const at = time ? `${time[1]?.padStart(2, "0") ?? ""}:${time[2] ?? ""}` : "";
  const minutes = DELAYS.find((each) => String(each) === form.delay);
  const delay: Delay = minutes
    ? { kind: "minutes", minutes }
    : form.delay === "daily"
      ? { kind: "daily", at }
      : { kind: "none" };
  if (delay.kind === "daily" && !TIME_OF_DAY.test(at)) problems.time = { code: "rules.form.time" };
  const count = form.ordersPerDay.trim();
  if (count !== "" && !/^[1-9]\d{0,5}$/.test(count)) problems.ordersPerDay = { code: "rules.form.count" };
  if (form.countries.kind !== "all" && form.countries.codes.length === 0)
    problems.countries = { code: "rules.form.no-countries" };
  const rules: OrderRules = {
    delay,
    onlyTags: tags("onlyTags"),
    neverTags: tags("neverTags"),
    askForEach: form.askForEach,
    holdAbove: amount("holdAbove"),
    countries: form.countries,
    risk: form.risk,
    ordersPerDay: count === "" ? null : Number(count),
    moneyPerDay: amount("moneyPerDay"),
  };
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, rules };
}
