import { asSystem, LONG_WORK } from "../../lib/db.server.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { sweepCatalogJob } from "../jobs.ts";

/** Goes on reading the lists that could not be read, in every shop: the supplier answers again. */
export async function readOnAfterOutage(now: Date): Promise<void> {
  await asSystem(
    "catalog",
    async (tx) => {
      await tx.catalogMirror.updateMany({
        where: { problem: "failed", nextAt: { gt: now } },
        data: { nextAt: now },
      });
      await enqueue(tx, sweepCatalogJob, {});
    },
    LONG_WORK,
  );
}
