import { lossIn } from "../../orders/earnings/earnings.ts";
import type { OrderToSend } from "../../orders/views/list-to-send.server.ts";
import { adminOrderUrl } from "../../shop/ids.ts";
import { shortened } from "./order-row.ts";

/** Returns an order's row, with ISO times. */
export function toSendRow(order: OrderToSend) {
  const { id, version, orderName, shopOrderId, openedAt, lines, isBeingSent, paid, cost, shipping, profit } =
    order;
  const kept = order.kept && { why: order.kept.why, until: order.kept.until?.toISOString() ?? null };
  return {
    id,
    version,
    orderName,
    adminUrl: adminOrderUrl(shopOrderId),
    openedAt: openedAt.toISOString(),
    ...shortened(lines),
    isBeingSent,
    kept,
    paid,
    cost,
    shipping,
    profit,
    loss: lossIn(order),
  };
}

export type SendRow = ReturnType<typeof toSendRow>;
