import { Failure } from "../lib/failure.ts";
import { asSystem, inShop } from "../lib/db.server.ts";
import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { type Assigned, listRequested } from "../shop/fulfillment-orders.server.ts";
import { openOrder } from "./open-order.server.ts";
import { requestCancel } from "./request-cancel.server.ts";

/**
 * Opens an order for every request for fulfilment that stands in the shop, and notes every request to cancel. A webhook
 * says no more than that it is time to look; the shop itself, asked with its own token, says what is requested.
 */
export async function takeRequests(shop: ShopDomain, now: Date): Promise<void> {
  for await (const each of requestsFor(shop, "fulfillment")) await openOrder(shop, each, now);
  for await (const { fulfillmentOrderId } of requestsFor(shop, "cancellation")) {
    const order = await inShop(shop, (tx) =>
      tx.supplierOrder.findUnique({ where: { shop_fulfillmentOrderId: { shop, fulfillmentOrderId } } }),
    );
    if (order) await requestCancel(shop, { orderId: order.id, now });
  }
}

async function* requestsFor(
  shop: ShopDomain,
  what: "fulfillment" | "cancellation",
): AsyncGenerator<Assigned> {
  for (let after: string | null = null; ;) {
    const { requested, next } = await listRequested(shop, { what, after });
    yield* requested;
    if (next === null) return;
    after = next;
  }
}

/** The backstop for lost webhooks: looks in every connected shop. */
export async function takeRequestsOfAll(now: Date): Promise<void> {
  const shops = await asSystem("orders", (tx) => tx.connection.findMany({ select: { shop: true } }));
  for (const { shop } of shops) {
    try {
      await takeRequests(shop as ShopDomain, now);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // One shop that does not answer must not keep the others from being looked at.
      log.warn({ shop, failure: error.code }, "orders.requests-not-read");
    }
  }
}
