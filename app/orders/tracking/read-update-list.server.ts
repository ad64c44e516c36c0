import { callAsShop } from "../../connection/call-as-shop.server.ts";
import { findUsableKey } from "../../connection/connection-store.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { inSpan } from "../../lib/telemetry/trace.server.ts";
import { hashOf } from "../../lib/hash-of.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { isStopping } from "../../queue/stopping.ts";
import { sweep } from "../../queue/sweep.server.ts";
import { dueAt } from "../../queue/lease.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import { type Order, type Page, summarize } from "../../wholesale/resources.ts";
import {
  checkpointList,
  claimList,
  endList,
  giveUpList,
  LEASE_SECONDS,
  leaveToList,
  type ListRun,
  mayWait,
  postponeList,
  restartRun,
  toListRun,
} from "./update-list-store.server.ts";
import { storeUpdate } from "./store-update.server.ts";

/** Limit of pages per slice, so that other shops' runs get their turn. */
const PAGES_AT_MOST = 20;
const SLICE_MS = 20_000;
/** A list with more pages than this counts as endless. */
const PAGES_OF_A_RUN = 2000;
/**
 * If no key works, a run cannot read anything, and pauses for this time. Connecting the supplier wakes the run earlier.
 */
const WITHOUT_KEY_SECONDS = 900;

/**
 * Reads the supplier's orders that have changed since the last run, and applies the changes to our orders. Without this
 * list, we would have to read each order often. A few reads of single orders find those that the list leaves out
 * (next-update.ts).
 *
 * @param isWanted true if the supplier has just got an order: then the list is read at once, and often at first.
 */
export async function readUpdateList({
  shop,
  isWanted = false,
}: {
  shop: ShopDomain;
  isWanted?: boolean;
}): Promise<void> {
  const run = await claimList(shop, { isWanted });
  if (run !== null) await readOrPostpone(run);
}

async function readOrPostpone(run: ListRun): Promise<void> {
  try {
    await readOn(run);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await postponeAfter(run, error);
  }
}

/** Reads every list that is due. */
export async function sweepUpdateLists(): Promise<void> {
  await sweep({
    purpose: "orders",
    work: "OrderUpdateRun",
    seconds: LEASE_SECONDS,
    process: (claimed) => readOrPostpone(toListRun(claimed)),
  });
}

/** Reads a slice of the list. @param run its cursor advances page by page. */
async function readOn(run: ListRun): Promise<void> {
  const { shop } = run;
  if (!abilities.ordersUpdatedSince) return postponeList(run, null);
  const key = await findUsableKey(shop);
  if (key === null) return postponeList(run, WITHOUT_KEY_SECONDS);
  if (key.account !== run.account) Object.assign(run, restartRun(run, key));
  const until = performance.now() + SLICE_MS;
  for (let pages = 0; pages < PAGES_AT_MOST && performance.now() < until && !isStopping(); pages += 1) {
    const { items, skipped, nextCursor } = await readPage(run, key);
    if (skipped.length > 0) log.warn({ shop, ...summarize(skipped) }, "tracking.order-skipped");
    if (items.length > 0) await applyPage(run, { items, key });
    run.cursor = nextCursor;
    run.page += 1;
    if (nextCursor === null) return endList(run);
  }
  await checkpointList(run);
}

async function readPage({ shop, since, cursor, page }: ListRun, key: OpenKey): Promise<Page<Order>> {
  const input = { updatedSince: since, cursor };
  const read = await callAsShop({ shop, key }, "findOrders", input, { pace: "bulk" });
  const leadsNowhere = read.nextCursor !== null && read.nextCursor === cursor;
  if (!leadsNowhere && page < PAGES_OF_A_RUN) return read;
  throw new Failure({
    code: "unexpected-reply",
    side: "supplier",
    explanation: { code: "failure.supplier.order-list-stuck" },
  });
}

async function applyPage(run: ListRun, { items, key }: { items: Order[]; key: OpenKey }): Promise<void> {
  const { shop } = run;
  const { changed, now } = await findChanged(run, items);
  for (const each of changed) await applyListed({ shop, key, ...each });
  // Ignores timestamps in the future. The next run would begin there, and miss all changes before that time.
  const stamps = items.flatMap(({ updatedAt }) =>
    updatedAt !== null && updatedAt <= now ? updatedAt.getTime() : [],
  );
  const newest = Math.max(run.newestInRun?.getTime() ?? -Infinity, ...stamps);
  if (newest > -Infinity) run.newestInRun = new Date(newest);
}

type Changed = { orderId: string; traceparent: string | null; update: Order };

/**
 * Finds our orders whose update in the list differs from the last applied one. Postpones the single reads of the other
 * listed orders, because the list has shown them unchanged.
 */
async function findChanged(run: ListRun, items: Order[]): Promise<{ changed: Changed[]; now: Date }> {
  const { shop } = run;
  const updates = new Map(items.map((update) => [update.id, update]));
  return inShop(shop, async (tx, now) => {
    const rows = await tx.supplierOrder.findMany({
      where: { shop, supplierOrderId: { in: [...updates.keys()] }, updateDueAt: { not: null } },
      select: { id: true, supplierOrderId: true, updateHash: true, updateDueAt: true, traceparent: true },
    });
    const changed: Changed[] = [];
    const unchanged: typeof rows = [];
    for (const row of rows) {
      const update = updates.get(row.supplierOrderId as Order["id"]);
      if (update && hashOf(update) !== row.updateHash)
        changed.push({ orderId: row.id, traceparent: row.traceparent, update });
      else unchanged.push(row);
    }
    await leaveToList(tx, run, { orders: unchanged, now });
    return { changed, now };
  });
}

/** Applies an update. If that fails, the order is read by itself later, so that it does not block the other orders. */
async function applyListed(changed: Changed & { shop: ShopDomain; key: OpenKey }): Promise<void> {
  const { orderId, traceparent: parent } = changed;
  const options = { parent, attributes: { "stockbridge.order.id": orderId } };
  await inSpan("tracking.apply-update", options, () => applyInTrace(changed));
}

async function applyInTrace(changed: Parameters<typeof applyListed>[0]): Promise<void> {
  const { shop, orderId } = changed;
  try {
    await inShop(shop, (tx, now) => storeUpdate(tx, { ...changed, now }));
  } catch (error) {
    log.error({ err: error, shop, orderId }, "tracking.update-not-applied");
    await inShop(shop, (tx, now) =>
      tx.supplierOrder.updateMany({
        where: { shop, id: orderId, OR: [{ updateDueAt: { gt: now } }, { updateLeasedUntil: { gt: now } }] },
        data: { ...dueAt(now, "update") },
      }),
    );
  }
}

/**
 * Postpones a run. After a transient failure, the run continues at its cursor. After any other failure, it restarts
 * once, because the cursor may have expired. If the run fails again, or has failed for an hour, each order is read by
 * itself.
 */
async function postponeAfter(run: ListRun, failure: Failure): Promise<void> {
  const { shop, retryCount, page } = run;
  log.warn({ shop, failure: failure.code, retryCount }, "tracking.list-not-read");
  const seconds = backOffSeconds(retryCount, { failure });
  if (failure.code === "unauthorized") await postponeList(run, WITHOUT_KEY_SECONDS);
  else if (failure.isTransient && mayWait(run)) await postponeList(run, seconds);
  else if (!failure.isTransient && page > 0 && retryCount === 0)
    await postponeList(restartRun(run, run), seconds);
  else await giveUpList(run);
}
