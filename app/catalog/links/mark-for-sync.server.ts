import { jobs } from "../../queue/jobs.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import { sqlArray, execute } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { NOW, setDueAt } from "../../queue/lease.server.ts";
import { lockImports } from "./lock-imports.server.ts";

/** Time between two comparisons of all products. */
export const COMPARE_SECONDS = 7 * 86_400;

/**
 * Makes products due for a sync. If a product is being imported, its sync begins after the import. Skips
 * delisted products, and products that the merchant has deleted or archived.
 * @returns the number of products that this call made due.
 */
export async function markForSync(tx: Tx, shop: ShopDomain, supplierProductIds: string[]): Promise<number> {
  if (supplierProductIds.length === 0) return 0;
  await lockImports(tx, shop);
  const marked = await execute(tx)`
    update product_link set ${setDueAt("ProductLink.sync", NOW)}, sync_retry_count = 0
    where shop = ${shop} and supplier_product_id = any(${sqlArray(supplierProductIds)}::text[])
      and (shop_product_id is not null or state = 'importing') and delisted is null and shop_state is null`;
  if (marked > 0) await enqueue(tx, jobs["catalog.sync"], { shop });
  return marked;
}

/**
 * Makes products due for a sync and for a comparison with the shop. Clears `shopUpdatedAt`, so that the
 * comparison reads a product even if Shopify reports no change since the last one.
 */
export async function compareAndSync(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
  supplierProductIds: string[],
): Promise<void> {
  await tx.productLink.updateMany({
    where: { shop, supplierProductId: { in: supplierProductIds } },
    data: { compareDueAt: now, shopUpdatedAt: null },
  });
  await markForSync(tx, shop, supplierProductIds);
}

/**
 * Schedules the shop's first comparison of all products, a week from now. Does nothing if the shop has a row in
 * `catalog_sync`.
 */
export async function planComparison(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  const compareDueAt = after(now, COMPARE_SECONDS);
  await execute(tx)`
    insert into catalog_sync (shop, compare_due_at) values (${shop}, ${compareDueAt})
    on conflict do nothing`;
}
