import { findService } from "../../catalog/location/our-location.server.ts";
import { findConnection } from "../../connection/connection-store.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { Money } from "../../lib/money.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { isRequestable } from "../../shop/orders/fulfillment-order.ts";
import { readRequestable } from "../../shop/orders/fulfillment-requests.server.ts";
import type { ShopOrderId } from "../../shop/ids.ts";
import type { ApprovedCosts } from "../placing/approvals.ts";
import { purchaseIn } from "../reasons/purchase.ts";
import { messagesOfTotal } from "../states/order-to-send.ts";
import { isEnded, isUnsent } from "../states/order-state.ts";
import { listOrdersOf, type OrderPage } from "./list-orders.server.ts";
import { actionsOf, type OrderActions } from "./order-actions.ts";
import { type OrderStatus, statusOf } from "./order-status.ts";

/** The order block on the order's page in the shop's admin: extensions/order-block. */
export type OrderBlock = {
  connected: boolean;
  /** True if a part of the order waits for a fulfillment request, and “Send” would send it. */
  unrequested: boolean;
  /** The reason that keeps all parts that wait, so that “Send” sends none. */
  kept: Message | null;
  /** Our orders, the latest first. */
  orders: BlockOrder[];
};

export type BlockOrder = Pick<OrderStatus, "label" | "tone" | "message"> & {
  id: string;
  /** Version of the order. A button does nothing if the order has another version by then. */
  version: number;
  /** `cancelLabel`: the label of the button that cancels the order while the supplier does not have it. */
  can: { retry: boolean; approve: Approval | null; cancel: Message | null; cancelLabel: Message | null };
  supplierOrderId: string | null;
  items: Message[];
  /** Revenue, costs and profit of the order, as far as they are known. If all are known, they add up. */
  amounts: { label: Message; amount: Money }[];
  /** `url` is as the supplier wrote it, so it may be unsafe. */
  shipments: { carrier: string | null; number: string | null; url: string | null }[];
};

/** “Order anyway” or “Send anyway”. `seen`: the costs or the amount that the button approves; neither for a test order. */
type Approval = {
  button: Message;
  question: Message[];
  seen: { costs?: ApprovedCosts; outstanding?: Money };
};

/** Reads our orders for a customer's order; an empty list if we order no part of it. */
export async function readOrderBlock(shop: ShopDomain, shopOrderId: ShopOrderId): Promise<OrderBlock> {
  const connected = (await findConnection(shop)) !== null;
  const { orders, shipments } = await inShop(shop, async (tx, now) => {
    const found = await listOrdersOf(tx, { shop, now }, [shopOrderId]);
    const ids = found.map(({ id }) => id);
    return {
      orders: found,
      shipments: await tx.shipment.findMany({
        where: { shop, orderId: { in: ids } },
        orderBy: { id: "asc" },
        select: { orderId: true, carrier: true, trackingNumber: true, trackingUrl: true },
      }),
    };
  });
  // The block reads from the shop only if no order is under way. Otherwise our records show enough.
  const isIdle = orders.every(({ state }) => isEnded(state));
  const unrequested = connected && isIdle && (await isUnrequested(shop, shopOrderId));
  const kept = unrequested ? await findKept(shop, shopOrderId) : null;
  return {
    connected,
    unrequested: unrequested && kept === null,
    kept,
    orders: orders.map((order) => ({
      ...toBlockOrder(order, { connected }),
      shipments: shipments
        .filter(({ orderId }) => orderId === order.id)
        .map(({ carrier, trackingNumber: number, trackingUrl: url }) => ({ carrier, number, url })),
    })),
  };
}

