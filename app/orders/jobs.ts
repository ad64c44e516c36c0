import { z } from "zod";

import { shopDomain } from "../lib/shop-domain.ts";
import { defineJob } from "../queue/define-job.ts";

/** Works off every order that is due. */
export const sweepOrdersJob = defineJob("orders.sweep", z.object({}));
/** Looks for requests in every connected shop, for those whose webhook was lost. */
export const takeRequestsJob = defineJob("orders.take-requests", z.object({}));
/** Does what is due for one order. */
export const workOffOrderJob = defineJob(
  "orders.work-off",
  z.object({ shop: shopDomain, orderId: z.uuid() }),
);
