import { z } from "zod";

import { defineJob } from "../queue/define-job.ts";

/** Removes entries that have been kept long enough. */
export const removeOldActivityJob = defineJob("activity.remove-old", z.object({}));
