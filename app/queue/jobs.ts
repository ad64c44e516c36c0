import { z } from "zod";

import { defineJob } from "./define-job.ts";

/** Handles one entry of the inbox. */
export const handleEntryJob = defineJob("inbox.handle", z.object({ entryId: z.uuid() }));

/** Handles every entry of the inbox that is due. */
export const sweepInboxJob = defineJob("inbox.sweep", z.object({}));

/** Removes entries that were handled long ago. */
export const removeHandledJob = defineJob("inbox.remove-handled", z.object({}));
