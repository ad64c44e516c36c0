import { inShop, LONG_WORK } from "../../../lib/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { endFinishedRuns, lockImports } from "./import-run-store.server.ts";

/**
 * Cancels an import: products that have not begun are again what they were before it. One that has begun ends, because
 * it may be in the shop already.
 *
 * @returns how many products were taken back; null where the shop has no such import under way.
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
      const removed = await tx.$executeRaw`
        delete from product_link
        where shop = ${shop} and import_id = ${id}::uuid and state = 'importing' and retry_count = 0
          and before_import is null`;
      const restored = await tx.$executeRaw`
        update product_link set state = before_import->>'state', problem = nullif(before_import->'problem', 'null'),
          import_id = (before_import->>'importId')::uuid, before_import = null,
          next_at = case when before_import->>'state' = 'imported' and images_state is not null then ${now}::timestamptz end
        where shop = ${shop} and import_id = ${id}::uuid and state = 'importing' and retry_count = 0
          and before_import is not null`;
      const taken = removed + restored;
      await tx.importRun.update({ where: { id }, data: { total: { decrement: taken } } });
      await endFinishedRuns(tx, shop, { importId: id, now });
      return taken;
    },
    LONG_WORK,
  );
}
