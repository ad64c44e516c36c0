import { z } from "zod";

import { shopDomain } from "../lib/shop-domain.ts";
import { defineJob } from "../queue/define-job.ts";

const order = z.object({ shop: shopDomain, orderId: z.uuid() });

/** Processes one order, as far as it is due. */
export const processOrderJob = defineJob("orders.process", order);
/** Processes every order that is due. */
export const sweepOrdersJob = defineJob("orders.sweep", z.object({}));
/** Asks connected shops what is requested, and requests paid orders: for webhooks that were lost. */
export const pollRequestsJob = defineJob("orders.ingest-requests", z.object({}));
/** Continues a shop's comparison with the supplier's orders. */
export const reconcileOrdersJob = defineJob("orders.reconcile", z.object({ shop: shopDomain }));
/** Continues every comparison that is due. */
export const sweepReconciliationsJob = defineJob("orders.sweep-reconciliations", z.object({}));
/** Removes orders that have been finished for long. */
export const removeOldOrdersJob = defineJob("orders.remove-old", z.object({}));
/** Announces that an order's update at the supplier is due. */
export const orderPlacedJob = defineJob("orders.placed", order);
/** Announces that the supplier has new orders of a shop, whose list of changes shows what becomes of them. */
export const ordersPlacedJob = defineJob("orders.placed-in-shop", z.object({ shop: shopDomain }), {
  oncePerShop: true,
});
