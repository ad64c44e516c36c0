import Big from "big.js";
import { z } from "zod";
import { minorDigits } from "../messages/minor-digits.ts";
import { readDecimal, typedDecimal } from "../lib/read-decimal.ts";
import type { Message } from "../messages/message.ts";
import { DEFAULT_LOCALE } from "../messages/translate.ts";
import { COUNTRIES, countryName } from "../shop/countries.ts";
import { bases, type RateGroup, type Rates, WEIGHT_DECIMALS } from "./rates.ts";

export const MAX_GROUPS = 10;
export const MAX_STEPS = 10;

const typed = z.string().max(100);
const groupForm = z.object({
  name: typed,
  restOfWorld: z.boolean(),
  countries: z.array(z.string().refine((code) => COUNTRIES.includes(code))).max(COUNTRIES.length),
  basis: z.enum(bases),
  /** The first step begins at zero, even if the merchant types something else. */
  steps: z
    .array(z.object({ from: typed, price: typed }))
    .min(1)
    .max(MAX_STEPS),
  freeFrom: typed,
});

/** The rates as the merchant types them. */
export const ratesForm = z.object({ title: typed, groups: z.array(groupForm).min(1).max(MAX_GROUPS) });
export type RatesForm = z.infer<typeof ratesForm>;
export type GroupForm = RatesForm["groups"][number];

/** Problems by input: "groups.0.steps.1.price". */
export type FormProblems = Record<string, Message>;

/** Returns saved rates in the form in which a merchant types them: amounts have the decimals of a price, "4.90". */
export function toRatesForm({ title, currency, groups }: Rates, sign: "." | ","): RatesForm {
  const typedAmount = (amount: string) => {
    const exact = new Big(amount);
    const shown = Math.max(exact.toFixed().split(".")[1]?.length ?? 0, Math.min(2, minorDigits(currency)));
    return typedDecimal(exact.toFixed(shown), sign);
  };
  return {
    title,
    groups: groups.map(({ name, countries, basis, steps, freeFrom }) => ({
      name,
      restOfWorld: countries === "rest-of-world",
      // A country may have been removed from `COUNTRIES` since the rates were saved.
      countries: countries === "rest-of-world" ? [] : countries.filter((code) => COUNTRIES.includes(code)),
      basis,
      steps: steps.map(({ from, price }, at) => ({
        from: at === 0 || basis === "weight" ? typedDecimal(from, sign) : typedAmount(from),
        price: typedAmount(price),
      })),
      freeFrom: freeFrom === null ? "" : typedAmount(freeFrom),
    })),
  };
}

/** Reads the form, or returns a problem per input. */
export function readRatesForm(
  form: RatesForm,
  currency: string,
): { ok: true; rates: Rates } | { ok: false; problems: FormProblems } {
  const problems: FormProblems = {};
  const read = (
    path: string,
    text: string,
    { decimals, unit }: { decimals: number; unit: string },
  ): string => {
    const decimal = readDecimal(text, { decimals, units: [unit] });
    if (decimal.kind === "decimal") return decimal.decimal;
    problems[path] = decimal.problem;
    return "0";
  };
  const money = { decimals: minorDigits(currency), unit: currency };
  const title = form.title.trim();
  if (title === "") problems["title"] = { code: "shipping.form.title-missing" };
  const taken = new Set<string>();
  const groups = form.groups.map((group, index): RateGroup => {
    const path = `groups.${String(index)}`;
    const name = group.name.trim();
    if (name === "") problems[`${path}.name`] = { code: "shipping.form.name-missing" };
    const countries = group.restOfWorld ? REST : group.countries;
    const twice = countries.find((country) => taken.has(country));
    if (countries.length === 0) problems[`${path}.countries`] = { code: "shipping.form.no-countries" };
    else if (twice === "rest-of-world") problems[`${path}.countries`] = { code: "shipping.form.two-rests" };
    else if (twice !== undefined)
      problems[`${path}.countries`] = {
        code: "shipping.form.country-twice",
        country: countryName(twice, DEFAULT_LOCALE),
      };
    for (const country of countries) taken.add(country);
    const from = group.basis === "weight" ? { decimals: WEIGHT_DECIMALS, unit: "KG" } : money;
    const typedSteps = group.basis === "flat" ? group.steps.slice(0, 1) : group.steps;
    const steps = typedSteps.map((step, at) => ({
      from: at === 0 ? "0" : read(`${path}.steps.${String(at)}.from`, step.from, from),
      price: read(`${path}.steps.${String(at)}.price`, step.price, money),
    }));
    steps.forEach((step, at) => {
      const before = steps[at - 1];
      const key = `${path}.steps.${String(at)}.from`;
      if (before && !problems[key] && new Big(step.from).lte(before.from))
        problems[key] = { code: "shipping.form.not-rising" };
    });
    const freeFrom = group.freeFrom.trim() === "" ? null : read(`${path}.freeFrom`, group.freeFrom, money);
    if (freeFrom !== null && !problems[`${path}.freeFrom`] && new Big(freeFrom).eq(0))
      problems[`${path}.freeFrom`] = { code: "shipping.form.free-from-zero" };
    return {
      name,
      countries: group.restOfWorld ? "rest-of-world" : group.countries,
      basis: group.basis,
      steps,
      freeFrom,
    };
  });
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  return { ok: true, rates: { title, currency, groups } };
}

const REST = ["rest-of-world"];

/** Share of a usual cost that is suggested as a flat rate. The merchant confirms or changes it. */
const SHARE = "0.15";
const ROUND = ["1", "2", "3", "4", "5", "6", "8", "10"];

/**
 * Suggests a flat shipping rate, a round amount near 15% of a usual cost. Null for a cost of zero.
 * @param cost in the shop's currency.
 */
export function suggestRate(cost: string, currency: string): string | null {
  const aim = new Big(cost).times(SHARE);
  if (aim.lte(0)) return null;
  const power = new Big(10).pow(aim.e);
  const round = ROUND.map((each) => power.times(each));
  const nearest = round.reduce((best, each) =>
    each.minus(aim).abs().lte(best.minus(aim).abs()) ? each : best,
  );
  const least = new Big(10).pow(-minorDigits(currency));
  return (nearest.lt(least) ? least : nearest).toFixed(minorDigits(currency));
}
