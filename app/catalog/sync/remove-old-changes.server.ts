import { asSystem } from "../../lib/database/db.server.ts";
import { env } from "../../lib/env.server.ts";
import { after } from "../../queue/back-off.ts";

const BATCH = 5000;

/** Deletes every shop's expired history, in small transactions. */
export async function removeOldChanges(): Promise<void> {
  for (;;) {
    const count = await asSystem("catalog", async (tx, now) => {
      const before = { lt: after(now, -env.CATALOG_HISTORY_DAYS * 86_400) };
      const changes = await tx.catalogChange.deleteMany({ where: { at: before }, limit: BATCH });
      const runs = await tx.syncRun.deleteMany({
        where: { startedAt: before, endedAt: { not: null } },
        limit: BATCH,
      });
      return Math.max(changes.count, runs.count);
    });
    if (count < BATCH) return;
  }
}
