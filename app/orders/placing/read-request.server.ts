import { findService } from "../../catalog/location/our-location.server.ts";
import { hasClockJumped } from "../../lib/database/clock-jump.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { after } from "../../queue/back-off.ts";
import type { ReadFulfillmentOrder, RequestStatus } from "../../shop/orders/fulfillment-order.ts";
import { readRequestStatus, readWithLocation } from "../../shop/orders/fulfillment-orders.server.ts";
import { isBeforeRequest, isGone } from "../states/acceptance.ts";
import { changeClaimed, type ClaimedOrder } from "../store/order-store.server.ts";

/** Reads the current fulfillment order from the shop; null if the shop shows no request with that id. */
export async function readToPlace({
  shop,
  fulfillmentOrderId: id,
  shopOrderId,
}: ClaimedOrder): Promise<ReadFulfillmentOrder | null> {
  const read = await readWithLocation(shop, { id, shopOrderId });
  if (read === null || !isBeforeRequest(read)) return read;
  const service = await findService(shop);
  return read.locationId === service?.locationId ? null : read;
}

/** Reads the current status of the order's request; null if the shop shows no request with that id. */
export async function readRequest(order: ClaimedOrder): Promise<RequestStatus | null> {
  const { shop, fulfillmentOrderId: id } = order;
  const service = await findService(shop);
  const request = await readRequestStatus(shop, { id, ourLocationId: service?.locationId ?? null });
  if (request === null || (request.ours && isBeforeRequest(request))) return null;
  await clearNotShown(order);
  return request;
}

const FIRST_LOOK_AFTER_SECONDS = 10;

const LOOK_AFTER_SECONDS = 60;

/**
 * Returns true once Shopify has replied for ten minutes, at least twice, that it has no such request. Until then stores
 * the time of the first such reply, and postpones the order. Counts time instead of reads, since several webhooks can
 * cause several reads within a second. A failed call is no reply.
 */
export async function isGoneForLong(order: ClaimedOrder): Promise<boolean> {
  if (isGone(order) && !hasClockJumped()) return true;
  await waitUntilShown(order, order.notShownSince);
  return false;
}

/**
 * Postpones the order until the next look for its request.
 *
 * @param notShownSince time of the first reply without the request since Shopify last showed it; null: the latest reply.
 */
export async function waitUntilShown(order: ClaimedOrder, notShownSince: Date | null): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    const seconds = notShownSince === null ? FIRST_LOOK_AFTER_SECONDS : LOOK_AFTER_SECONDS;
    await changeClaimed(tx, order, { notShownSince: notShownSince ?? now, dueAt: after(now, seconds) });
  });
}

/** Clears the time of the first reply without the fulfillment order, because Shopify shows it now. The order stays claimed. */
export async function clearNotShown(order: ClaimedOrder): Promise<void> {
  if (order.notShownSince === null) return;
  const { shop, retryCount } = order;
  await inShop(shop, (tx) => changeClaimed(tx, order, { notShownSince: null, retryCount }));
}
