import { jobs } from "../../queue/jobs.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import { sqlArray, execute } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { NOW, setDueAt } from "../../queue/lease.server.ts";
import { lockImports } from "./lock-imports.server.ts";

/** Time from one comparison of all products to the next. */
export const COMPARE_SECONDS = 7 * 86_400;

/**
 * Makes products due for a sync. A product that is being imported is synced once the shop has it. Omits delisted products,
 * and products that the merchant has deleted or archived.
 * @returns the number of products that are due now.
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

/** Makes products due for a sync, and for a comparison even if Shopify reports no change since the last comparison. */
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

/** Schedules a comparison of all products a week from now, if the shop has no row in `catalog_sync` so far. */
export async function planComparison(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  const compareDueAt = after(now, COMPARE_SECONDS);
  await execute(tx)`
    insert into catalog_sync (shop, compare_due_at) values (${shop}, ${compareDueAt})
    on conflict do nothing`;
}
