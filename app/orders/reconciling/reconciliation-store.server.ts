import { inShop, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { reconcileOrdersJob } from "../jobs.ts";

/** A run over the supplier's orders that this worker alone has until `leasedUntil`. */
export type Run = {
  shop: ShopDomain;
  /** Since when the supplier's changes are compared. */
  since: Date;
  beganAt: Date;
  /** The supplier's cursor to the page that it goes on with; null at its beginning. */
  cursor: string | null;
  retryCount: number;
  leasedUntil: Date;
};

const HOUR_SECONDS = 3600;
/** How far the first run looks back. */
const LOOK_BACK_SECONDS = 30 * 24 * HOUR_SECONDS;
/** A run looks at the last hour again: the supplier's clock may be behind ours. */
const OVERLAP_SECONDS = HOUR_SECONDS;
/**
 * Longer than a slice takes: its first part compares what has changed for two minutes and reads the shop's requests, at most
 * 40 pages of some seconds each (one that takes its whole 90 s as a rule ends the part), then it compares for 20 s and a last page of 15 s, with a look at each mismatch.
 */
const LEASE_SECONDS = 900;

/** Claims the shop's run where it left off; null when it is not due, or is already claimed. */
export async function claimRun(shop: ShopDomain): Promise<Run | null> {
  return inShop(shop, async (tx, now) => {
    const leasedUntil = after(now, LEASE_SECONDS);
    const [row] = await tx.orderReconciliation.updateManyAndReturn({
      where: { shop, nextAt: { lte: now } },
      data: { nextAt: leasedUntil },
    });
    if (!row) return null;
    const { comparedUntil, cursor, retryCount } = row;
    const beganAt = row.beganAt ?? now;
    const since =
      comparedUntil === null ? after(beganAt, -LOOK_BACK_SECONDS) : after(comparedUntil, -OVERLAP_SECONDS);
    return { shop, since, beganAt, cursor, retryCount, leasedUntil };
  });
}

/** Stores where a run continues, and makes it due at once. */
export async function checkpointRun(run: Run): Promise<void> {
  await inShop(run.shop, async (tx, now) => {
    const { shop, beganAt, cursor } = run;
    if (await release(tx, run, { beganAt, cursor, retryCount: 0, nextAt: now }))
      await enqueue(tx, reconcileOrdersJob, { shop });
  });
}

/** Ends a run that has seen everything; the next one is due in an hour. */
export async function endRun(run: Run): Promise<void> {
  await inShop(run.shop, (tx, now) => {
    const next = { beganAt: null, cursor: null, retryCount: 0, nextAt: after(now, HOUR_SECONDS) };
    return release(tx, run, { ...next, comparedUntil: run.beganAt });
  });
}

/** Lets a run wait so many seconds, to go on at its cursor, or anew without one; null: until the shop is connected. */
export async function postponeRun(run: Run, seconds: number | null): Promise<void> {
  await inShop(run.shop, (tx, now) => {
    const { cursor, retryCount } = run;
    const beganAt = cursor === null ? null : run.beganAt;
    const nextAt = seconds === null ? null : after(now, seconds);
    return release(tx, run, { beganAt, cursor, retryCount: retryCount + 1, nextAt });
  });
}

type Checkpoint = {
  comparedUntil?: Date;
  beganAt: Date | null;
  cursor: string | null;
  retryCount: number;
  nextAt: Date | null;
};

/** Writes nothing once another process has the lease. */
async function release(tx: Tx, { shop, leasedUntil }: Run, data: Checkpoint): Promise<boolean> {
  const { count } = await tx.orderReconciliation.updateMany({ where: { shop, nextAt: leasedUntil }, data });
  return count === 1;
}
