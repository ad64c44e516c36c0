import { Prisma } from "@prisma/client";

import type { Message } from "../messages/message.ts";

/**
 * What a read with the shop's key showed. Only `unauthorized` (a 401) says something about the key; a supplier that has
 * no product list where we look for it, or is down, leaves the key `unverified`.
 */
export type KeyCheck =
  | { kind: "verified" }
  | { kind: "unverified"; message: Message }
  | { kind: "unauthorized"; message: Message };

/** A check as the connection's row keeps it. */
export function checkColumns(check: KeyCheck) {
  return {
    keyCheck: check.kind,
    keyCheckMessage: check.kind === "verified" ? Prisma.DbNull : check.message,
    // An unauthorized one is tried again: when, is said by the tries before.
    ...(check.kind !== "unauthorized" && { checkDueAt: null, checkLeasedUntil: null, checkRetryCount: 0 }),
  };
}

/** A slip of the supplier passes in a minute; a key that was deleted never works again. */
const RECHECK_MINUTES = [1, 5, 15, 60];

/** After how many seconds a key that is unauthorized is tried again, by how often it was. */
export function recheckSeconds(retryCount: number): number {
  return (RECHECK_MINUTES[retryCount] ?? 60) * 60;
}
