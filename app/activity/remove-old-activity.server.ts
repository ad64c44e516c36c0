import { z } from "zod";

import { asSystem } from "../lib/db.server.ts";
import { defineJob } from "../queue/define-job.ts";

/** Removes what has been kept long enough. */
export const removeOldActivityJob = defineJob("activity.remove-old", z.object({}));

const REMOVE_AT_ONCE = 5000;

/** Removes every entry whose time is up, in small transactions. */
export async function removeOldActivity(now: Date): Promise<void> {
  for (;;) {
    const { count } = await asSystem("activity", (tx) =>
      tx.activity.deleteMany({ where: { keepUntil: { lte: now } }, limit: REMOVE_AT_ONCE }),
    );
    if (count < REMOVE_AT_ONCE) return;
  }
}
