import { z } from "zod";

import { shopDomain } from "../lib/shop-domain.ts";
import { defineJob } from "../queue/define-job.ts";

/** Reads the supplier's update of an order, if that is due. */
export const readUpdateJob = defineJob(
  "tracking.read-update",
  z.object({ shop: shopDomain, orderId: z.uuid() }),
);
/** Asks the supplier for news of every order whose news is due. */
export const sweepUpdatesJob = defineJob("tracking.sweep-updates", z.object({}));
/** Tells the shops of every parcel that is due. */
export const sweepShipmentsJob = defineJob("tracking.sweep-shipments", z.object({}));
/** Tells the shop of an order's parcels, as far as they are due. */
export const pushShipmentsJob = defineJob(
  "tracking.push-shipments",
  z.object({ shop: shopDomain, orderId: z.uuid() }),
);
