import { asSystem } from "../lib/db.server.ts";
import { enqueue } from "../queue/boss.server.ts";
import { supplierBackJob } from "./jobs.ts";

/** While it is down, some process knocks once a minute at the latest, and says so again here. */
const OVER_AFTER_MS = 5 * 60_000;

/** Notes that the supplier answers nobody. Every page says so until it does. */
export async function noteOutage(now: Date): Promise<void> {
  await asSystem(
    "supplier",
    (tx) => tx.$executeRaw`
      insert into supplier_outage (since, seen_at) values (${now}, ${now})
      on conflict (id) do update set seen_at = excluded.seen_at,
        since = case when supplier_outage.seen_at < ${longAgo(now)} then excluded.since else supplier_outage.since end`,
  );
}

/** Notes that the supplier answers again, and announces it. */
export async function endOutage(): Promise<void> {
  await asSystem("supplier", async (tx) => {
    await tx.supplierOutage.deleteMany();
    await enqueue(tx, supplierBackJob, {});
  });
}

/** Since when the supplier answers nobody; null when it does, as far as is known. */
export async function findOutage(now: Date): Promise<Date | null> {
  const row = await asSystem("supplier", (tx) =>
    tx.supplierOutage.findFirst({ where: { seenAt: { gt: longAgo(now) } } }),
  );
  return row?.since ?? null;
}

function longAgo(now: Date): Date {
  return new Date(now.getTime() - OVER_AFTER_MS);
}
