import { asSystem } from "../lib/db.server.ts";
import { enqueue } from "../queue/boss.server.ts";
import { sweepOrdersJob } from "./jobs.ts";

/** Makes due what could not reach the platform, in every shop: it answers again. */
export async function wakeAfterOutage(now: Date): Promise<void> {
  await asSystem("orders", async (tx) => {
    await tx.supplierOrder.updateMany({
      // An attempt that is under way has a time of its own.
      where: { reason: "unreachable", state: { notIn: ["placing"] }, nextAt: { gt: now } },
      data: { nextAt: now },
    });
    await enqueue(tx, sweepOrdersJob, {});
  });
}
