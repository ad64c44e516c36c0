import { recordActivity } from "../../activity/record-activity.server.ts";
import { asSystem, inShop, type Tx } from "../../lib/db.server.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute, queryRows } from "../../lib/statement.server.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";

/** So many orders in a row without a clear answer pause ordering: those of one shop its own, those of several everybody's. */
const DOUBTS_IN_A_ROW = 3;
/** Until the next single order is tried, at first. No shorter than an attempt: two must not be under way at once. */
const FIRST_PAUSE_SECONDS = 60;

/** Ordering is paused by doubts: from `nextTryAt` on, a single order may be tried. */
export type DoubtPause = { forAll: boolean; nextTryAt: Date };

/** The pause that holds for a shop; null when none does. */
export async function findDoubtPause(tx: Tx, shop: ShopDomain): Promise<DoubtPause | null> {
  const own = await tx.orderingSettings.findUnique({ where: { shop }, select: { nextTryAt: true } });
  const everybodys = await tx.supplierDoubt.findFirst();
  return pauseOf({ ofShop: own?.nextTryAt ?? null, ofAll: everybodys?.nextTryAt ?? null });
}

/** The pause that holds where a shop has its own, everybody has one, or both. */
export function pauseOf({ ofShop, ofAll }: { ofShop: Date | null; ofAll: Date | null }): DoubtPause | null {
  const moments = [ofShop, ofAll].filter((moment) => moment !== null);
  const [nextTryAt] = moments.toSorted((one, other) => other.getTime() - one.getTime());
  return nextTryAt ? { forAll: ofAll !== null, nextTryAt } : null;
}

/** When the next single order is tried, where that is not now, as of the database's time; null where none has to wait. */
export async function findTurn(shop: ShopDomain): Promise<{ nextTryAt: Date; now: Date } | null> {
  return inShop(shop, async (tx, now) => turnOf({ doubtPause: await findDoubtPause(tx, shop), now }));
}

/** Returns the same from facts that were read already. */
export function turnOf({
  doubtPause,
  now,
}: {
  doubtPause: DoubtPause | null;
  now: Date;
}): { nextTryAt: Date; now: Date } | null {
  return doubtPause !== null && doubtPause.nextTryAt > now ? { nextTryAt: doubtPause.nextTryAt, now } : null;
}

/** The pauses that a clear answer ended: the shop's own, and that of all shops, which the caller has yet to end. */
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

/** Counts an order of which the supplier did not say whether they took it. One too many pauses the shop's ordering. */
async function countDoubt(tx: Tx, { shop, now }: { shop: ShopDomain; now: Date }): Promise<void> {
  const [counted] = await tx.orderingSettings.updateManyAndReturn({
    where: { shop },
    data: { doubts: { increment: 1 }, doubtedAt: now },
  });
  if (!counted || counted.doubts < DOUBTS_IN_A_ROW) return;
  const { doubts, nextTryAt } = counted;
  await tx.orderingSettings.update({
    where: { shop },
    data: { nextTryAt: after(now, pauseSeconds(doubts - DOUBTS_IN_A_ROW)) },
  });
  if (nextTryAt !== null) return;
  log.warn({ shop, doubts }, "orders.paused-by-doubts");
  const message = { code: "orders.activity.paused-by-doubts" } as const;
  await recordActivity(tx, { shop, kind: "orders.paused-by-doubts", tone: "critical", message, at: now });
}

/** Notes that the supplier said that they took orders, which ends their shops' doubts. @returns whose pauses ended. */
async function endDoubts(
  tx: Tx,
  { shops, now }: { shops: ShopDomain[]; now: Date },
): Promise<{ shops: Set<ShopDomain>; ofAll: boolean }> {
  if (shops.length === 0) return { shops: new Set(), ofAll: false };
  // Always locked in the same order: another transaction may be counting for the same shops.
  const rows = await queryRows<{ shop: ShopDomain; ended: boolean; ofAll: boolean }>(tx)`
    with before as (
      select shop, next_try_at from ordering_settings where shop = any(${shops}::text[]) order by shop for update)
    update ordering_settings settings set doubts = 0, ordered_at = ${now}, next_try_at = null
    from before where settings.shop = before.shop
    returning settings.shop, before.next_try_at is not null as ended,
      exists (select from supplier_doubt) as "ofAll"`;
  const ended = rows.flatMap((row) => (row.ended ? row.shop : []));
  const message = { code: "orders.activity.resumed-after-doubts" } as const;
  for (const shop of ended)
    await recordActivity(tx, {
      ...{ shop, kind: "orders.resumed-after-doubts", tone: "success" as const, message, at: now },
    });
  return { shops: new Set(ended), ofAll: rows.some((row) => row.ofAll) };
}

/** Pauses everybody's ordering where the doubts since the last order that went through anywhere are of several shops. */
export async function pauseAllIfSeveral(): Promise<void> {
  await asSystem("orders", async (tx, now) => {
    const paused = await execute(tx)`
      insert into supplier_doubt (next_try_at)
      select ${after(now, pauseSeconds(0))} from ordering_settings
      where doubts > 0 and doubted_at > coalesce((select max(ordered_at) from ordering_settings), '-infinity')
      having count(*) > 1 and sum(doubts) >= ${DOUBTS_IN_A_ROW}
      on conflict do nothing`;
    if (paused > 0) log.error("orders.all-paused-by-doubts");
  });
}

/** Ends everybody's pause. @returns whether there was one. */
export async function resumeAll(): Promise<boolean> {
  const { count } = await asSystem("orders", (tx) => tx.supplierDoubt.deleteMany());
  if (count > 0) log.info("orders.all-resumed-after-doubts");
  return count > 0;
}

/**
 * Takes the turn to try a single order while doubts pause ordering. The next one follows after a pause that grows with
 * each. @returns whether it may be tried.
 */
export async function takeTurn(shop: ShopDomain): Promise<boolean> {
  return (await asSystem("orders", takeTurnOfAll)) && (await inShop(shop, takeTurnOf(shop)));
}

async function takeTurnOfAll(tx: Tx, now: Date): Promise<boolean> {
  const pause = await tx.supplierDoubt.findFirst();
  if (pause === null) return true;
  const { nextTryAt, tries } = pause;
  const { count } = await tx.supplierDoubt.updateMany({
    where: { nextTryAt: { equals: nextTryAt, lte: now } },
    data: { nextTryAt: after(now, pauseSeconds(tries)), tries: { increment: 1 } },
  });
  return count > 0;
}

function takeTurnOf(shop: ShopDomain) {
  return async (tx: Tx, now: Date): Promise<boolean> => {
    const settings = await tx.orderingSettings.findUnique({ where: { shop } });
    if (!settings?.nextTryAt) return true;
    const { nextTryAt, doubts } = settings;
    const { count } = await tx.orderingSettings.updateMany({
      where: { shop, nextTryAt: { equals: nextTryAt, lte: now } },
      data: { nextTryAt: after(now, pauseSeconds(doubts - DOUBTS_IN_A_ROW)) },
    });
    return count > 0;
  };
}

function pauseSeconds(tries: number): number {
  return backOffSeconds(tries, { firstSeconds: FIRST_PAUSE_SECONDS });
}
