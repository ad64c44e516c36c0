import { Prisma } from "@prisma/client";

import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/** Keeps the products that are missing from the supplier's list, until it is read in full again: the supplier may have fixed it then. */
export async function keepCatalog(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) =>
    tx.catalogMirror.updateMany({ where: { shop }, data: { shrunk: Prisma.DbNull } }),
  );
}
