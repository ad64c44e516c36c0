import { callAsShop } from "../../connection/call-as-shop.server.ts";
import { findUsableKey } from "../../connection/connection-store.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { inSpan } from "../../lib/trace.server.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { isStopping } from "../../queue/stopping.ts";
import { sweep } from "../../queue/sweep.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import type { Order, Page } from "../../wholesale/resources.ts";
import { summarize } from "../../wholesale/skipped.ts";
import { hashUpdate } from "../../orders/updates/hash-update.ts";
import {
  beginAnew,
  checkpointList,
  claimList,
  endList,
  giveUpList,
  leaveToList,
  LEASE_SECONDS,
  type ListRun,
  mayWait,
  postponeList,
  toListRun,
} from "./list-store.server.ts";
import { storeUpdate } from "./store-update.server.ts";

/** What is read before others are processed: so many pages, or for so long. */
const PAGES_AT_MOST = 20;
const SLICE_MS = 20_000;
/** No list of changes is as long: such a one never ends. */
const PAGES_OF_A_RUN = 2000;
/** Without a key that works there is nothing to read with. Connecting wakes it; this is for when that gets lost. */
const WITHOUT_KEY_SECONDS = 900;

/**
 * Reads which of its orders the supplier has changed for a shop since the last time, and applies that to ours. One list
 * serves all orders that are under way; what it leaves out is asked for order by order, seldom (next-update.ts).
 *
 * @param isWanted whether the supplier has new orders: then it is read at once, and often at first.
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

/** @param run goes on page by page. */
async function readOn(run: ListRun): Promise<void> {
  const { shop } = run;
  if (!abilities.ordersUpdatedSince) return postponeList(run, null);
  const key = await findUsableKey(shop);
  if (key === null) return postponeList(run, WITHOUT_KEY_SECONDS);
  if (key.account !== run.account) Object.assign(run, beginAnew(run, key));
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
  // A moment still to come says nothing: believed, it would hide all that changes until then.
  const stamps = items.flatMap(({ updatedAt }) =>
    updatedAt !== null && updatedAt <= now ? updatedAt.getTime() : [],
  );
  const newest = Math.max(run.newestInRun?.getTime() ?? -Infinity, ...stamps);
  if (newest > -Infinity) run.newestInRun = new Date(newest);
}

type Changed = { orderId: string; traceparent: string | null; update: Order };

/** Of which of our orders the list says something else than was last applied. The others are left to it. */
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
      if (update && hashUpdate(update) !== row.updateHash)
        changed.push({ orderId: row.id, traceparent: row.traceparent, update });
      else unchanged.push(row);
    }
    await leaveToList(tx, run, { orders: unchanged, now });
    return { changed, now };
  });
}

/** What is the matter with one order must not keep the others from being read: it is asked for itself. */
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
        data: { updateDueAt: now, updateLeasedUntil: null },
      }),
    );
  }
}

/**
 * After a transient failure the run goes on where it is, and after another one from its beginning, since a cursor may not hold
 * for long. Where that does not help, or not for an hour, its orders are asked for themselves.
 */
async function postponeAfter(run: ListRun, failure: Failure): Promise<void> {
  const { shop, retryCount, page } = run;
  log.warn({ shop, failure: failure.code, retryCount }, "tracking.list-not-read");
  const seconds = backOffSeconds(retryCount, { failure });
  if (failure.code === "unauthorized") await postponeList(run, WITHOUT_KEY_SECONDS);
  else if (failure.isTransient && mayWait(run)) await postponeList(run, seconds);
  else if (!failure.isTransient && page > 0 && retryCount === 0)
    await postponeList(beginAnew(run, run), seconds);
  else await giveUpList(run);
}
