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
  };
}
