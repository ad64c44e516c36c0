import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Mismatch, storeMismatch } from "../store/mismatch-store.server.ts";

/** Records something that does not fit together, for the merchant, and never again the same. */
export async function recordMismatch(shop: ShopDomain, mismatch: Mismatch): Promise<void> {
  await inShop(shop, (tx, now) => storeMismatch(tx, { shop, now, ...mismatch }));
}

/** Which of these have been recorded. */
export async function findRecorded(shop: ShopDomain, ids: string[]): Promise<Set<string>> {
  const rows = await inShop(shop, (tx) =>
    tx.recordedMismatch.findMany({ where: { shop, subject: { in: ids } }, select: { subject: true } }),
  );
  return new Set(rows.map(({ subject }) => subject));
}
