import { z } from "zod";

import { shopDomain } from "../lib/shop-domain.ts";
import { defineJob } from "../queue/define-job.ts";

/** Works off every order that is due. */
export const sweepOrdersJob = defineJob("orders.sweep", z.object({}));
/** Looks for requests, and for paid orders to be requested, in every connected shop: for those whose webhook was lost. */
export const ingestRequestsJob = defineJob("orders.ingest-requests", z.object({}));
/** Compares the next of the supplier's orders with ours. */
export const reconcileOrdersJob = defineJob("orders.reconcile", z.object({ shop: shopDomain }));
/** Wakes every shop's comparison that is due. */
export const wakeReconciliationsJob = defineJob("orders.wake-reconciliations", z.object({}));
/** Does what is due for one order. */
export const processOrderJob = defineJob("orders.process", z.object({ shop: shopDomain, orderId: z.uuid() }));
/** Announces that news of an order is due: tracking asks for it, which orders know nothing of. */
export const readUpdateJob = defineJob(
  "tracking.read-update",
  z.object({ shop: shopDomain, orderId: z.uuid() }),
);
