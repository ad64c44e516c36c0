import { asSystem, inShop, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { reconcileOrdersJob } from "../jobs.ts";

/** A pass over the supplier's orders that this worker alone has until `leasedUntil`. */
export type Pass = {
  shop: ShopDomain;
  /** Since when the supplier's changes are compared. */
  since: Date;
  beganAt: Date;
  /** Where it goes on; null at its beginning. */
  cursor: string | null;
  retryCount: number;
  leasedUntil: Date;
};

const HOUR_MS = 3_600_000;
/** How far the first pass looks back. */
const LOOK_BACK_MS = 30 * 24 * HOUR_MS;
/** A pass looks at the last hour again: the supplier's clock may be behind ours. */
const OVERLAP_MS = HOUR_MS;
/** Longer than a slice can take. */
const LEASE_MS = 300_000;
const WAKE_AT_MOST = 200;

/** Makes it due for every connected shop that has no comparison ahead, and wakes what is due. */
export async function wakeReconciliations(now: Date): Promise<void> {
  await asSystem("orders", async (tx) => {
    await tx.$executeRaw`
      insert into order_reconciliation (shop, next_at) select shop, ${now} from connection
      on conflict (shop) do update set next_at = excluded.next_at where order_reconciliation.next_at is null`;
    const due = await tx.orderReconciliation.findMany({
      where: { nextAt: { lte: now } },
      orderBy: { nextAt: "asc" },
      take: WAKE_AT_MOST,
    });
    for (const { shop } of due) await enqueue(tx, reconcileOrdersJob, { shop: shop as ShopDomain });
  });
}

/** Takes the shop's pass where it left off; null when it is not due, or somebody else has it. */
export async function claimRun(shop: ShopDomain, now: Date): Promise<Pass | null> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  return inShop(shop, async (tx) => {
    const [row] = await tx.orderReconciliation.updateManyAndReturn({
      where: { shop, nextAt: { lte: now } },
      data: { nextAt: leasedUntil },
    });
    if (!row) return null;
    const { comparedUntil, cursor, retryCount } = row;
    const beganAt = row.beganAt ?? now;
    const since = new Date(
      comparedUntil === null ? beganAt.getTime() - LOOK_BACK_MS : comparedUntil.getTime() - OVERLAP_MS,
    );
    return { shop, since, beganAt, cursor, retryCount, leasedUntil };
  });
}

/** Remembers where a pass goes on, which is due at once. */
export async function checkpointRun(pass: Pass, cursor: string, now: Date): Promise<void> {
  await inShop(pass.shop, async (tx) => {
    const place = { beganAt: pass.beganAt, cursor, retryCount: 0, nextAt: now };
    if (await write(tx, pass, place)) await enqueue(tx, reconcileOrdersJob, { shop: pass.shop });
  });
}

/** Ends a pass that has seen everything; the next one is due in an hour. */
export async function endRun(pass: Pass, now: Date): Promise<void> {
  const next = { beganAt: null, cursor: null, retryCount: 0, nextAt: new Date(now.getTime() + HOUR_MS) };
  await inShop(pass.shop, (tx) => write(tx, pass, { ...next, comparedUntil: pass.beganAt }));
}

/** Lets a pass wait, from its last place on or (`anew`) from its beginning; without a time, until the shop is connected. */
export async function postponeRun(
  pass: Pass,
  { until, cursor }: { until: Date | null; cursor: string | null },
): Promise<void> {
  const beganAt = cursor === null ? null : pass.beganAt;
  await inShop(pass.shop, (tx) =>
    write(tx, pass, { beganAt, cursor, retryCount: pass.retryCount + 1, nextAt: until }),
  );
}

/** Removes everything about a shop's comparisons. */
export async function eraseReconciliation(tx: Tx, shop: ShopDomain): Promise<void> {
  await tx.orderReconciliation.deleteMany({ where: { shop } });
  await tx.recordedMismatch.deleteMany({ where: { shop } });
}

type Place = {
  comparedUntil?: Date;
  beganAt: Date | null;
  cursor: string | null;
  retryCount: number;
  nextAt: Date | null;
};

/** Writes nothing where the lease went to somebody else. */
async function write(tx: Tx, { shop, leasedUntil }: Pass, data: Place): Promise<boolean> {
  const { count } = await tx.orderReconciliation.updateMany({ where: { shop, nextAt: leasedUntil }, data });
  return count === 1;
}
