import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { asSystem, inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";

/**
 * This many unclear replies in a row pause ordering: one shop's own replies pause that shop, several shops'
 * replies pause all.
 */
const UNCLEAR_IN_A_ROW = 3;
/** First pause until the next probe. Not shorter than an attempt, so that two probes never overlap. */
const FIRST_PAUSE_SECONDS = 60;

/** Unclear replies pause ordering. From `nextTryAt` on, a single order may be sent as a probe. */
export type DoubtPause = { forAll: boolean; nextTryAt: Date };

/** Finds the pause that holds for a shop; null if there is none. */
export async function findDoubtPause(tx: Tx, shop: ShopDomain): Promise<DoubtPause | null> {
  const own = await tx.orderingSettings.findUnique({ where: { shop }, select: { nextTryAt: true } });
  const everybodys = await tx.doubtPauseOfAll.findFirst();
  return pauseOf({ ofShop: own?.nextTryAt ?? null, ofAll: everybodys?.nextTryAt ?? null });
}

/** Combines a shop's own pause and the pause of all shops. The later of the two decides. */
export function pauseOf({ ofShop, ofAll }: { ofShop: Date | null; ofAll: Date | null }): DoubtPause | null {
  const moments = [ofShop, ofAll].filter((moment) => moment !== null);
  const [nextTryAt] = moments.toSorted((one, other) => other.getTime() - one.getTime());
  return nextTryAt ? { forAll: ofAll !== null, nextTryAt } : null;
}

/** Returns the time of the next probe, and the database's time; null if no order has to wait. */
export async function findNextProbe(shop: ShopDomain): Promise<{ nextTryAt: Date; now: Date } | null> {
  return inShop(shop, async (tx, now) => nextProbeOf({ doubtPause: await findDoubtPause(tx, shop), now }));
}

/** Works as `findNextProbe`, from facts that the caller has read. */
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
 * Effect of a clear answer. `ofShop`: it ended the shop's pause. `ofAll`: all shops are paused, and the caller
 * must end that (`resumeAll`).
 */
export type EndedPauses = { ofShop: boolean; ofAll: boolean };

/**
 * Counts the supplier's answers to orders: a clear one ends its shop's doubts, and each unclear one adds a doubt.
 *
 * @returns the pauses that were ended, by shop.
 */
export async function countAnswers(
  tx: Tx,
  answers: { shop: ShopDomain; isClear: boolean }[],
  now: Date,
): Promise<(shop: ShopDomain) => EndedPauses> {
  const shops = new Set(answers.flatMap(({ shop, isClear }) => (isClear ? shop : [])));
  const ended = await endDoubts(tx, { shops: [...shops], now });
  for (const { shop, isClear } of answers) if (!isClear) await countDoubt(tx, { shop, now });
  return (shop) => ({ ofShop: ended.shops.has(shop), ofAll: ended.ofAll && shops.has(shop) });
}

/** Counts an order whose reply from the supplier was unclear. Too many of them pause the shop's ordering. */
async function countDoubt(tx: Tx, { shop, now }: { shop: ShopDomain; now: Date }): Promise<void> {
  const [counted] = await tx.orderingSettings.updateManyAndReturn({
    where: { shop },
    data: { unclearResponses: { increment: 1 }, lastUnclearAt: now },
  });
  if (!counted || counted.unclearResponses < UNCLEAR_IN_A_ROW) return;
  const { unclearResponses, nextTryAt } = counted;
  await tx.orderingSettings.update({
    where: { shop },
    data: { nextTryAt: after(now, pauseSeconds(unclearResponses - UNCLEAR_IN_A_ROW)) },
  });
  if (nextTryAt !== null) return;
  log.warn({ shop, unclearResponses }, "orders.paused-by-doubts");
  const message = { code: "orders.activity.paused-by-doubts" } as const;
  await recordActivity(tx, { shop, kind: "orders.paused-by-doubts", tone: "critical", message, at: now });
}

/** Resets the doubts of shops whose orders the supplier accepted. @returns the shops whose pauses ended. */
async function endDoubts(
  tx: Tx,
  { shops, now }: { shops: ShopDomain[]; now: Date },
): Promise<{ shops: Set<ShopDomain>; ofAll: boolean }> {
  if (shops.length === 0) return { shops: new Set(), ofAll: false };
  // Locked in a fixed order, because another transaction may count for the same shops.
  const rows = await queryRows<{ shop: ShopDomain; ended: boolean; ofAll: boolean }>(tx)`
    with before as (
      select shop, next_try_at from ordering_settings where shop = any(${shops}::text[]) order by shop for update)
    update ordering_settings settings set unclear_responses = 0, ordered_at = ${now}, next_try_at = null
    from before where settings.shop = before.shop
    returning settings.shop, before.next_try_at is not null as ended,
      exists (select from doubt_pause_of_all) as "ofAll"`;
  const ended = rows.flatMap((row) => (row.ended ? row.shop : []));
  const message = { code: "orders.activity.resumed-after-doubts" } as const;
  for (const shop of ended)
    await recordActivity(tx, {
      shop,
      kind: "orders.resumed-after-doubts",
      tone: "success" as const,
      message,
      at: now,
    });
  return { shops: new Set(ended), ofAll: rows.some((row) => row.ofAll) };
}

/** Pauses all ordering if several shops have unclear replies since the last success anywhere. */
export async function pauseAllIfSeveral(): Promise<void> {
  await asSystem("orders", async (tx, now) => {
    const paused = await execute(tx)`
      insert into doubt_pause_of_all (next_try_at)
      select ${after(now, pauseSeconds(0))} from ordering_settings
      where unclear_responses > 0 and last_unclear_at > coalesce((select max(ordered_at) from ordering_settings), '-infinity')
      having count(*) > 1 and sum(unclear_responses) >= ${UNCLEAR_IN_A_ROW}
      on conflict do nothing`;
    if (paused > 0) log.error("orders.all-paused-by-doubts");
  });
}

/** Ends the pause of all shops. @returns true if there was one. */
export async function resumeAll(): Promise<boolean> {
  const { count } = await asSystem("orders", (tx) => tx.doubtPauseOfAll.deleteMany());
  if (count > 0) log.info("orders.all-resumed-after-doubts");
  return count > 0;
}

/**
 * Claims the probe: the one order that may be sent while doubts pause ordering. Each probe lengthens the pause
 * of all shops; each unclear reply lengthens a shop's own.
 * @returns true if the order may be sent.
 */
export async function claimProbe(shop: ShopDomain): Promise<boolean> {
  return (await asSystem("orders", claimProbeOfAll)) && (await inShop(shop, claimProbeOf(shop)));
}

async function claimProbeOfAll(tx: Tx, now: Date): Promise<boolean> {
  const pause = await tx.doubtPauseOfAll.findFirst();
  if (pause === null) return true;
  const { nextTryAt, probes } = pause;
  const { count } = await tx.doubtPauseOfAll.updateMany({
    where: { nextTryAt: { equals: nextTryAt, lte: now } },
    data: { nextTryAt: after(now, pauseSeconds(probes)), probes: { increment: 1 } },
  });
  return count > 0;
}

function claimProbeOf(shop: ShopDomain) {
  return async (tx: Tx, now: Date): Promise<boolean> => {
    const settings = await tx.orderingSettings.findUnique({ where: { shop } });
    if (!settings?.nextTryAt) return true;
    const { nextTryAt, unclearResponses } = settings;
    const { count } = await tx.orderingSettings.updateMany({
      where: { shop, nextTryAt: { equals: nextTryAt, lte: now } },
      data: { nextTryAt: after(now, pauseSeconds(unclearResponses - UNCLEAR_IN_A_ROW)) },
    });
    return count > 0;
  };
}

function pauseSeconds(tries: number): number {
  return backOffSeconds(tries, { firstSeconds: FIRST_PAUSE_SECONDS });
}
