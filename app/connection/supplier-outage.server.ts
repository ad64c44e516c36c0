import { asSystem } from "../lib/database/db.server.ts";
import { execute } from "../lib/database/statement.server.ts";
import type { Failure } from "../lib/failure.ts";
import { enqueue } from "../queue/boss.server.ts";
import { after } from "../queue/back-off.ts";
import { jobs } from "../queue/jobs.ts";

/**
 * An outage counts as over if no process has recorded it for this long. While it lasts, a process probes the
 * supplier about once per minute and records the outage again.
 */
const OVER_AFTER_SECONDS = 5 * 60;

/** Records that the supplier is down for all shops. Every page shows the outage. */
export async function recordOutage(): Promise<void> {
  await asSystem(
    "supplier",
    (tx, now) => execute(tx)`
      insert into supplier_outage (since, seen_at) values (${now}, ${now})
      on conflict (id) do update set seen_at = excluded.seen_at,
        since = case when supplier_outage.seen_at < ${overSince(now)} then excluded.since else supplier_outage.since end`,
  );
}

/** Deletes the record of the outage, and enqueues the job that resumes waiting work. */
export async function endOutage(): Promise<void> {
  await asSystem("supplier", async (tx) => {
    await tx.supplierOutage.deleteMany();
    await enqueue(tx, jobs["connection.supplier-back"], {});
  });
}

/** Returns the time when the supplier's outage began; null if no process has recorded an outage. */
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
