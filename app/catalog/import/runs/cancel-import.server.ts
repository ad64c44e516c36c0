import { Prisma } from "@prisma/client";

import { jobs } from "../../../queue/jobs.ts";
import { inShop, LONG_WORK } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { enqueue } from "../../../queue/boss.server.ts";
import { dueAt } from "../../../queue/lease.server.ts";
import { lockImports } from "../../links/lock-imports.server.ts";
import { endFinishedRuns, restoreCanceled } from "../import-run-store.server.ts";

/**
 * Cancels an import. Products whose import has not begun return to their former state at once. If a product's import has
 * begun, it continues, since the shop may have the product already. If the shop does not have it, the product returns to its
 * former state then.
 * @returns the number of restored products; null if the shop has no such running import.
 */
export async function cancelImport(shop: ShopDomain, id: string): Promise<number | null> {
  return inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      const running = await tx.importRun.updateMany({
        where: { id, shop, state: "running" },
        data: { cancelRequestedAt: now },
      });
      if (running.count === 0) return null;
      // A claim counts a try, for a bulk operation too: 0 means not begun.
      const which = Prisma.sql`retry_count = 0`;
      const taken = await restoreCanceled(tx, shop, { importId: id, which, now });
      const stopped = await tx.importBulk.updateMany({
        where: { shop, importId: id },
        data: dueAt(now),
      });
      if (stopped.count > 0) await enqueue(tx, jobs["catalog.import"], { shop });
      await endFinishedRuns(tx, shop, { importId: id, now });
      return taken;
    },
    LONG_WORK,
  );
}
