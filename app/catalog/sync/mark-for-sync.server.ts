import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { sqlArray } from "../../lib/sql-array.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { lockImports } from "../import/runs/import-run-store.server.ts";
import { syncProductsJob } from "../jobs.ts";

/**
 * The supplier has changed these products, no longer lists them, or does again: those that are in the shop are to follow,
 * those that are being imported once they are there.
 *
 * @returns how many are.
 */
export async function markForSync(tx: Tx, shop: ShopDomain, supplierProductIds: string[]): Promise<number> {
  if (supplierProductIds.length === 0) return 0;
  await lockImports(tx, shop);
  const marked = await tx.$executeRaw`
    update product_link set sync_due_at = now(), sync_retry_count = 0
    where shop = ${shop} and supplier_product_id = any(${sqlArray(supplierProductIds)}::text[])
      and (shop_product_id is not null or state = 'importing') and delisted is null and shop_state is null`;
  if (marked > 0) await enqueue(tx, syncProductsJob, { shop });
  return marked;
}
