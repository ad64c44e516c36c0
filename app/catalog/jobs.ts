import { z } from "zod";

import { shopDomain } from "../lib/shop-domain.ts";
import { defineJob } from "../queue/define-job.ts";

const ofShop = z.object({ shop: shopDomain });

/** Reads the next pages of the supplier's product list. */
export const mirrorCatalogJob = defineJob("catalog.mirror", ofShop);
/** Brings the next chosen products into the shop. */
export const importProductsJob = defineJob("catalog.import", ofShop);
/** Sees to it that the shop has our fulfilment service. */
export const ensureServiceJob = defineJob("catalog.ensure-service", ofShop);
/** Goes on with the round over a shop's linked products, after a connection or a disconnection. */
export const linkRunJob = defineJob("catalog.link-run", ofShop);
/** Wakes whatever is due, in any shop. */
export const sweepCatalogJob = defineJob("catalog.sweep", z.object({}));
