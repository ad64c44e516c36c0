import { createHash } from "node:crypto";

import type { Pair } from "./decide-match.ts";

/** Returns a hash of the offered pairs. A choice made from another offer does not count. */
export function versionOf(pairs: Pair[]): string {
  const named = pairs.map((pair) => `${pair.supplierVariantId}\n${pair.shopVariantId}\n${pair.by.join()}`);
  return createHash("sha256").update(named.join("\n\n")).digest("base64url").slice(0, 12);
}
