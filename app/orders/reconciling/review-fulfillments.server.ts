import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { dueAt } from "../../queue/lease.server.ts";
import { findCanceledFulfillments } from "../../shop/orders/fulfillments.server.ts";
import { pushShipments } from "../tracking/push-shipments.server.ts";

/** Age in days up to which Shopify shows orders to apps. */
const DAYS = 60;

const BATCH = 100;

/** Limits a comparison to 50 calls. */
const BATCHES_AT_MOST = 50;

/**
 * Finds packages whose fulfillment someone has canceled in the shop. The app subscribes to no webhook about that.
 * Pushes these packages again: each push reads the shop once more, and reports a package that is still canceled. Begins
 * with the newest packages.
 */
export async function reviewFulfillments(shop: ShopDomain): Promise<void> {
  let beyond: string | null = null;
  for (let batch = 0; batch < BATCHES_AT_MOST; batch += 1) {
    const shown = await findShown(shop, beyond);
    const last = shown.at(-1);
    if (last === undefined) return;
    const canceled = await findCanceledFulfillments(
      shop,
      shown.map(({ fulfillmentId, order }) => ({
        fulfillmentId: fulfillmentId ?? "",
        shopOrderId: order.shopOrderId,
      })),
    );
    for (const { id, orderId } of shown.filter((each) => canceled.has(each.fulfillmentId ?? ""))) {
      await inShop(shop, (tx, now) =>
        tx.shipment.updateMany({
          where: { shop, id, state: "shown", dueAt: null },
          data: { state: "due", ...dueAt(now) },
        }),
      );
      await pushShipments({ shop, orderId });
    }
    beyond = last.id;
  }
}

async function findShown(shop: ShopDomain, beyond: string | null) {
  return inShop(shop, (tx, now) =>
    tx.shipment.findMany({
      where: {
        shop,
        state: "shown",
        fulfillmentId: { not: null },
        order: { requestedAt: { gt: after(now, -DAYS * 86_400) } },
        ...(beyond !== null && { id: { lt: beyond } }),
      },
      orderBy: { id: "desc" },
      take: BATCH,
      select: { id: true, orderId: true, fulfillmentId: true, order: { select: { shopOrderId: true } } },
    }),
  );
}
