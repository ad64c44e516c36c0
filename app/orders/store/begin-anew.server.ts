import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/db.server.ts";
import { traceparentNow } from "../../lib/trace.server.ts";
import { appendToHistory } from "./attempt-store.server.ts";
import { type OrderRow, wakeOrder } from "./order-store.server.ts";
import { isEnded, type OrderState } from "../states/order-state.ts";

/**
 * Begins an order anew whose row `tx` has locked. What it was at the supplier before is over, and stays known: by its number,
 * until there is another one, and in the history of its attempts.
 */
export async function beginAnew(
  tx: Tx,
  order: OrderRow,
  { now, requestedAt = order.requestedAt }: { now: Date; requestedAt?: Date },
): Promise<void> {
  if (order.cancelRequestedAt !== null)
    await appendToHistory(tx, order, {
      what: { code: "cancellation-requested" },
      at: order.cancelRequestedAt,
    });
  await tx.supplierOrder.updateMany({
    where: { shop: order.shop, id: order.id },
    data: {
      ...{ state: "ready" satisfies OrderState, version: { increment: 1 }, nextAt: now, retryCount: 0 },
      ...{ reason: null, reasonParams: Prisma.DbNull, acknowledgedReason: null, requestedAt },
      ...{ acceptance: null, notShownSince: null, cancelRequestedAt: null, shopVersion: null },
      // A person approved the order that has ended, and is asked again about this one.
      ...(isEnded(order.state) && { testApprovedAt: null }),
      traceparent: traceparentNow() ?? order.traceparent,
    },
  });
  await wakeOrder(tx, order);
}
