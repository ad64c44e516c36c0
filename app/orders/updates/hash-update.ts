import { createHash } from "node:crypto";

import type { Order } from "../../wholesale/resources.ts";

/** Returns a hash that differs between two updates of an order. */
export function hashUpdate(update: Order): string {
  return createHash("sha256").update(JSON.stringify(update)).digest("base64url");
}
