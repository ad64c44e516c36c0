import { Prisma } from "@prisma/client";

import type { Message } from "../messages/message.ts";

/**
 * Result of a read with the shop's key. Only `unauthorized` (a 401) says something about the key. A supplier
 * that is down, or has no product list at the contract's path, leaves the key `unverified`.
 */
export type KeyCheck =
  | { kind: "verified" }
  | { kind: "unverified"; message: Message }
  | { kind: "unauthorized"; message: Message };

/** Returns the check as columns of the connection's row. */
export function checkColumns(check: KeyCheck) {
  return {
    keyCheck: check.kind,
    keyCheckMessage: check.kind === "verified" ? Prisma.DbNull : check.message,
    // The caller schedules the recheck of an unauthorized key, by its retry count.
    ...(check.kind !== "unauthorized" && { checkDueAt: null, checkLeasedUntil: null, checkRetryCount: 0 }),
  };
}

/** A slip of the supplier passes in a minute; a key that was deleted never works again. */
const RECHECK_MINUTES = [1, 5, 15, 60];

/** Returns the seconds until the next recheck of an unauthorized key. */
export function recheckSeconds(retryCount: number): number {
  return (RECHECK_MINUTES[retryCount] ?? 60) * 60;
}
