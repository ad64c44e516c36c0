import { Prisma } from "@prisma/client";

import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/**
 * Keeps products that are missing from the supplier's list until the next full run. The supplier may have
 * fixed the list by then.
 */
export async function keepCatalog(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) =>
    tx.catalogMirror.updateMany({ where: { shop }, data: { shrunk: Prisma.DbNull } }),
  );
}
