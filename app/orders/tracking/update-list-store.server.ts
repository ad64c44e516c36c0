import { jobs } from "../../queue/jobs.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { claim, type Claimed, release } from "../../queue/lease.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import { LISTED_SECONDS } from "./next-update.ts";

/** A run over the supplier's list of changed orders. This worker has leased it until `leasedUntil`. */
export type ListRun = {
  shop: ShopDomain;
  account: string | null;
  newest: Date | null;
  readAt: Date | null;
  leftOutAt: Date | null;
  beganAt: Date;
  /** Start of the period whose changes the run reads, by the supplier's timestamps. */
  since: Date;
  newestInRun: Date | null;
  page: number;
  cursor: string | null;
  retryCount: number;
  claimedAt: Date;
  leasedUntil: Date;
};

/**
 * Covers a slice (20 s), its last page (15 s) and the changes on it, and a read to check the key after a 401 (15 s).
 */
export const LEASE_SECONDS = 180;
/** Delay after an order is placed, so that one read of the list shows several new orders. */
const FIRST_SECONDS = 10;
/** Pauses between runs. Even with 20% jitter and the minute between sweeps, no pause exceeds a quarter of an hour. */
const PACE = { firstSeconds: FIRST_SECONDS, longestSeconds: 600 };
/**
 * Each run begins this long before the latest known change, because the supplier may list a change later than its
 * timestamp.
 */
const OVERLAP_SECONDS = 300;
/** Period that the first run covers. Older orders are read one by one. */
const LOOK_BACK_SECONDS = 30 * 86_400;
/** After a list was read to its end, it replaces reads of single orders for this time. */
const COUNTS_SECONDS = 3600;

/** After a list has left an order out, it does not replace reads of single orders for this time. */
const LEFT_OUT_SECONDS = 86_400;

/**
 * Returns true if the list suffices, so that the order need not be read by itself: it was read lately, and has left out
 * no order for a day. Schedules a read of the list if none is due, or if a new order needs an early one.
 *
 * @param isNew true if the order was just placed: then the list is read soon, and often at first.
 */
export async function isListed(
  tx: Tx,
  { shop, isNew, now }: { shop: ShopDomain; isNew: boolean; now: Date },
): Promise<boolean> {
  if (!abilities.ordersUpdatedSince) return false;
  const run = await tx.orderUpdateRun.findUnique({ where: { shop } });
  const due = run?.dueAt ?? null;
  const isSoon = run?.runs === 0 && due !== null && due <= after(now, FIRST_SECONDS);
  // If no order was under way, no run is due. This order has to start the runs again.
  if (due === null || (isNew && !isSoon)) await wakeList(tx, { shop, now });
  return run !== null && standsForOrders(run, now);
}

function standsForOrders(
  { readAt, leftOutAt }: { readAt: Date | null; leftOutAt: Date | null },
  now: Date,
): boolean {
  const isComplete = leftOutAt === null || leftOutAt <= after(now, -LEFT_OUT_SECONDS);
  return counts(readAt, now) && isComplete;
}

function counts(readAt: Date | null, now: Date): boolean {
  return readAt !== null && readAt > after(now, -COUNTS_SECONDS);
}

/**
 * Checks if the list has left out an order whose own read has shown a change: the list was read past the time of that
 * change. If so, each of the shop's orders is read by itself for a day.
 */
export async function checkList(
  tx: Tx,
  { shop, changedAt, now }: { shop: ShopDomain; changedAt: Date | null; now: Date },
): Promise<void> {
  const run = await tx.orderUpdateRun.findUnique({ where: { shop } });
  const knownUntil = run?.newest ?? run?.readAt ?? null;
  if (!run || knownUntil === null || !counts(run.readAt, now)) return;
  if (changedAt === null || changedAt >= after(knownUntil, -OVERLAP_SECONDS)) return;
  log.warn({ shop }, "tracking.list-leaves-out");
  await tx.orderUpdateRun.update({ where: { shop }, data: { leftOutAt: now } });
  await askForEach(tx, { shop, now });
}

