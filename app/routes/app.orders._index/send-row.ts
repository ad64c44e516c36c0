import type { OrderToSend } from "../../orders/views/list-to-send.server.ts";
import { adminOrderUrl } from "../../shop/ids.ts";

/** Returns an order's row, with ISO times. */
export function toSendRow(order: OrderToSend) {
  const { id, version, orderName, shopOrderId, openedAt, lines, isBeingSent, paid, cost, profit } = order;
  return {
    id,
    version,
    orderName,
    adminUrl: adminOrderUrl(shopOrderId),
    openedAt: openedAt.toISOString(),
    items: lines.slice(0, ITEMS_SHOWN).map(({ title, sku, quantity }) => ({ title, sku, quantity })),
    moreItems: Math.max(0, lines.length - ITEMS_SHOWN),
    isBeingSent,
    paid,
    cost,
    profit,
    isLoss: profit?.amount.startsWith("-") ?? false,
  };
}

export type SendRow = ReturnType<typeof toSendRow>;

/** More would hide the other orders. */
const ITEMS_SHOWN = 3;
