import type { Tx } from "../../lib/db.server.ts";
import type { Order } from "../../wholesale/resources.ts";
import { type AttemptId, latestFirst } from "../store/attempt-store.server.ts";
import { knownAs } from "../states/outcome.ts";
import { lockOrder } from "../store/order-store.server.ts";

/**
 * Appends an attempt that stands for an order which the supplier has under another reference than ours, or under none: updates,
 * cancellations and the comparison know the order by that one from then on.
 *
 * @param attemptId the attempt that it comes after.
 * @returns its id; null where another attempt has come after that one, or has that reference.
 */
export async function appendStanding(
  tx: Tx,
  { shop, orderId, attemptId, found }: AttemptId & { found: Order },
): Promise<string | null> {
  await lockOrder(tx, { shop, id: orderId });
  const latest = await tx.orderAttempt.findFirst({ where: { shop, orderId }, orderBy: latestFirst });
  if (latest?.id !== attemptId) return null;
  const { keyGeneration, account, startedAt } = latest;
  const [standing] = await tx.orderAttempt.createManyAndReturn({
    data: [
      {
        ...{ shop, orderId, keyGeneration, account, startedAt, deadline: startedAt },
        ...{ reference: knownAs(found), lines: found.lines },
        ...{ generation: latest.generation + 1, turn: 1 },
      },
    ],
    skipDuplicates: true,
  });
  return standing?.id ?? null;
}
