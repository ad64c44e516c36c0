import { formatMoney } from "../../lib/money.ts";
import type { ListedOrder } from "../../orders/views/list-orders.server.ts";
import { sayState } from "../../orders/views/say-state.ts";
import { sayMoment } from "../../components/moment.tsx";

export type Row = ReturnType<typeof toRow>;

/** What the table shows of an order. */
export function toRow(order: ListedOrder) {
  const { id, orderName, requestedAt, placedAt, cost } = order;
  const { label, tone, short } = sayState(order);
  return {
    ...{ id, orderName, label, tone },
    why: short ?? "",
    requested: sayMoment(requestedAt.toISOString(), "medium"),
    placed: placedAt === null ? "" : sayMoment(placedAt.toISOString(), "medium"),
    cost: cost === null ? "" : formatMoney(cost),
  };
}
