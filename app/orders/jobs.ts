import { z } from "zod";

import { shopDomain } from "../lib/shop-domain.ts";
import { defineJob } from "../queue/define-job.ts";

/** Works off every order that is due. */
export const sweepOrdersJob = defineJob("orders.sweep", z.object({}));
/** Looks for requests, and for paid orders to be requested, in every connected shop: for those whose webhook was lost. */
export const takeRequestsJob = defineJob("orders.take-requests", z.object({}));
/** Compares the next of the platform's orders with ours. */
export const reconcileOrdersJob = defineJob("orders.reconcile", z.object({ shop: shopDomain }));
/** Wakes every shop's comparison that is due. */
export const wakeReconciliationsJob = defineJob("orders.wake-reconciliations", z.object({}));
/** Does what is due for one order. */
export const workOffOrderJob = defineJob(
  "orders.work-off",
  z.object({ shop: shopDomain, orderId: z.uuid() }),
);
/** Announces that news of an order is due: tracking asks for it, which orders know nothing of. */
export const readNewsJob = defineJob("tracking.read-news", z.object({ shop: shopDomain, orderId: z.uuid() }));
