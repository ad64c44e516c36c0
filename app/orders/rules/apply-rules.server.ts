import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after, earliest } from "../../queue/back-off.ts";
import { setDueAt } from "../../queue/lease.server.ts";
import { adminOrderUrl } from "../../shop/ids.ts";
import { REPLICA_LAGS_SECONDS } from "../../shop/orders/fulfillment-order.ts";
import { type RequestableOrder } from "../../shop/orders/fulfillment-requests.server.ts";
import { findTimeZone } from "../../shop/shop-facts.server.ts";
import {
  isLimit,
  judgeRules,
  type KeptBecause,
  type SentToday,
  storedFacts,
  type Verdict,
} from "./judge-rules.ts";
import type { OrderRules } from "./order-rules.ts";
import { findRulesIn, lockOrderRules } from "./rules-store.server.ts";
import { startOfDayOf } from "../../messages/zoned-time.ts";

/** An order as the shop shows it now. `parts`: ids of its fulfillment orders that may be requested. */
export type Candidate = { order: RequestableOrder; parts: string[] };

/**
 * The decision on an order. `off`: automatic ordering has been switched off. `waiting`: true if the list of orders to
 * send has, or had, the order. `missing`: ids of its fulfillment orders that the list lacks. The caller adds the
 * missing fulfillment orders to the list, with `keep`.
 */
export type Applied =
  { kind: "send"; waiting: boolean } | { kind: "off" } | { kind: "kept"; missing: string[]; keep: Keep };

/** The values for the rows of a kept order. */
type Keep = { why: KeptBecause; until: Date | null; since: Date; judgedVersion: string | null };

/**
 * Judges an order by the merchant's rules. Records an order that the rules let through before it is requested. If a
 * crash prevents the request, the order still counts toward the daily limits, so that they are never exceeded.
 */
export async function applyRules(shop: ShopDomain, { order, parts }: Candidate): Promise<Applied> {
  const timeZone = await findTimeZone(shop);
  return inShop(shop, async (tx, now) => {
    await lockOrderRules(tx, shop);
    const settings = await tx.orderingSettings.findUnique({ where: { shop } });
    if (!settings?.automaticOrderingSince) return { kind: "off" };
    const { stored, rows, since, today, verdict } = await judge(tx, { shop, order, timeZone, now });
    if (verdict.kind === "send") {
      await recordRequest(tx, { shop, order, parts, now, ...stored });
      return { kind: "send", waiting: rows.length > 0 };
    }
    const before = rows.find(({ kept }) => kept !== null)?.kept as KeptBecause | undefined;
    await recordHeld(tx, { shop, order, verdict, before: before?.code, today, now });
    await forgetRequest(tx, { shop, parts, before: after(now, -REPLICA_LAGS_SECONDS) });
    const keep = { why: verdict.why, until: verdict.until, since, judgedVersion: settledVersion(order, now) };
    await writeKeep(tx, { shop, parts, keep });
    const known = new Set(rows.map(({ fulfillmentOrderId }) => fulfillmentOrderId));
    return { kind: "kept", missing: parts.filter((id) => !known.has(id)), keep };
  });
}

/** Judges an order as `applyRules` would, but records nothing. */
export async function tryRules(
  tx: Tx,
  of: { shop: ShopDomain; order: RequestableOrder; timeZone: string | null; now: Date },
): Promise<Verdict> {
  return (await judge(tx, of)).verdict;
}

async function judge(
  tx: Tx,
  {
    shop,
    order,
    timeZone,
    now,
  }: { shop: ShopDomain; order: RequestableOrder; timeZone: string | null; now: Date },
) {
  const stored = await findRulesIn(tx, { shop });
  const rows = await tx.unrequestedOrder.findMany({
    where: { shop, shopOrderId: order.id },
    select: { fulfillmentOrderId: true, keptSince: true, kept: true },
  });
  const since = earliest(rows.map(({ keptSince }) => keptSince)) ?? now;
  const today = startOfDayOf(now, timeZone);
  const sentToday = await countSent(tx, { shop, order, rules: stored.rules, since: today });
  const verdict: Verdict = (await isOnHold(tx, shop, order.id))
    ? { kind: "keep", why: { code: "rules.kept.on-request" }, until: null }
    : judgeRules(stored.rules, order.facts, { now, since, timeZone, sentToday });
  return { stored, rows, since, today, verdict };
}

