import { asSystem, LONG_WORK } from "../lib/db.server.ts";
import { enqueue } from "../queue/boss.server.ts";
import { sweepOrdersJob } from "./jobs.ts";

/** What an order says while the supplier does not answer; `cannot-tell` is a doubt whose lookup got no answer. */
const UNANSWERED = ["unreachable", "never-sent", "cannot-tell"];

/** Makes due what could not reach the supplier, in every shop: it answers again. */
export async function wakeAfterOutage(now: Date): Promise<void> {
  await asSystem(
    "orders",
    async (tx) => {
      await tx.supplierOrder.updateMany({
        // An attempt that is under way has a time of its own.
        where: { reason: { in: UNANSWERED }, state: { notIn: ["placing"] }, nextAt: { gt: now } },
        data: { nextAt: now },
      });
      await enqueue(tx, sweepOrdersJob, {});
    },
    LONG_WORK,
  );
}
