import { Prisma } from "@prisma/client";

import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute } from "../../lib/database/statement.server.ts";
import { beginRun } from "./mirror-run.server.ts";

/**
 * Confirms that the supplier really dropped `vanished` products, and reads the list again to remove them. If
 * even more are missing then, the merchant has to confirm again.
 */
export async function confirmShrunkCatalog(shop: ShopDomain, vanished: number): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const confirmed = await execute(tx)`
      update catalog_mirror set vanish_at_most = least(${vanished}, (shrunk->>'vanished')::int), shrunk = null
      where shop = ${shop} and shrunk is not null`;
    if (confirmed > 0) await beginRun(tx, shop, now);
  });
}

/**
 * Keeps products that are missing from the supplier's list until the next full run. The supplier may have
 * fixed the list by then.
 */
export async function keepCatalog(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) =>
    tx.catalogMirror.updateMany({ where: { shop }, data: { shrunk: Prisma.DbNull } }),
  );
}
