import { inShop, LONG_WORK } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { enqueue } from "../../../queue/boss.server.ts";
import { lockImports } from "../../links/lock-imports.server.ts";
import { jobs } from "../../../jobs.ts";

/** Starts the sync of products whose changes the merchant has reviewed. */
export async function startSync(shop: ShopDomain): Promise<void> {
  await inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      await tx.productLink.updateMany({
        where: { shop, awaitsStart: true },
        data: { awaitsStart: false, syncDueAt: now, syncLeasedUntil: null, syncRetryCount: 0 },
      });
      await enqueue(tx, jobs["catalog.sync"], { shop });
    },
    LONG_WORK,
  );
}
