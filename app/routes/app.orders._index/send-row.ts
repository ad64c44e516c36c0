import { lossOf, type Money } from "../../lib/money.ts";
import { countedShipping } from "../../orders/earnings/earnings.ts";
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
    loss: seenLossOf(order),
  };
}

/** Returns the loss of an order that loses money, and the supplier's charge for shipping in it; null if it does not. */
function seenLossOf(order: OrderToSend): (Money & { shipping: string | null }) | null {
  const loss = lossOf(order.profit);
  return loss && { ...loss, shipping: countedShipping(order)?.amount ?? null };
}

export type SendRow = ReturnType<typeof toSendRow>;
