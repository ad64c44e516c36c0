import { z } from "zod";

import { shopDomain } from "../lib/shop-domain.ts";
import { defineJob } from "../queue/define-job.ts";

/** Announces that a shop has been connected; what follows from it is for others to do. */
export const connectedJob = defineJob("connection.connected", z.object({ shop: shopDomain }));
