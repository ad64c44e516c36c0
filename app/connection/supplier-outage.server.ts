import { asSystem } from "../lib/database/db.server.ts";
import { execute } from "../lib/database/statement.server.ts";
import type { Failure } from "../lib/failure.ts";
import { enqueue } from "../queue/boss.server.ts";
import { after } from "../queue/back-off.ts";
import { jobs } from "../queue/jobs.ts";

/**
 * An outage counts as over if no process has recorded it for this long. During an outage, some process tries
 * the supplier at least once per minute, and records the outage again.
 */
const OVER_AFTER_SECONDS = 5 * 60;

/** Records that the supplier answers no shop. Every page shows the outage. */
export async function recordOutage(): Promise<void> {
  await asSystem(
    "supplier",
    (tx, now) => execute(tx)`
      insert into supplier_outage (since, seen_at) values (${now}, ${now})
      on conflict (id) do update set seen_at = excluded.seen_at,
        since = case when supplier_outage.seen_at < ${overSince(now)} then excluded.since else supplier_outage.since end`,
  );
}

/** Deletes the record of the outage, and announces that the supplier is back. */
export async function endOutage(): Promise<void> {
  await asSystem("supplier", async (tx) => {
    await tx.supplierOutage.deleteMany();
    await enqueue(tx, jobs["connection.supplier-back"], {});
  });
}

/** Returns when the supplier's outage began; null if there is none, as far as we know. */
export async function findOutage(): Promise<Date | null> {
  const row = await asSystem("supplier", (tx, now) =>
    tx.supplierOutage.findFirst({ where: { seenAt: { gt: overSince(now) } } }),
  );
  return row?.since ?? null;
}

/** Returns true if a failure is part of a known outage. Every page shows the outage, so callers do not report it per order. */
export async function isOutage(failure: Failure | null): Promise<boolean> {
  return failure?.side === "supplier" && (await findOutage()) !== null;
}

function overSince(now: Date): Date {
  return after(now, -OVER_AFTER_SECONDS);
}
