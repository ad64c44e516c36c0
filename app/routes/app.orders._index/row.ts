import type { ListedOrder } from "../../orders/views/list-orders.server.ts";
import { statusOf } from "../../orders/views/order-status.ts";

export type Row = ReturnType<typeof toRow>;

/** Returns an order's row, with ISO times. */
export function toRow(order: ListedOrder) {
  const { id, orderName, requestedAt, placedAt, cost } = order;
  const { label, tone, why } = statusOf(order);
  return {
    id,
    orderName,
    label,
    tone,
    why,
    cost,
    requestedAt: requestedAt.toISOString(),
    placedAt: placedAt?.toISOString() ?? null,
  };
}
