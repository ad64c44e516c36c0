import { findLinkedVariants } from "../../app/catalog/links/find-linked-variants.server.ts";
import { inShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";

/** Returns the links of variants of the shop, by their ids. */
export async function readLinked(shop: ShopDomain, shopVariantIds: string[]) {
  const [linked] = await inShop(shop, (tx) => findLinkedVariants(tx, [{ shop, shopVariantIds }]));
  if (!linked) throw new Error("One was asked for.");
  return linked;
}
