import { findService } from "../../catalog/location/find-service.server.ts";
import { findConnection } from "../../connection/connection-store.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { readRequestable } from "../../shop/fulfillment-requests.server.ts";
import type { OrderState } from "../order-state.ts";
import { sayState, type Told } from "./say-state.ts";

/** What the block on an order's page in the shop's admin shows: extensions/order-block. */
export type OrderBlock = {
  connected: boolean;
  /** Whether part of it waits for somebody to request its fulfilment. */
  unrequested: boolean;
  /** The latest first. */
  orders: BlockOrder[];
};

export type BlockOrder = {
  id: string;
  state: OrderState;
  label: string;
  tone: Told["tone"];
  said: string;
  supplierOrderId: string | null;
  /** `url` as the supplier wrote it: it may be anything. */
  parcels: { carrier: string | null; number: string | null; url: string | null }[];
};

/** One order of a customer is split into a few, rarely into more. */
const AT_MOST = 20;

/** Reads what we have of a customer's order; an order that is none of ours is one of which there is nothing. */
export async function readOrderBlock(shop: ShopDomain, shopOrderId: string): Promise<OrderBlock> {
  const connected = (await findConnection(shop)) !== null;
  const orders = await listOrdersOf(shop, shopOrderId);
  // Where something is under way the block has enough to say, and the shop need not be asked.
  const idle = orders.every(({ state }) => state === "cancelled" || state === "rejected");
  return { connected, unrequested: connected && idle && (await isUnrequested(shop, shopOrderId)), orders };
}

async function listOrdersOf(shop: ShopDomain, shopOrderId: string): Promise<BlockOrder[]> {
  const rows = await inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, shopOrderId },
      include: { shipments: { orderBy: { id: "asc" } } },
      orderBy: { requestedAt: "desc" },
      take: AT_MOST,
    }),
  );
  return rows.map((row) => {
    const state = row.state as OrderState;
    const { label, tone, sentence } = sayState({ ...row, state });
    return {
      id: row.id,
      ...{ state, label, tone, said: sentence },
      supplierOrderId: row.supplierOrderId,
      parcels: row.shipments.map(({ carrier, trackingNumber, trackingUrl }) => ({
        ...{ carrier, number: trackingNumber, url: trackingUrl },
      })),
    };
  });
}

/** A hint, so a shop that does not answer just now is no reason to show nothing at all. */
async function isUnrequested(shop: ShopDomain, shopOrderId: string): Promise<boolean> {
  const service = await findService(shop);
  if (service === null) return false;
  try {
    const order = await readRequestable(shop, { id: shopOrderId, ourLocationId: service.locationId });
    if (order === null || order.cancelled) return false;
    return order.fulfillmentOrders.some(
      ({ ours, status, request }) => ours && status === "open" && request === "unsubmitted",
    );
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, failure: error.code }, "orders.unrequested-not-read");
    return false;
  }
}
