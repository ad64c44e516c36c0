import { asSystem, inShop } from "../../lib/db.server.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { acceptCancellation, type Assigned, listRequested } from "../../shop/fulfillment-orders.server.ts";
import { openOrder } from "./open-order.server.ts";
import { requestCancellation } from "../cancelling/request-cancellation.server.ts";
import { recordMismatch } from "../reconciling/record-mismatch.server.ts";

/**
 * Opens an order for every request for fulfilment that stands in the shop, and notes every request to cancel. A webhook
 * says no more than that it is time to look; the shop itself, asked with its own token, says what is requested.
 */
export async function ingestRequests(shop: ShopDomain, now: Date): Promise<void> {
  for await (const each of requestsFor(shop, "fulfillment")) await openOrder(shop, each, now);
  for await (const each of requestsFor(shop, "cancellation")) await ingestCancellation(shop, each, now);
}

/** Of what is over here, or is not known here at all, nothing is under way: then the shop has its answer at once. */
async function ingestCancellation(shop: ShopDomain, asked: Assigned, now: Date): Promise<void> {
  const { fulfillmentOrderId } = asked;
  const order = await inShop(shop, (tx) =>
    tx.supplierOrder.findUnique({ where: { shop_fulfillmentOrderId: { shop, fulfillmentOrderId } } }),
  );
  // Being taken back already, it is answered there.
  if (order?.acceptance === "closing") return;
  const isOver = order === null || ["cancelled", "rejected"].includes(order.state);
  if (!isOver && order.acceptance !== "closed") {
    await requestCancellation(shop, { orderId: order.id, now });
    return;
  }
  if (order === null) await tellUnknown(shop, asked, now);
  await acceptCancellation(shop, fulfillmentOrderId);
}

/** An earlier installation has accepted it, whose rows are gone. */
async function tellUnknown(shop: ShopDomain, asked: Assigned, now: Date): Promise<void> {
  const { fulfillmentOrderId, shopOrderId, orderName } = asked;
  const number = /\d+$/.exec(shopOrderId)?.[0] ?? "";
  const about = { label: orderName, url: `shopify:admin/orders/${number}` } as const;
  const said = `You cancelled the fulfilment of order ${orderName} in Shopify. An earlier installation of Stockbridge had accepted it, and whether that one ordered it is not known here. Look on the supplier, and cancel it there if it was ordered.`;
  await recordMismatch(shop, { subject: `cancelled:${fulfillmentOrderId}`, about, said }, now);
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
export async function ingestRequestsOfAll(now: Date): Promise<void> {
  const shops = await asSystem("orders", (tx) => tx.connection.findMany({ select: { shop: true } }));
  for (const { shop } of shops) {
    try {
      await ingestRequests(shop as ShopDomain, now);
    } catch (error) {
      // One shop must not keep the others from being looked at, whatever is the matter with it.
      log.warn({ shop, err: error }, "orders.requests-not-read");
    }
  }
}
