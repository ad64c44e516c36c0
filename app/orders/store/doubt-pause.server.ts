import { Prisma } from "@prisma/client";

import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { asSystem, inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";

/**
 * After this number of unclear replies in a row, a shop's ordering pauses. After unclear replies in this number of
 * accounts, ordering pauses for all shops.
 */
const UNCLEAR_IN_A_ROW = 3;
/** First pause until the next probe. It lasts at least as long as an attempt, so that two probes never overlap. */
const FIRST_PAUSE_SECONDS = 60;

/**
 * A pause of ordering after unclear replies. From `nextTryAt` on, one order may be sent as a probe. `forAll`: all shops
 * are paused.
 */
export type DoubtPause = { forAll: boolean; nextTryAt: Date };

/** Finds the pause that holds for a shop: the shop's own, or that of all shops; null if there is none. */
export async function findDoubtPause(tx: Tx, shop: ShopDomain): Promise<DoubtPause | null> {
  const [found] = await queryRows<{ ofShop: Date | null; ofAll: Date | null }>(tx)`
    select (select next_try_at from ordering_settings where shop = ${shop}) as "ofShop",
      (select next_try_at from doubt_pause_of_all) as "ofAll"`;
  return found ? pauseOf(found) : null;
}

/** Combines a shop's own pause and the pause of all shops. The pause that ends later decides. */
export function pauseOf({ ofShop, ofAll }: { ofShop: Date | null; ofAll: Date | null }): DoubtPause | null {
  const moments = [ofShop, ofAll].filter((moment) => moment !== null);
  const [nextTryAt] = moments.toSorted((one, other) => other.getTime() - one.getTime());
  return nextTryAt ? { forAll: ofAll !== null, nextTryAt } : null;
}

/** Returns the time of the next probe, and the database's time; null if no order has to wait. */
export async function findNextProbe(shop: ShopDomain): Promise<{ nextTryAt: Date; now: Date } | null> {
  return inShop(shop, async (tx, now) => nextProbeOf({ doubtPause: await findDoubtPause(tx, shop), now }));
}

/** Like `findNextProbe`, but uses facts that the caller has read. */
export function nextProbeOf({
  doubtPause,
  now,
}: {
  doubtPause: DoubtPause | null;
  now: Date;
}): { nextTryAt: Date; now: Date } | null {
  return doubtPause !== null && doubtPause.nextTryAt > now ? { nextTryAt: doubtPause.nextTryAt, now } : null;
}

/**
 * The supplier's answer to an order. "clear": the supplier accepted the order. "unclear": the reply does not say if the
 * supplier has the order. "settled": the reply was unclear, but a lookup at once found out if the supplier has the
 * order.
 */
export type Answer = "clear" | "unclear" | "settled";

/**
 * Effect of an answer on the pauses. `ofShop`: the answer ended the shop's pause. `ofAll`: the caller must end the
 * pause of all shops, if there is one (`resumeAll`). `mayOfAll`: the caller must end the pause of all shops if too few
 * doubts are left (`resumeUnlessSeveral`).
 */
export type EndedPauses = { ofShop: boolean; ofAll: boolean; mayOfAll: boolean };

/**
 * Counts the supplier's answers to orders: a clear answer ends its shop's doubts, an unclear answer adds a doubt, and a
 * settled answer halves the latest doubt.
 *
 * @returns the pauses that were ended, by shop.
 */
export async function countAnswers(
  tx: Tx,
  answers: { shop: ShopDomain; answer: Answer }[],
  now: Date,
): Promise<(shop: ShopDomain) => EndedPauses> {
  const shopsOf = (wanted: Answer) => answers.flatMap(({ shop, answer }) => (answer === wanted ? shop : []));
  const clear = new Set(shopsOf("clear"));
  const ended = await endDoubts(tx, { shops: [...clear], now });
  for (const shop of shopsOf("unclear")) await countDoubt(tx, { shop, now });
  const settled = shopsOf("settled");
  for (const shop of settled) if (await settleDoubt(tx, { shop, now })) ended.shops.add(shop);
  return (shop) => ({
    ofShop: ended.shops.has(shop),
    ofAll: ended.ofAll && clear.has(shop),
    mayOfAll: settled.includes(shop),
  });
}

/** Counts an unclear reply of the supplier to an order. Too many such replies pause the shop's ordering. */
async function countDoubt(tx: Tx, { shop, now }: { shop: ShopDomain; now: Date }): Promise<void> {
  const [counted] = await tx.orderingSettings.updateManyAndReturn({
    where: { shop },
    data: { unclearResponses: { increment: 1 }, lastUnclearAt: now },
  });
  if (!counted || doubtsOf(counted) < UNCLEAR_IN_A_ROW) return;
  const { unclearResponses, nextTryAt } = counted;
  await tx.orderingSettings.update({
    where: { shop },
    data: { nextTryAt: after(now, pauseSeconds(doubtsOf(counted) - UNCLEAR_IN_A_ROW)) },
  });
  if (nextTryAt !== null) return;
  log.warn({ shop, unclearResponses }, "orders.paused-by-doubts");
  const message = { code: "orders.activity.paused-by-doubts" } as const;
  const kind = "orders.paused-by-doubts";
  const subject = {
    label: { code: "orders.title" },
    url: "/app/orders",
    what: { code: "orders.reason.ordering-doubtful.label" },
  } as const;
  // Each order in doubt has an event of its own. This event is about the pause, so it names no number of orders.
  await recordActivity(tx, { shop, kind, tone: "critical", message, subject, count: 0, at: now });
}

type Counted = { unclearResponses: number; settledResponses: number };

/** Returns the number of a shop's doubts. A doubt that a lookup settled at once counts half. */
function doubtsOf({ unclearResponses, settledResponses }: Counted): number {
  return unclearResponses - settledResponses / 2;
}

/** Halves the shop's latest doubt. @returns true if that ended the shop's pause. */
async function settleDoubt(tx: Tx, { shop, now }: { shop: ShopDomain; now: Date }): Promise<boolean> {
  const [counted] = await queryRows<Counted & { nextTryAt: Date | null }>(tx)`
    update ordering_settings set settled_responses = settled_responses + 1
    where shop = ${shop} and settled_responses < unclear_responses
    returning unclear_responses as "unclearResponses", settled_responses as "settledResponses", next_try_at as "nextTryAt"`;
  if (!counted || counted.nextTryAt === null || doubtsOf(counted) >= UNCLEAR_IN_A_ROW) return false;
  await tx.orderingSettings.update({ where: { shop }, data: { nextTryAt: null } });
  await recordResumed(tx, { shop, now });
  return true;
}

async function recordResumed(tx: Tx, { shop, now }: { shop: ShopDomain; now: Date }): Promise<void> {
  const kind = "orders.resumed-after-doubts";
  const message = { code: "orders.activity.resumed-after-doubts" } as const;
  await recordActivity(tx, { shop, kind, tone: "success", message, at: now });
}

/** Resets the doubts of shops whose orders the supplier accepted. @returns the shops whose pauses ended. */
async function endDoubts(
  tx: Tx,
  { shops, now }: { shops: ShopDomain[]; now: Date },
): Promise<{ shops: Set<ShopDomain>; ofAll: boolean }> {
  if (shops.length === 0) return { shops: new Set(), ofAll: false };
  // Locks the rows in a fixed order. Otherwise two transactions that count for the same shops could deadlock.
  const rows = await queryRows<{ shop: ShopDomain; ended: boolean; ofAll: boolean }>(tx)`
    with before as (
      select shop, next_try_at from ordering_settings where shop = any(${shops}::text[]) order by shop for update)
    update ordering_settings settings
    set unclear_responses = 0, settled_responses = 0, ordered_at = ${now}, next_try_at = null
    from before where settings.shop = before.shop
    returning settings.shop, before.next_try_at is not null as ended,
      exists (select from doubt_pause_of_all) as "ofAll"`;
  const ended = rows.flatMap((row) => (row.ended ? row.shop : []));
  for (const shop of ended) await recordResumed(tx, { shop, now });
  return { shops: new Set(ended), ofAll: rows.some((row) => row.ofAll) };
}

/**
 * True if several accounts have unclear replies since the last accepted order of any shop. The doubts of one account
 * count once, even if it has many shops and orders, because the supplier may refuse only this account.
 */
const IS_SEVERAL = Prisma.sql`(
  select coalesce(sum(unclear), 0) >= ${UNCLEAR_IN_A_ROW} from (
    select least(1, max(unclear_responses - settled_responses / 2.0)) as unclear
    from ordering_settings settings left join connection on connection.shop = settings.shop
    where unclear_responses > 0
      and last_unclear_at > coalesce((select max(ordered_at) from ordering_settings), '-infinity')
    group by coalesce(connection.account, settings.shop)) as account)`;

/** Pauses all ordering if several accounts have unclear replies since the last accepted order of any shop. */
export async function pauseAllIfSeveral(): Promise<void> {
  await asSystem("orders", async (tx, now) => {
    const paused = await execute(tx)`
      insert into doubt_pause_of_all (next_try_at) select ${after(now, pauseSeconds(0))}::timestamptz
      where ${IS_SEVERAL} on conflict do nothing`;
    if (paused > 0) log.error("orders.all-paused-by-doubts");
  });
}

/**
 * Ends the pause of all shops if lookups have settled enough doubts before the first probe. @returns true if the pause
 * ended.
 */
export async function resumeUnlessSeveral(): Promise<boolean> {
  const count = await asSystem(
    "orders",
    (tx) => execute(tx)`delete from doubt_pause_of_all where probes = 0 and not ${IS_SEVERAL}`,
  );
  if (count > 0) log.info("orders.all-resumed-after-doubts");
  return count > 0;
}

/** Ends the pause of all shops. @returns true if there was one. */
export async function resumeAll(): Promise<boolean> {
  const { count } = await asSystem("orders", (tx) => tx.doubtPauseOfAll.deleteMany());
  if (count > 0) log.info("orders.all-resumed-after-doubts");
  return count > 0;
}

/**
 * Claims the probe: the one order that may be sent while doubts pause ordering. Each probe lengthens the pause of all
 * shops; each unclear reply lengthens a shop's own pause.
 * @returns true if the order may be sent.
 */
export async function claimProbe(shop: ShopDomain): Promise<boolean> {
  return (await asSystem("orders", claimProbeOfAll(shop))) && (await inShop(shop, claimProbeOf(shop)));
}

/**
 * While all shops are paused, a shop without doubts that has a waiting order may send the probe first, within this
 * time. The supplier is more likely to accept its order, which ends the pause.
 */
const TURN_OF_CLEAR_SHOPS_SECONDS = 60;

function claimProbeOfAll(shop: ShopDomain) {
  return async (tx: Tx, now: Date): Promise<boolean> => {
    const pause = await tx.doubtPauseOfAll.findFirst();
    if (pause === null) return true;
    const { nextTryAt, probes } = pause;
    if (nextTryAt > now) return false;
    const isTheirTurn = after(nextTryAt, TURN_OF_CLEAR_SHOPS_SECONDS) > now;
    if (isTheirTurn && (await hasDoubts(tx, shop)) && (await doesClearShopWait(tx))) return false;
    const { count } = await tx.doubtPauseOfAll.updateMany({
      where: { nextTryAt: { equals: nextTryAt, lte: now } },
      data: { nextTryAt: after(now, pauseSeconds(probes)), probes: { increment: 1 } },
    });
    return count > 0;
  };
}

async function hasDoubts(tx: Tx, shop: ShopDomain): Promise<boolean> {
  const settings = await tx.orderingSettings.findUnique({ where: { shop } });
  return settings !== null && settings.unclearResponses > 0;
}

/** Returns true if an order of a shop without doubts waits for the probe. */
async function doesClearShopWait(tx: Tx): Promise<boolean> {
  const [found] = await queryRows<unknown>(tx)`
    select from connection left join ordering_settings settings on settings.shop = connection.shop
    where coalesce(unclear_responses, 0) = 0 and exists (
      select from supplier_order where supplier_order.shop = connection.shop and due_at is not null
        and state = 'ready' and reason = 'ordering-doubtful') limit 1`;
  return found !== undefined;
}

function claimProbeOf(shop: ShopDomain) {
  return async (tx: Tx, now: Date): Promise<boolean> => {
    const settings = await tx.orderingSettings.findUnique({ where: { shop } });
    if (!settings?.nextTryAt) return true;
    const { nextTryAt } = settings;
    const { count } = await tx.orderingSettings.updateMany({
      where: { shop, nextTryAt: { equals: nextTryAt, lte: now } },
      data: { nextTryAt: after(now, pauseSeconds(doubtsOf(settings) - UNCLEAR_IN_A_ROW)) },
    });
    return count > 0;
  };
}

function pauseSeconds(tries: number): number {
  return backOffSeconds(tries, { firstSeconds: FIRST_PAUSE_SECONDS });
}
