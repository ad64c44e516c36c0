import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/**
 * Skips a product that the shop does not have, according to the merchant. With `skipped` false, offers it
 * again.
 */
export async function skipMatch(
  shop: ShopDomain,
  { supplierProductId, skipped }: { supplierProductId: string; skipped: boolean },
): Promise<void> {
  const before = skipped ? ["open", "failed"] : ["skipped"];
  await inShop(shop, (tx) =>
    tx.linkMatch.updateMany({
      where: { shop, supplierProductId, state: { in: before } },
      data: { state: skipped ? "skipped" : "open" },
    }),
  );
}
