import { z } from "zod";

import { shopDomain } from "../lib/shop-domain.ts";
import { defineJob } from "../queue/define-job.ts";

/** Announces that a shop has a key that works: connected, with a new key in place of one that no longer did, or accepted again. */
export const connectedJob = defineJob("connection.connected", z.object({ shop: shopDomain }));

/** Announces that a shop is no longer connected. Its `disconnection` row says what is to become of its products. */
export const disconnectedJob = defineJob("connection.disconnected", z.object({ shop: shopDomain }));

/** Announces that the supplier answers again after an outage, to every shop. */
export const supplierBackJob = defineJob("connection.supplier-back", z.object({}));

/** Tries every key again that the supplier did not accept and that is due. */
export const recheckKeysJob = defineJob("connection.recheck-keys", z.object({}));
