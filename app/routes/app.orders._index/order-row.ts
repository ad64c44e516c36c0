import { webAddress } from "../../lib/http/web-address.ts";
import type { BulkAction, PickedOrder } from "../../orders/bulk/picked-order.ts";
import { actionsOf, type OrderActions } from "../../orders/views/order-actions.ts";
import type { OrderPage } from "../../orders/views/list-orders.server.ts";
import type { OrderToSend } from "../../orders/views/list-to-send.server.ts";
import { statusOf } from "../../orders/views/order-status.ts";
import { lossIn } from "../../orders/earnings/earnings.ts";
import { adminOrderUrl } from "../../shop/ids.ts";

/** Returns the row of an order that was requested, with ISO times. */
export function toRow(order: OrderPage["orders"][number], { connected }: { connected: boolean }) {
  const { id, version, orderName, requestedAt, placedAt, items, packages, expected } = order;
  const { label, tone, why } = statusOf(order);
  return {
    id,
    version,
    orderName,
    url: `/app/orders/${id}`,
    isToSend: false,
    label,
    tone,
    why,
    can: actionsOf(order, { reachesSupplier: connected }),
    requestedAt: requestedAt.toISOString(),
    placedAt: placedAt?.toISOString() ?? null,
    ...shortened(items),
    packages: packages.slice(0, PACKAGES_SHOWN).map(({ number, url }) => ({ number, url: webAddress(url) })),
    morePackages: Math.max(0, packages.length - PACKAGES_SHOWN),
    paid: expected ? expected.paid : order.paid,
    cost: expected ? expected.cost : (order.spent ?? order.cost),
    // Null for an order that was sent, because its cost includes the shipping.
    shipping: expected?.shipping ?? null,
    isExpected: expected !== null,
    profit: expected ? expected.profit : order.profit,
  };
}

export type OrderListRow = ReturnType<typeof toRow>;

/**
 * Returns the row of an order that waits to be sent, for the list of all orders. The row links to the tab where the
 * merchant sends it.
 */
export function toWaitingRow(order: OrderToSend): OrderListRow {
  const { id, version, orderName, openedAt, lines, isBeingSent, kept, problem } = order;
  const { paid, cost, shipping, profit } = order;
  return {
    id,
    version,
    orderName,
    url: `/app/orders?${new URLSearchParams({ show: "to-send", query: orderName }).toString()}`,
    isToSend: true,
    label: { code: isBeingSent ? "to-send.sending" : "orders.group.to-send" },
    tone: "attention",
    why: kept?.why ?? problem,
    can: NO_ACTIONS,
    requestedAt: openedAt.toISOString(),
    placedAt: null,
    ...shortened(lines),
    packages: [],
    morePackages: 0,
    paid,
    cost,
    shipping,
    isExpected: true,
    profit,
  };
}

/** No button: this list cannot act on the order. */
export const NO_ACTIONS: OrderActions = {
  retry: false,
  orderAnyway: null,
  sendUnpaid: null,
  sendTestOrder: false,
  acknowledge: null,
  cancel: null,
};

type Item = { title: string; sku: string | null; quantity: number };

/**
 * Returns the first items of an order, and the number of the others. A long list would push other orders out of
 * sight.
 */
export function shortened(items: readonly Item[]): { items: Item[]; moreItems: number } {
  return {
    items: items.slice(0, ITEMS_SHOWN).map(({ title, sku, quantity }) => ({ title, sku, quantity })),
    moreItems: Math.max(0, items.length - ITEMS_SHOWN),
  };
}

const ITEMS_SHOWN = 3;

const PACKAGES_SHOWN = 2;

/** Returns true if a button for several orders can act on this order. */
export function canBe(action: BulkAction, { can }: { can: OrderActions }): boolean {
  switch (action) {
    case "retry":
      return can.retry;
    case "approve":
      return can.orderAnyway !== null;
    case "cancel":
      return can.cancel !== null;
    case "acknowledge":
      return can.acknowledge !== null;
  }
}

/**
 * Returns true for test orders and orders that are not fully paid. The merchant sends each of these on its own page
 * or in its order block.
 */
export function isOrderedOneByOne({ can }: { can: OrderActions }): boolean {
  return can.sendUnpaid !== null || can.sendTestOrder;
}

/** Returns an order as the page submits it, with the costs or the reason that the merchant saw. */
export function pickedOf(action: BulkAction, { id, version, can }: OrderListRow): PickedOrder {
  const order = { id, version };
  if (action === "acknowledge" && can.acknowledge !== null) return { ...order, reason: can.acknowledge };
  if (action === "approve" && can.orderAnyway !== null) return { ...order, costs: can.orderAnyway.costs };
  return order;
}

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
    problem: order.problem,
    paid,
    cost,
    shipping,
    profit,
    loss: lossIn(order),
  };
}

export type SendRow = ReturnType<typeof toSendRow>;