/**
 * Writes why rules keep these fulfillment orders. Skips those that the merchant is sending. A new reason raises their
 * versions, so that a page that was loaded before the change cannot send them.
 */
export async function writeKeep(
  tx: Tx,
  { shop, parts, keep }: { shop: ShopDomain; parts: string[]; keep: Keep },
): Promise<void> {
  const { why, until, since, judgedVersion } = keep;
  await execute(tx)`
    update unrequested_order set
      version = version + (kept_because ->> 'code' is distinct from ${why.code})::int,
      kept_because = ${JSON.stringify(why)}::jsonb, kept_since = ${since},
      judged_version = ${judgedVersion}, ${setDueAt("UnrequestedOrder.judge", until)}, judge_retry_count = 0
    where shop = ${shop} and fulfillment_order_id = any(${parts}::text[]) and due_at is null`;
}

/**
 * Takes an order off the list of orders to send, because it was requested or can no longer be requested. Skips
 * fulfillment orders that the merchant is sending.
 */
export async function leaveList(shop: ShopDomain, shopOrderId: string): Promise<void> {
  await inShop(shop, (tx, now) => leaveListIn(tx, { shop, shopOrderId, now }));
}

/**
 * Removes a kept order from the list of orders to send, because it can no longer be requested. Records that for the merchant,
 * once.
 */
export async function endWait(shop: ShopDomain, { id, name: order }: RequestableOrder): Promise<void> {
  await inShop(shop, async (tx, now) => {
    if ((await leaveListIn(tx, { shop, shopOrderId: id, now })) === 0) return;
    await recordActivity(tx, {
      shop,
      kind: "orders.not-requestable",
      tone: "info",
      at: now,
      subject: { label: order, url: adminOrderUrl(id) },
      message: { code: "orders.activity.not-requestable", order },
    });
  });
}

/** @returns the number of fulfillment orders removed. */
async function leaveListIn(
  tx: Tx,
  { shop, shopOrderId, now }: { shop: ShopDomain; shopOrderId: string; now: Date },
): Promise<number> {
  return execute(tx)`
    update unrequested_order set left_at = ${now}, kept_because = null, ${setDueAt("UnrequestedOrder.judge", null)}
    where shop = ${shop} and shop_order_id = ${shopOrderId} and left_at is null and due_at is null`;
}

/** Deletes the record of an automatic request, so that it counts toward no limit: the merchant now sends the fulfillment order. */
export async function deleteAutomaticRequest(shop: ShopDomain, fulfillmentOrderId: string): Promise<void> {
  await inShop(shop, (tx) => tx.automaticRequest.deleteMany({ where: { shop, fulfillmentOrderId } }));
}

/**
 * Deletes records of automatic requests from before `before`. If the shop has not shown a request since then, the
 * request was never made, or was refused.
 */
async function forgetRequest(
  tx: Tx,
  { shop, parts, before }: { shop: ShopDomain; parts: string[]; before: Date },
): Promise<void> {
  await tx.automaticRequest.deleteMany({
    where: { shop, fulfillmentOrderId: { in: parts }, decidedAt: { lt: before } },
  });
}

/**
 * Returns the order's version; null if it has just changed. Shopify's times are whole seconds, so another change within the same
 * second would not show.
 */
function settledVersion({ shopVersion }: RequestableOrder, now: Date): string | null {
  return new Date(shopVersion) < after(now, -SETTLED_SECONDS) ? shopVersion : null;
}

