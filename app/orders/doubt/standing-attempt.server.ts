import type { Tx } from "../../lib/database/db.server.ts";
import type { Order } from "../../wholesale/resources.ts";
import { type AttemptId, latestFirst } from "../store/attempt-store.server.ts";
import { knownAs } from "../states/outcome.ts";
import { lockOrder } from "../store/order-store.server.ts";

/**
 * Appends an attempt for an order that the supplier has under another reference than ours, or under none.
 * Updates, cancellations and comparisons use that reference from then on.
 *
 * @param attemptId the latest attempt, which this one follows.
 * @returns its id; null if a later attempt exists, or another attempt has that reference.
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
        shop,
        orderId,
        keyGeneration,
        account,
        startedAt,
        deadline: startedAt,
        reference: knownAs(found),
        lines: found.lines,
        generation: latest.generation + 1,
        turn: 1,
      },
    ],
    skipDuplicates: true,
  });
  return standing?.id ?? null;
}
