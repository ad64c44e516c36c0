import { findService } from "../../catalog/location/our-location.server.ts";
import { findConnection } from "../../connection/connection-store.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { isRequestable } from "../../shop/orders/fulfillment-order.ts";
import { readRequestable } from "../../shop/orders/fulfillment-requests.server.ts";
import type { ShopOrderId } from "../../shop/ids.ts";
import { isEnded } from "../states/order-state.ts";
import { toOrderRow } from "../store/order-store.server.ts";
import { actionsOf } from "./order-actions.ts";
import { type OrderStatus, statusOf } from "./order-status.ts";

/** The order block on the order's page in the shop's admin: extensions/order-block. */
export type OrderBlock = {
  connected: boolean;
  /** True if a part of the order waits for a fulfillment request. */
  unrequested: boolean;
  /** The latest first. */
  orders: BlockOrder[];
};

export type BlockOrder = Pick<OrderStatus, "label" | "tone" | "message"> & {
  id: string;
  /** A button acts on this version only. */
  version: number;
  can: { retry: boolean; cancel: Message | null };
  supplierOrderId: string | null;
  /** `url` as the supplier wrote it, so it may be unsafe. */
  shipments: { carrier: string | null; number: string | null; url: string | null }[];
};

/** Shopify splits a customer's order into a few fulfillment orders, rarely more. */
const ORDERS_AT_MOST = 20;

/** Reads our orders of a customer's order; none if we have no part of it. */
export async function readOrderBlock(shop: ShopDomain, shopOrderId: ShopOrderId): Promise<OrderBlock> {
  const connected = (await findConnection(shop)) !== null;
  const rows = await listOrdersOf(shop, shopOrderId);
  // If an order is under way, the block has enough to show without a call to the shop.
  const isIdle = rows.every(({ state }) => isEnded(state));
  const unrequested = connected && isIdle && (await isUnrequested(shop, shopOrderId));
  return { connected, unrequested, orders: rows.map((row) => toBlockOrder(row, connected)) };
}

async function listOrdersOf(shop: ShopDomain, shopOrderId: ShopOrderId) {
  const rows = await inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, shopOrderId },
      include: { shipments: { orderBy: { id: "asc" } } },
      orderBy: { requestedAt: "desc" },
      take: ORDERS_AT_MOST,
    }),
  );
  return rows.map(({ shipments, ...row }) => ({ ...toOrderRow(row), shipments }));
}

function toBlockOrder(
  order: Awaited<ReturnType<typeof listOrdersOf>>[number],
  reachesSupplier: boolean,
): BlockOrder {
  const { id, version, supplierOrderId } = order;
  const { retry, cancel } = actionsOf(order, { reachesSupplier });
  const { label, tone, message } = statusOf(order);
  const shipments = order.shipments.map(({ carrier, trackingNumber: number, trackingUrl: url }) => ({
    carrier,
    number,
    url,
  }));
  return { id, version, can: { retry, cancel }, label, tone, message, supplierOrderId, shipments };
}

/**
 * Returns true if a part of the order is unrequested. This is only a hint, so a failed call must not empty
 * the block.
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
