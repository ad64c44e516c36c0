import { createHash } from "node:crypto";

import type { Order } from "../../wholesale/resources.ts";

/** Tells an update from another one of the same order. */
export function hashUpdate(update: Order): string {
  return createHash("sha256").update(JSON.stringify(update)).digest("base64url");
}
