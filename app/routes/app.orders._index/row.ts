import type { ListedOrder } from "../../orders/views/list-orders.server.ts";
import { statusOf } from "../../orders/views/order-status.ts";

export type Row = ReturnType<typeof toRow>;

/** What the table shows of an order, with times as they travel. */
export function toRow(order: ListedOrder) {
  const { id, orderName, requestedAt, placedAt, cost } = order;
  const { label, tone, why } = statusOf(order);
  return {
    ...{ id, orderName, label, tone, why, cost },
    requestedAt: requestedAt.toISOString(),
    placedAt: placedAt?.toISOString() ?? null,
  };
}
