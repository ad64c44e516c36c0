import { z } from "zod";

import { shopDomain } from "../lib/shop-domain.ts";
import { defineJob } from "../queue/define-job.ts";

const ofShop = z.object({ shop: shopDomain });

/** Reads the next pages of the supplier's product list. */
export const mirrorCatalogJob = defineJob("catalog.mirror", ofShop);
/** Imports the next of the products that the merchant has chosen. */
export const importProductsJob = defineJob("catalog.import", ofShop);
/** Creates the shop's fulfillment service, or finds the one it has. */
export const ensureServiceJob = defineJob("catalog.ensure-service", ofShop);
/** Announces that a shop has begun to sell from our location: by its first product, or from one that was made anew. */
export const sellingJob = defineJob("catalog.selling", ofShop);
/** Continues the run over a shop's linked products that a connection or a disconnection began. */
export const processLinkRunJob = defineJob("catalog.process-link-run", ofShop);
/** Continues the search for the shop's own products among the supplier's. */
export const matchProductsJob = defineJob("catalog.match", ofShop);
/** Links and unlinks the next of the products that the merchant has confirmed. */
export const linkProductsJob = defineJob("catalog.link", ofShop);
/** Has the shop follow the supplier where that is due. */
export const syncProductsJob = defineJob("catalog.sync", ofShop);
/** Removes history that was kept long enough. */
export const removeOldChangesJob = defineJob("catalog.remove-old-changes", z.object({}));
/** Wakes what is due in every shop. */
export const sweepCatalogJob = defineJob("catalog.sweep", z.object({}));
