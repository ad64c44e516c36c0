import Big from "big.js";

import { isMore, type Money, sum } from "../../lib/money.ts";
import type { MessageCode, ParamsOf } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import type { OrderFacts } from "../../shop/orders/order-facts.ts";
import { type Delay, matchTags, type OrderRules } from "./order-rules.ts";
import { nextTimeOfDay, startOfNextDay } from "../../messages/zoned-time.ts";

/** The decision of the rules on an order at a moment. */
export type Verdict =
  | { kind: "send" }
  /**
   * `until`: time at which the rules judge the order again. Null: they judge it again only after the order or the rules
   * change.
   */
  | { kind: "keep"; why: KeptBecause; until: Date | null };

/** The rule that keeps an order, as a message. */
export type KeptBecause = { [Code in KeptCode]: { code: Code } & ParamsOf<Code> }[KeptCode];

type KeptCode = Extract<MessageCode, `rules.kept.${string}`>;

export type Moment = {
  now: Date;
  /** When the rules first saw the order. A delay begins here. */
  since: Date;
  /** Null if the shop's time zone is unknown. Days and times are then in UTC. */
  timeZone: string | null;
  /** Other orders that automatic ordering has requested today. */
  sentToday: SentToday;
};

/** Orders that automatic ordering has requested today. `amount` is their total in the currency of the daily limit. */
export type SentToday = { orders: number; amount: string };

/**
 * Judges an order. The first rules are those that hold it until the order or the rules change. A pending or missing
 * assessment of its fraud risk comes next, then the delay, and then the daily limits.
 */
export function judgeRules(rules: OrderRules, facts: OrderFacts, moment: Moment): Verdict {
  const held = holdOf(rules, facts);
  if (held !== null) return { kind: "keep", why: held, until: null };
  const { now, since, timeZone } = moment;
  if (rules.risk !== "off" && facts.risk === "pending")
    return {
      kind: "keep",
      why: { code: "rules.kept.risk-pending" },
      until: after(now, RISK_RECHECK_SECONDS),
    };
  const assessedBy = after(since, ASSESSMENT_SECONDS);
  if (rules.risk !== "off" && facts.risk === "none" && now < assessedBy)
    return { kind: "keep", why: { code: "rules.kept.risk-missing" }, until: assessedBy };
  const end = endOfDelay(rules.delay, { since, timeZone });
  if (end > now) return { kind: "keep", why: delayed(rules.delay), until: end };
  const limited = limitOf(rules, facts, moment.sentToday);
  if (limited !== null) return { kind: "keep", why: limited, until: startOfNextDay(now, timeZone) };
  return { kind: "send" };
}

/**
 * Maximum time for which the rules wait for a first assessment. Shopify assesses an online order within minutes after
 * its payment. It never assesses some orders, for example those of a point of sale, so the rules stop waiting.
 */
const ASSESSMENT_SECONDS = 900;

/** Time until a pending assessment is read again. Shopify announces an assessment by a webhook, which may be lost. */
const RISK_RECHECK_SECONDS = 900;

/** Returns when a delay ends. */
export function endOfDelay(delay: Delay, { since, timeZone }: Pick<Moment, "since" | "timeZone">): Date {
  switch (delay.kind) {
    case "none":
      return since;
    case "minutes":
      return after(since, delay.minutes * 60);
    case "daily":
      return nextTimeOfDay(delay.at, since, timeZone);
  }
}

function delayed(delay: Delay): KeptBecause {
  return delay.kind === "daily"
    ? { code: "rules.kept.daily", time: delay.at }
    : { code: "rules.kept.delay", minutes: delay.kind === "minutes" ? delay.minutes : 0 };
}

/**
 * Returns the rule that holds the order until the order or the rules change, or a person sends it; null if no rule
 * does.
 */
function holdOf(rules: OrderRules, { total, tags, risk, test, ...facts }: OrderFacts): KeptBecause | null {
  if (test) return { code: "rules.kept.test" };
  if (rules.askForEach) return { code: "rules.kept.ask" };
  const never = matchTags(rules.neverTags, tags);
  if (never.length > 0) return { code: "rules.kept.tag", tags: never };
  if (rules.onlyTags.length > 0 && matchTags(rules.onlyTags, tags).length === 0)
    return { code: "rules.kept.no-tag", tags: rules.onlyTags };
  const { countries, holdAbove, moneyPerDay } = rules;
  for (const country of countries.kind === "all" ? [] : [facts.country, ...(facts.destinations ?? [])]) {
    if (country === null) return { code: "rules.kept.no-country" };
    if (countries.codes.includes(country) !== (countries.kind === "only"))
      return { code: "rules.kept.country", country };
  }
  if (isHeldRisk(rules.risk, risk))
    return { code: risk === "high" ? "rules.kept.risk-high" : "rules.kept.risk-medium" };
  for (const limit of [holdAbove, moneyPerDay])
    if (limit !== null && limit.currency !== total.currency)
      return { code: "rules.kept.currency", total, currency: limit.currency };
  if (holdAbove !== null && isMore(total, holdAbove))
    return { code: "rules.kept.amount", total, limit: holdAbove };
  if (moneyPerDay !== null && isMore(total, moneyPerDay))
    return { code: "rules.kept.above-daily", total, limit: moneyPerDay };
  return null;
}

function isHeldRisk(lowest: OrderRules["risk"], risk: OrderFacts["risk"]): boolean {
  if (lowest === "off") return false;
  return risk === "high" || (risk === "medium" && lowest === "medium");
}

/** Returns the daily limit that the order would exceed; null if there is none. */
function limitOf(
  { ordersPerDay, moneyPerDay }: OrderRules,
  { total }: OrderFacts,
  { orders, amount }: SentToday,
): KeptBecause | null {
  if (ordersPerDay !== null && orders >= ordersPerDay)
    return { code: "rules.kept.orders-today", limit: ordersPerDay };
  if (moneyPerDay !== null && isMore(plus(total, amount), moneyPerDay))
    return { code: "rules.kept.money-today", limit: moneyPerDay };
  return null;
}

function plus({ amount, currency }: Money, more: string): Money {
  return sum([
    { amount, currency },
    { amount: new Big(more).toFixed(), currency },
  ]) as Money;
}

/** Returns true if a daily limit keeps the order. */
export function isLimit({ code }: KeptBecause): boolean {
  return code === "rules.kept.orders-today" || code === "rules.kept.money-today";
}

/** Returns the facts as a request's row keeps them, with only the tags that the rules name. */
export function storedFacts({ onlyTags, neverTags }: OrderRules, { tags, country, risk }: OrderFacts) {
  return { tags: matchTags([...onlyTags, ...neverTags], tags), country, risk };
}