/**
 * Postpones reads of orders that the list has shown unchanged. Skips due orders, because a worker may have claimed
 * them.
 */
export async function leaveToList(
  tx: Tx,
  run: ListRun,
  { orders, now }: { orders: { id: string; updateDueAt: Date | null }[]; now: Date },
): Promise<void> {
  if (!standsForOrders(run, now)) return;
  const until = after(now, LISTED_SECONDS);
  // Skips orders that were postponed lately, because another postponement would only cost a write.
  const enough = after(until, -COUNTS_SECONDS);
  const soon = orders.filter(({ updateDueAt: at }) => at !== null && at > now && at < enough);
  if (soon.length === 0) return;
  await tx.supplierOrder.updateMany({
    where: { shop: run.shop, id: { in: soon.map(({ id }) => id) }, updateDueAt: { gt: now, lt: enough } },
    data: { updateDueAt: until },
  });
}

/** Makes the list due soon, and due often at first. */
export async function wakeList(tx: Tx, { shop, now }: { shop: ShopDomain; now: Date }): Promise<void> {
  if (!abilities.ordersUpdatedSince) return;
  await makeListDue(tx, { shop, at: after(now, FIRST_SECONDS) });
  await enqueue(tx, jobs["tracking.read-update-list"], { shop }, { startAfterSeconds: FIRST_SECONDS });
}

async function makeListDue(tx: Tx, { shop, at }: { shop: ShopDomain; at: Date }): Promise<void> {
  await execute(tx)`
    insert into order_update_run as run (shop, due_at) values (${shop}, ${at})
    on conflict (shop) do update set runs = 0, due_at = least(run.due_at, excluded.due_at)`;
}

/**
 * Claims the shop's run at its checkpoint; null if it is not due or already claimed.
 *
 * @param isWanted true if the supplier has new orders: then the run is due now.
 */
export async function claimList(
  shop: ShopDomain,
  { isWanted }: { isWanted: boolean },
): Promise<ListRun | null> {
  return inShop(shop, async (tx, now) => {
    if (isWanted) await makeListDue(tx, { shop, at: now });
    const [claimed] = await claim(tx, "OrderUpdateRun", { key: { shop }, seconds: LEASE_SECONDS });
    return claimed ? toListRun(claimed) : null;
  });
}

/** Converts a claimed row to a run that continues at its checkpoint. */
export function toListRun(claimed: Claimed<"OrderUpdateRun">): ListRun {
  const { claimedAt, newest } = claimed;
  return {
    ...claimed,
    beganAt: claimed.beganAt ?? claimedAt,
    since: claimed.since ?? sinceOf(newest, claimedAt),
  };
}

/** Restarts a run. Its progress in another account's list is useless, and is dropped. */
export function restartRun(run: ListRun, { account }: { account: string | null }): ListRun {
  const { newest, readAt } = run;
  const known = account === run.account ? { newest, readAt } : { newest: null, readAt: null };
  const since = sinceOf(known.newest, run.claimedAt);
  return {
    ...run,
    ...known,
    account,
    beganAt: run.claimedAt,
    since,
    newestInRun: null,
    page: 0,
    cursor: null,
  };
}

/**
 * Returns true if orders can wait for the next run: the list was read lately. Also true if the list was never read,
 * because each order is then still read by itself.
 */
export function mayWait({ readAt, claimedAt }: ListRun): boolean {
  return readAt === null || counts(readAt, claimedAt);
}

function sinceOf(newest: Date | null, now: Date): Date {
  return newest === null ? after(now, -LOOK_BACK_SECONDS) : after(newest, -OVERLAP_SECONDS);
}

/** Stores a run's checkpoint, and makes the run due at once. */
export async function checkpointList(run: ListRun): Promise<void> {
  const { shop, account, newest, beganAt, since, newestInRun, page, cursor } = run;
  await inShop(shop, async (tx, now) => {
    const data = { account, newest, beganAt, since, newestInRun, page, cursor, dueAt: now };
    if (await release(tx, "OrderUpdateRun", run, data))
      await enqueue(tx, jobs["tracking.read-update-list"], { shop });
  });
}

