import { z } from "zod";

import { defineJob } from "./define-job.ts";

/** Handles every entry of the inbox that is due, should its worker have missed any. */
export const sweepInboxJob = defineJob("inbox.sweep", z.object({}));

/** Removes entries that ended long ago. */
export const removeHandledJob = defineJob("inbox.remove-handled", z.object({}));
