import { asSystem } from "../lib/database/db.server.ts";

const BATCH = 5000;

/** Removes every shop's entries that have been kept long enough, in small transactions. */
export async function removeOldActivity(): Promise<void> {
  for (;;) {
    const { count } = await asSystem("activity", (tx, now) =>
      tx.activity.deleteMany({ where: { keepUntil: { lte: now } }, limit: BATCH }),
    );
    if (count < BATCH) return;
  }
}