/**
 * Ends a run that has read the list to its end. If an order was just placed, the next run is due soon. Each further
 * pause is longer, up to ten minutes. If no order is under way, no run is due.
 */
export async function endList(run: ListRun): Promise<void> {
  const { shop, account } = run;
  await inShop(shop, async (tx, now) => {
    const row = await tx.orderUpdateRun.findUnique({ where: { shop }, select: { runs: true } });
    const goesOn = await tx.supplierOrder.findFirst({
      where: { shop, updateDueAt: { not: null } },
      select: { id: true },
    });
    const seconds = backOffSeconds(row?.runs ?? 0, PACE);
    const ended = await release(tx, "OrderUpdateRun", run, {
      ...NONE_UNDER_WAY,
      account,
      newest: newestAfter(run, now),
      readAt: now,
      retryCount: 0,
      runs: { increment: 1 },
      dueAt: goesOn === null ? null : after(now, seconds),
    });
    if (!ended || goesOn === null || seconds >= SWEEP_SECONDS) return;
    await enqueue(tx, jobs["tracking.read-update-list"], { shop }, { startAfterSeconds: Math.ceil(seconds) });
  });
}

/** Runs that are due before the next sweep need a job. */
const SWEEP_SECONDS = 60;

/**
 * Returns the time up to which all changes are known. An order may have changed during the run, on a page
 * that was read already. Therefore this time is the newest timestamp less the duration of the run.
 */
function newestAfter({ newest, newestInRun, beganAt }: ListRun, now: Date): Date | null {
  if (newestInRun === null) return newest;
  const surely = new Date(newestInRun.getTime() - (now.getTime() - beganAt.getTime()));
  return newest !== null && newest > surely ? newest : surely;
}

/** Postpones a run by `seconds`, to continue at its cursor; null: until `wakeList` makes the run due. */
export async function postponeList(run: ListRun, seconds: number | null): Promise<void> {
  const { shop, account, newest, beganAt, since, newestInRun, page, cursor, retryCount } = run;
  await inShop(shop, (tx, now) =>
    release(tx, "OrderUpdateRun", run, {
      account,
      newest,
      newestInRun,
      page,
      cursor,
      retryCount: retryCount + 1,
      ...(page === 0 ? { beganAt: null, since: null } : { beganAt, since }),
      dueAt: seconds === null ? null : after(now, seconds),
    }),
  );
}

const SPREAD_SECONDS = 900;

/**
 * Gives up a list that cannot be read. Each order is read by itself for an hour. Orders that had waited for the list
 * become due within a quarter of an hour.
 */
export async function giveUpList(run: ListRun): Promise<void> {
  const { shop, account, newest, readAt, retryCount } = run;
  await inShop(shop, async (tx, now) => {
    const dueAt = after(now, COUNTS_SECONDS);
    const data = { account, newest, readAt: null, retryCount: retryCount + 1, dueAt };
    if ((await release(tx, "OrderUpdateRun", run, { ...NONE_UNDER_WAY, ...data })) && readAt !== null)
      await askForEach(tx, { shop, now });
  });
}

/** Makes orders due, spread over a quarter of an hour. Skips locked rows, because a worker is reading these orders. */
async function askForEach(tx: Tx, { shop, now }: { shop: ShopDomain; now: Date }): Promise<void> {
  await execute(tx)`
    update supplier_order set update_due_at = ${now}::timestamptz + random() * make_interval(secs => ${SPREAD_SECONDS})
    where shop = ${shop} and id in (
      select id from supplier_order where shop = ${shop} and update_due_at > ${after(now, SPREAD_SECONDS)}
      for update skip locked)`;
}

const NONE_UNDER_WAY = { beganAt: null, since: null, newestInRun: null, page: 0, cursor: null };
