import { z } from "zod";

import { shopDomain } from "../lib/shop-domain.ts";
import { defineJob } from "../queue/define-job.ts";

const ofOrder = z.object({ shop: shopDomain, orderId: z.uuid() });

/** Reads the supplier's update of an order, if that is due. */
export const readUpdateJob = defineJob("tracking.read-update", ofOrder);

/** Reads the update of every order whose update is due. */
export const sweepUpdatesJob = defineJob("tracking.sweep-updates", z.object({}));

/** Reads what the supplier has changed of a shop's orders, if that is due. */
export const readUpdateListJob = defineJob("tracking.read-update-list", z.object({ shop: shopDomain }));

/** Reads every list of changes that is due. */
export const sweepUpdateListsJob = defineJob("tracking.sweep-update-lists", z.object({}));

/** Shows an order's parcels in the shop, as far as they are due. */
export const pushShipmentsJob = defineJob("tracking.push-shipments", ofOrder);

/** Shows every parcel that is due. */
export const sweepShipmentsJob = defineJob("tracking.sweep-shipments", z.object({}));
