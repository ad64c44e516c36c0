import { inShop, LONG_WORK } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** Removes every entry of a shop. */
export async function eraseActivity(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) => tx.activity.deleteMany({ where: { shop } }), LONG_WORK);
}
