import { z } from "zod";

import { shopDomain } from "../lib/shop-domain.ts";
import { defineJob } from "../queue/define-job.ts";

/** Announces that a shop is no longer connected; what follows from it is for others to do, and its row says what. */
export const disconnectedJob = defineJob("connection.disconnected", z.object({ shop: shopDomain }));
