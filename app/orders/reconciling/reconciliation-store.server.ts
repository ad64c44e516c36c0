import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { claim, type Claimed, release } from "../../queue/lease.server.ts";
import { jobs } from "../../jobs.ts";

/** A run over the supplier's orders that this worker has leased until `leasedUntil`. */
export type Run = {
  shop: ShopDomain;
  /** Start of the period whose changes are compared. */
  since: Date;
  beganAt: Date;
  /** The supplier's cursor to the next page; null at the beginning. */
  cursor: string | null;
  retryCount: number;
  leasedUntil: Date;
};

const HOUR_SECONDS = 3600;
/** Period that the first run covers. */
const LOOK_BACK_SECONDS = 30 * 24 * HOUR_SECONDS;
/** Each run repeats the last hour, because the supplier's clock may be behind ours. */
const OVERLAP_SECONDS = HOUR_SECONDS;
/**
 * Longer than a slice takes: two minutes of comparing changes, at most 40 pages of the shop's requests at
 * some seconds each (a page that takes its whole 90 s usually ends that part), 20 s of the supplier's pages,
 * and a last page of 15 s with a lookup per mismatch.
 */
export const LEASE_SECONDS = 900;

/** Claims the shop's run at its checkpoint; null if it is not due or already claimed. */
export async function claimRun(shop: ShopDomain): Promise<Run | null> {
  const [claimed] = await inShop(shop, (tx) =>
    claim(tx, "OrderReconciliation", { key: { shop }, seconds: LEASE_SECONDS }),
  );
  return claimed ? toRun(claimed) : null;
}

/** Converts a claimed row to a run that continues at its checkpoint. */
export function toRun(claimed: Claimed<"OrderReconciliation">): Run {
  const { shop, comparedUntil, cursor, retryCount, leasedUntil } = claimed;
  const beganAt = claimed.beganAt ?? claimed.claimedAt;
  const since =
    comparedUntil === null ? after(beganAt, -LOOK_BACK_SECONDS) : after(comparedUntil, -OVERLAP_SECONDS);
  return { shop, since, beganAt, cursor, retryCount, leasedUntil };
}

/** Stores a run's checkpoint, and makes it due at once. */
export async function checkpointRun(run: Run): Promise<void> {
  await inShop(run.shop, async (tx, now) => {
    const { shop, beganAt, cursor } = run;
    if (await release(tx, "OrderReconciliation", run, { beganAt, cursor, retryCount: 0, dueAt: now }))
      await enqueue(tx, jobs["orders.reconcile"], { shop });
  });
}

/** Ends a complete run; the next one is due in an hour. */
export async function endRun(run: Run): Promise<void> {
  await inShop(run.shop, (tx, now) => {
    const next = { beganAt: null, cursor: null, retryCount: 0, dueAt: after(now, HOUR_SECONDS) };
    return release(tx, "OrderReconciliation", run, { ...next, comparedUntil: run.beganAt });
  });
}

/**
 * Postpones a run, which continues at its cursor or, without one, starts over.
 *
 * @param seconds null: until the shop is connected.
 */
export async function postponeRun(run: Run, seconds: number | null): Promise<void> {
  await inShop(run.shop, (tx, now) => {
    const { cursor, retryCount } = run;
    const beganAt = cursor === null ? null : run.beganAt;
    const dueAt = seconds === null ? null : after(now, seconds);
    return release(tx, "OrderReconciliation", run, { beganAt, cursor, retryCount: retryCount + 1, dueAt });
  });
}
