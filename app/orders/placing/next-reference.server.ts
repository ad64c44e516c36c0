import type { Tx } from "../../lib/db.server.ts";
import { referencePrefix } from "../ordering-settings.server.ts";
import type { ClaimedOrder } from "../order-store.server.ts";
import { usesUpReference } from "../outcome.ts";

/** The same reference as long as surely nothing stands under it; then a new generation. */
export async function nextReference(
  tx: Tx,
  { shop, id, fulfillmentOrderId }: ClaimedOrder,
): Promise<{ reference: string; generation: number; turn: number }> {
  const latest = await tx.orderAttempt.findFirst({
    where: { orderId: id },
    orderBy: [{ generation: "desc" }, { turn: "desc" }],
  });
  if (latest !== null) {
    const { generation, turn, reference } = latest;
    const usedUp = await tx.orderAttemptOutcome.count({
      where: { attempt: { orderId: id, generation }, kind: { in: [...usesUpReference] } },
    });
    if (usedUp === 0) return { reference, generation, turn: turn + 1 };
  }
  const generation = (latest?.generation ?? 0) + 1;
  const number = /\d+$/.exec(fulfillmentOrderId)?.[0] ?? fulfillmentOrderId;
  const prefix = await referencePrefix(tx, shop);
  return { reference: `${prefix}-${number}-${generation}`, generation, turn: 1 };
}