function toBlockOrder(
  order: OrderPage["orders"][number],
  { connected }: { connected: boolean },
): Omit<BlockOrder, "shipments"> {
  const { id, version, supplierOrderId } = order;
  const can = actionsOf(order, { reachesSupplier: connected });
  const { label, tone, message } = statusOf(order);
  return {
    id,
    version,
    can: {
      retry: can.retry,
      approve: approvalOf(order, can),
      cancel: can.cancel,
      cancelLabel: isUnsent(order.state) ? { code: "orders.button.cancel" } : null,
    },
    label,
    tone,
    message,
    supplierOrderId,
    items: order.items.map(({ quantity, title }) => ({ code: "orders.item", quantity, title })),
    amounts: amountsOf(order),
  };
}

function amountsOf({
  expected,
  paid,
  spent,
  cost,
  profit,
}: Pick<
  OrderPage["orders"][number],
  "expected" | "paid" | "spent" | "cost" | "profit"
>): BlockOrder["amounts"] {
  const amounts: { label: Message; amount: Money | null }[] = expected
    ? [
        { label: { code: "orders.column.paid" }, amount: expected.paid },
        { label: { code: "to-send.column.cost" }, amount: expected.cost },
        { label: { code: "to-send.column.shipping" }, amount: expected.shipping },
        {
          label: {
            code: expected.shipping === null ? "to-send.column.profit.no-shipping" : "to-send.column.profit",
          },
          amount: expected.profit,
        },
      ]
    : [
        { label: { code: "orders.column.paid" }, amount: paid },
        { label: { code: "orders.cost" }, amount: spent ?? cost },
        { label: { code: "orders.column.profit" }, amount: profit },
      ];
  return amounts.flatMap(({ label, amount }) => (amount === null ? [] : [{ label, amount }]));
}

/** Returns the button that sends a held order anyway, with the question that the order's page asks. */
function approvalOf(
  { reasonParams, expected }: Pick<OrderPage["orders"][number], "reasonParams" | "expected">,
  { orderAnyway, sendUnpaid, sendTestOrder }: OrderActions,
): Approval | null {
  const total = expected ? messagesOfTotal(expected) : [];
  if (orderAnyway !== null) {
    const { costs, lines } = orderAnyway;
    const question: Message[] = [{ code: "orders.order-anyway", lines }, ...total];
    return { button: { code: "orders.button.order-anyway" }, question, seen: { costs } };
  }
  const button: Message = { code: "orders.button.send-anyway" };
  const question: Message[] = [];
  const purchase = purchaseIn(reasonParams);
  if (purchase !== null) {
    const { items, cost } = purchase;
    question.push(
      cost === null
        ? { code: "orders.send-anyway.purchase.no-cost", items }
        : { code: "orders.send-anyway.purchase", items, cost },
    );
  }
  if (sendUnpaid !== null) {
    question.push(...total, { code: "orders.send-unpaid", outstanding: sendUnpaid });
    return { button, question, seen: { outstanding: sendUnpaid } };
  }
  if (!sendTestOrder) return null;
  return { button, question: [...question, { code: "orders.send-test-order" }], seen: {} };
}

/**
 * Returns the reason that keeps all waiting parts of an order. Knows only the parts that the last poll has
 * seen.
 */
async function findKept(shop: ShopDomain, shopOrderId: ShopOrderId): Promise<Message | null> {
  const waiting = await inShop(shop, (tx) =>
    tx.unrequestedOrder.findMany({
      where: { shop, shopOrderId, leftAt: null },
      select: { kept: true, dueAt: true },
    }),
  );
  if (waiting.some(({ kept, dueAt }) => kept === null || dueAt !== null)) return null;
  const why = storedMessage(waiting[0]?.kept);
  return why && { code: "blocks.send.kept", why };
}

/**
 * Returns true if a part of the order is unrequested. Also returns false if the call fails, because the block
 * must still show the orders.
 */
async function isUnrequested(shop: ShopDomain, id: ShopOrderId): Promise<boolean> {
  const service = await findService(shop);
  if (service === null) return false;
  try {
    const order = await readRequestable(shop, { id, ourLocationId: service.locationId });
    if (order === null || order.canceled) return false;
    return order.fulfillmentOrders.some(isRequestable);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, failure: error.code }, "orders.unrequested-not-read");
    return false;
  }
}
