import { z } from "zod";

import { shopDomain } from "../lib/shop-domain.ts";
import { defineJob } from "../queue/define-job.ts";

const ofOrder = z.object({ shop: shopDomain, orderId: z.uuid() });

/** Reads the supplier's update of an order, if that is due. */
export const readUpdateJob = defineJob("tracking.read-update", ofOrder);

/** Reads the update of every order whose update is due. */
export const sweepUpdatesJob = defineJob("tracking.sweep-updates", z.object({}));

/** Shows an order's parcels in the shop, as far as they are due. */
export const pushShipmentsJob = defineJob("tracking.push-shipments", ofOrder);

/** Shows every parcel that is due. */
export const sweepShipmentsJob = defineJob("tracking.sweep-shipments", z.object({}));
