import { asSystem, LONG_WORK } from "../../lib/db.server.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { dueAt, isPostponed } from "../../queue/lease.server.ts";
import { jobs } from "../../jobs.ts";

/** Makes all failed mirror runs due, in all shops, since the supplier answers again. */
export async function wakeMirrorsAfterOutage(): Promise<void> {
  await asSystem(
    "catalog",
    async (tx, now) => {
      await tx.catalogMirror.updateMany({
        where: { problem: "failed", ...isPostponed(now) },
        data: dueAt(now),
      });
      await enqueue(tx, jobs["catalog.sweep"], {});
    },
    LONG_WORK,
  );
}
