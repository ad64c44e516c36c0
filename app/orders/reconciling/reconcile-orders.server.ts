import { callAsShop } from "../../connection/call-as-shop.server.ts";
import { findUsableKey } from "../../connection/connection-store.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { asSystem, inShop } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { claim, type Claimed, release } from "../../queue/lease.server.ts";
import { sweep } from "../../queue/sweep.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import { type Order, type Page, summarize } from "../../wholesale/resources.ts";
import { foldCase } from "../states/supplier-order.ts";
import { endDuty, type Duty } from "../../queue/end-duty.server.ts";
import { ensureReferencePrefix } from "../store/ordering-settings.server.ts";
import { compareOrders } from "./compare-orders.server.ts";

/**
 * Compares our rows with the supplier's orders. Reads, page by page, the orders that have changed at the supplier since
 * the last run. Ignores references without our prefix, because these orders are not ours. An order that is missing from
 * the list has not changed, so its absence proves nothing.
 */
export async function reconcileOrders(shop: ShopDomain): Promise<void> {
  const run = await claimRun(shop);
  if (run !== null) await compareOrGiveUp(run);
}

/** Continues every run that is due, and begins one for each shop that has a usable key and no run. */
export async function sweepReconciliations(): Promise<void> {
  await asSystem(
    "orders",
    (tx, now) => execute(tx)`
      insert into order_reconciliation (shop, due_at)
      select shop, ${now} from connection where key_check <> 'unauthorized'
      on conflict (shop) do update set due_at = excluded.due_at where order_reconciliation.due_at is null`,
  );
  await sweep({
    purpose: "orders",
    work: "OrderReconciliation",
    seconds: LEASE_SECONDS,
    process: (claimed) => compareOrGiveUp(toRun(claimed)),
  });
}

async function compareOrGiveUp(run: Run): Promise<void> {
  try {
    await compare(run);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await giveUp(run, error);
  }
}

/**
 * Compares the next slice of a run.
 *
 * @param run its cursor advances page by page.
 */
async function compare(run: Run): Promise<void> {
  const { shop } = run;
  const key = await findUsableKey(shop);
  if (key === null) {
    await restRun(run);
    return;
  }
  if (!listsChanges()) {
    await endRun(run);
    return;
  }
  // Creates the prefix if it is missing: a restored backup may be older than the shop's first order.
  const prefix = await ensureReferencePrefix(shop);
  const until = performance.now() + SLICE_MS;
  for (let pages = 0; pages < PAGES_AT_MOST && performance.now() < until; pages += 1) {
    const page = await readPage(run, key);
    // An unreadable order may be another reseller's, and must not stop the comparison.
    if (page.skipped.length > 0) log.warn({ shop, ...summarize(page.skipped) }, "orders.order-skipped");
    const ours = page.items.filter(({ reference }) => foldCase(reference).startsWith(`${prefix}-`));
    if (ours.length > 0) await compareOrders({ shop, key }, ours);
    run.pages += 1;
    run.cursor = page.nextCursor;
    if (run.cursor !== null && run.pages >= PAGES_PER_RUN)
      throw endless("failure.supplier.order-list-endless");
    if (run.cursor === null) {
      await endRun(run);
      return;
    }
  }
  await checkpointRun(run);
}

/** Limit of pages per slice, so that other shops' runs get their turn. */
const PAGES_AT_MOST = 20;

const SLICE_MS = 20_000;

/** Limit of pages per run, because a faulty list may never end. The next run starts over in an hour. */
const PAGES_PER_RUN = 2000;

let isLogged = false;

/**
 * Returns true if the supplier lists changes. If it does not, nothing can be compared, and this is logged
 * once.
 */
function listsChanges(): boolean {
  const { ordersUpdatedSince } = abilities;
  if (!ordersUpdatedSince && !isLogged) {
    log.warn({ why: "the supplier does not list orders by their last change" }, "orders.not-reconciled");
    isLogged = true;
  }
  return ordersUpdatedSince;
}

/**
 * Reads a page of the supplier's changes. Throws if a page names itself as the next page, because such a list would
 * never end.
 */
async function readPage({ shop, since, cursor }: Run, key: OpenKey): Promise<Page<Order>> {
  const page = await callAsShop(
    { shop, key },
    "findOrders",
    { updatedSince: since, cursor },
    { pace: "bulk" },
  );
  if (page.nextCursor === null || page.nextCursor !== cursor) return page;
  throw endless("failure.supplier.order-list-stuck");
}

function endless(code: "failure.supplier.order-list-stuck" | "failure.supplier.order-list-endless"): Failure {
  return new Failure({ code: "unexpected-reply", side: "supplier", explanation: { code } });
}

