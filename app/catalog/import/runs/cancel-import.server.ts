import { Prisma } from "@prisma/client";

import { jobs } from "../../../queue/jobs.ts";
import { inShop, LONG_WORK } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { enqueue } from "../../../queue/boss.server.ts";
import { dueAt } from "../../../queue/lease.server.ts";
import { lockImports } from "../../links/lock-imports.server.ts";
import { endFinishedRuns, restoreCanceled } from "../import-run-store.server.ts";

/**
 * Cancels an import. Restores products whose import has not begun to their state before the import. Products
 * whose import has begun may be in the shop already, so their import continues. If it finds that the shop lacks
 * the product, it restores that product, too.
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
      // Every claim counts a try, also a claim for a bulk operation. So 0 means that the import has not begun.
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
