import { z } from "zod";

import { defineJob } from "../queue/define-job.ts";

/** Checks the set-up of every shop that is due. */
export const sweepSetupJob = defineJob("setup.sweep", z.object({}));