/**
 * Postpones a failed run. After a transient failure it continues at the cursor. After any other failure it starts over in
 * an hour.
 */
async function giveUp(run: Run, failure: Failure): Promise<void> {
  const { shop, retryCount } = run;
  log.warn({ shop, failure: failure.code, retryCount }, "orders.not-compared");
  if (failure.isTransient)
    await postponeRun(run, { seconds: backOffSeconds(retryCount, { failure }), failure });
  else await postponeRun({ ...run, cursor: null }, { seconds: HOUR_SECONDS, failure });
}

/** A run over the supplier's orders. This worker has leased it until `leasedUntil`. */
type Run = {
  shop: ShopDomain;
  /** Start of the period whose changes are compared. */
  since: Date;
  beganAt: Date;
  /** The supplier's cursor to the next page; null at the beginning. */
  cursor: string | null;
  /** Number of pages that the run has read. */
  pages: number;
  retryCount: number;
  leasedUntil: Date;
} & Duty;

const HOUR_SECONDS = 3600;

const WHAT = "compared-with-supplier";

/** The first run covers the changes of this period. */
const LOOK_BACK_SECONDS = 30 * 24 * HOUR_SECONDS;

/** Each run begins an hour before the last complete run began, because the supplier's clock may be behind ours. */
const OVERLAP_SECONDS = HOUR_SECONDS;

/** A slice takes less time: 20 s for pages of the supplier, and 15 s for a last page, with a lookup per mismatch. */
const LEASE_SECONDS = 900;

/** Claims the shop's run at its checkpoint; null if it is not due or already claimed. */
async function claimRun(shop: ShopDomain): Promise<Run | null> {
  const [claimed] = await inShop(shop, (tx) =>
    claim(tx, "OrderReconciliation", { key: { shop }, seconds: LEASE_SECONDS }),
  );
  return claimed ? toRun(claimed) : null;
}

/** Converts a claimed row to a run that continues at its checkpoint. */
function toRun(claimed: Claimed<"OrderReconciliation">): Run {
  const { shop, comparedUntil, cursor, pages, retryCount, leasedUntil, failingSince, reportedAt } = claimed;
  const beganAt = claimed.beganAt ?? claimed.claimedAt;
  const since =
    comparedUntil === null ? after(beganAt, -LOOK_BACK_SECONDS) : after(comparedUntil, -OVERLAP_SECONDS);
  return { shop, since, beganAt, cursor, pages, retryCount, leasedUntil, failingSince, reportedAt };
}

/** Stores a run's checkpoint, and makes the run due at once. */
async function checkpointRun(run: Run): Promise<void> {
  await inShop(run.shop, async (tx, now) => {
    const { shop, beganAt, cursor, pages } = run;
    if (await release(tx, "OrderReconciliation", run, { beganAt, cursor, pages, retryCount: 0, dueAt: now }))
      await enqueue(tx, jobs["orders.reconcile"], { shop });
  });
}

/** Ends a complete run; the next one is due in an hour. */
async function endRun(run: Run): Promise<void> {
  const { shop, beganAt: comparedUntil } = run;
  await inShop(shop, async (tx, now) => {
    const next = { beganAt: null, cursor: null, pages: 0, retryCount: 0, dueAt: after(now, HOUR_SECONDS) };
    await endDuty(tx, { shop, duty: run, what: WHAT, now, failure: null }, (columns) =>
      release(tx, "OrderReconciliation", run, { ...columns, ...next, comparedUntil }),
    );
  });
}

/** Postpones a failed run, which continues at its cursor or, without one, starts over. */
async function postponeRun(
  run: Run,
  { seconds, failure }: { seconds: number; failure: Failure },
): Promise<void> {
  const { shop, cursor, retryCount } = run;
  const [beganAt, pages] = cursor === null ? [null, 0] : [run.beganAt, run.pages];
  await inShop(shop, async (tx, now) => {
    const next = { beganAt, cursor, pages, retryCount: retryCount + 1, dueAt: after(now, seconds) };
    await endDuty(tx, { shop, duty: run, what: WHAT, now, failure }, (columns) =>
      release(tx, "OrderReconciliation", run, { ...columns, ...next }),
    );
  });
}

/** Ends a run that has no usable key. The run starts over once a sweep finds a usable key. */
async function restRun(run: Run): Promise<void> {
  const next = { beganAt: null, cursor: null, pages: 0, retryCount: 0, dueAt: null };
  await inShop(run.shop, (tx) => release(tx, "OrderReconciliation", run, next));
}
