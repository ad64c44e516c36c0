import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { numberIn } from "../../shop/ids.ts";
import type { OrderLine, SupplierVariantId } from "../../wholesale/resources.ts";
import { latestFirst } from "../store/attempt-store.server.ts";
import { usingUpReference } from "../states/outcome.ts";
import type { PlannedLine } from "./decide-order.ts";

type Named = { reference: string; generation: number; turn: number };

/** The same reference as long as surely nothing stands under it; then a new generation. */
export async function nextReference(
  tx: Tx,
  {
    shop,
    id,
    fulfillmentOrderId,
    prefix,
  }: { shop: ShopDomain; id: string; fulfillmentOrderId: string; prefix: string },
): Promise<Named> {
  const latest = await tx.orderAttempt.findFirst({ where: { shop, orderId: id }, orderBy: latestFirst });
  if (latest === null) return firstReference({ prefix, fulfillmentOrderId });
  const { generation, turn, reference } = latest;
  const usedUp = await tx.orderAttemptOutcome.count({
    where: { shop, attempt: { orderId: id, generation }, kind: { in: usingUpReference } },
  });
  if (usedUp === 0) return { reference, generation, turn: turn + 1 };
  const next = generation + 1;
  return {
    reference: referenceOf({ prefix, fulfillmentOrderId, generation: next }),
    generation: next,
    turn: 1,
  };
}

/** Of a fulfillment order that was never ordered before. */
export function firstReference(of: { prefix: string; fulfillmentOrderId: string }): Named {
  return { reference: referenceOf({ ...of, generation: 1 }), generation: 1, turn: 1 };
}

/** What a fulfillment order is ordered under: the name of the order at the supplier. */
export function referenceOf({
  prefix,
  fulfillmentOrderId,
  generation,
}: {
  prefix: string;
  fulfillmentOrderId: string;
  generation: number;
}): string {
  const number = numberIn(fulfillmentOrderId) ?? fulfillmentOrderId;
  return `${prefix}-${number}-${String(generation)}`;
}

/** What is sent: pieces by the supplier's variant, however many lines of the shop they come from. */
export function inPieces(lines: PlannedLine[]): OrderLine[] {
  const pieces = new Map<SupplierVariantId, number>();
  for (const { supplierVariantId, quantity } of lines)
    pieces.set(supplierVariantId, (pieces.get(supplierVariantId) ?? 0) + quantity);
  return [...pieces].map(([supplierVariantId, quantity]) => ({ supplierVariantId, quantity }));
}
