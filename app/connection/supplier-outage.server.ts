import { asSystem } from "../lib/db.server.ts";
import { enqueue } from "../queue/boss.server.ts";
import { after } from "../queue/back-off.ts";
import { jobs } from "../jobs.ts";

/** During an outage some process tries the supplier once a minute at the latest, and notes it again here. */
const OVER_AFTER_SECONDS = 5 * 60;

/** Notes that the supplier answers no shop. Every page says so until it does. */
export async function noteOutage(): Promise<void> {
  await asSystem(
    "supplier",
    (tx, now) => tx.$executeRaw`
      insert into supplier_outage (since, seen_at) values (${now}, ${now})
      on conflict (id) do update set seen_at = excluded.seen_at,
        since = case when supplier_outage.seen_at < ${overSince(now)} then excluded.since else supplier_outage.since end`,
  );
}

/** Notes that the supplier answers again, and announces it. */
export async function endOutage(): Promise<void> {
  await asSystem("supplier", async (tx) => {
    await tx.supplierOutage.deleteMany();
    await enqueue(tx, jobs["connection.supplier-back"], {});
  });
}

/** Since when the supplier has answered no shop; null when it answers, as far as is known. */
export async function findOutage(): Promise<Date | null> {
  const row = await asSystem("supplier", (tx, now) =>
    tx.supplierOutage.findFirst({ where: { seenAt: { gt: overSince(now) } } }),
  );
  return row?.since ?? null;
}

function overSince(now: Date): Date {
  return after(now, -OVER_AFTER_SECONDS);
}
