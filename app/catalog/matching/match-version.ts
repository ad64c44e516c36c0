import { createHash } from "node:crypto";

import type { Pair } from "./decide-match.ts";

/** Names what is offered: a choice that was made of something else does not count. */
export function versionOf(pairs: Pair[]): string {
  const named = pairs.map((pair) => `${pair.supplierVariantId}\n${pair.shopVariantId}\n${pair.by.join()}`);
  return createHash("sha256").update(named.join("\n\n")).digest("base64url").slice(0, 12);
}
