import { z } from "zod";

import { defineJob } from "../queue/define-job.ts";

/** Looks for shops whose access was lost and not announced to the merchant yet, and for those that have it again. */
export const sweepAccessJob = defineJob("wiring.sweep-access", z.object({}));