const SETTLED_SECONDS = 60;

/**
 * Counts the other orders that automatic ordering has requested since `since`. An order in several parts counts once.
 */
async function countSent(
  tx: Tx,
  {
    shop,
    order,
    rules,
    since,
  }: { shop: ShopDomain; order: RequestableOrder; rules: OrderRules; since: Date },
): Promise<SentToday> {
  const { ordersPerDay, moneyPerDay } = rules;
  if (ordersPerDay === null && moneyPerDay === null) return { orders: 0, amount: "0" };
  const [sent] = await queryRows<SentToday>(tx)`
    select count(*)::int as orders,
      coalesce(sum(amount) filter (where currency = ${moneyPerDay?.currency ?? null}), 0)::text as amount
    from (
      select max(total_amount::numeric) as amount, max(total_currency) as currency from automatic_request
      where shop = ${shop} and decided_at >= ${since} and shop_order_id <> ${order.id}
      group by shop_order_id) as each`;
  return sent ?? { orders: 0, amount: "0" };
}

async function recordRequest(
  tx: Tx,
  {
    shop,
    order,
    parts,
    version: rulesVersion,
    rules,
    now,
  }: Candidate & { shop: ShopDomain; version: number; rules: OrderRules; now: Date },
): Promise<void> {
  const { amount, currency } = order.facts.total;
  const facts = JSON.stringify(storedFacts(rules, order.facts));
  await execute(tx)`
    insert into automatic_request (shop, fulfillment_order_id, shop_order_id, rules_version, total_amount, total_currency,
      facts, decided_at)
    select ${shop}, part, ${order.id}, ${rulesVersion}, ${amount}, ${currency}, ${facts}::jsonb, ${now}
    from unnest(${parts}::text[]) as part
    on conflict (shop, fulfillment_order_id) do update set rules_version = excluded.rules_version,
      total_amount = excluded.total_amount, total_currency = excluded.total_currency, facts = excluded.facts,
      decided_at = excluded.decided_at`;
}

/** Reasons that the merchant chose in the rules, so no activity reports them. */
const SILENT: readonly KeptBecause["code"][] = ["rules.kept.ask", "rules.kept.on-request"];

/**
 * Records an activity for an order that a rule holds, once per rule. Records a reached daily limit once per day. Omits
 * delays and pending risk, because they end without the merchant. Omits all orders of merchants who send each order
 * themselves.
 */
async function recordHeld(
  tx: Tx,
  {
    shop,
    order,
    verdict: { why, until },
    before,
    today,
    now: at,
  }: {
    shop: ShopDomain;
    order: RequestableOrder;
    verdict: Extract<Verdict, { kind: "keep" }>;
    before: string | undefined;
    today: Date;
    now: Date;
  },
): Promise<void> {
  if (isLimit(why)) {
    const kind = "orders.daily-limit";
    const told = await tx.activity.count({ where: { shop, kind, at: { gte: today } } });
    if (told > 0) return;
    const subject = { label: { code: "rules.title" }, url: "/app/rules" } as const;
    await recordActivity(tx, {
      shop,
      kind,
      tone: "warning",
      message: { code: "rules.activity.limit", why },
      subject,
      at,
    });
    return;
  }
  if (until !== null || SILENT.includes(why.code) || why.code === before) return;
  await recordActivity(tx, {
    shop,
    kind: "orders.held-by-rule",
    tone: "warning",
    message: { code: "rules.activity.held", order: order.name, why },
    subject: {
      label: order.name,
      url: adminOrderUrl(order.id),
      what: { code: "notifications.mail.held-by-rule" },
    },
    at,
  });
}

/** Returns true if a workflow holds a customer's order. */
async function isOnHold(tx: Tx, shop: ShopDomain, shopOrderId: string): Promise<boolean> {
  return (await tx.orderHold.count({ where: { shop, shopOrderId } })) > 0;
}
