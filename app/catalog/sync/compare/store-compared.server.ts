import type { Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import { recordGone } from "../record-gone.server.ts";
import { storeKnown } from "../store-known.server.ts";
import { type SyncLease, whileLeased } from "../sync-lease.server.ts";
import type { SyncResult } from "../sync-result.ts";

/** Products to compare. `readAt`: when our rows were read; `at`: the due time then. */
export type Due = { readAt: Date; products: { id: string; at: Date }[] };

/**
 * Stores the results of comparisons with their history, and clears their due times. Skips products whose rows
 * have changed since they were read: an import has written other values, or they are due again.
 */
export async function storeCompared(lease: SyncLease, due: Due, results: SyncResult[]): Promise<void> {
  const { shop } = lease;
  await whileLeased(lease, async (tx, now) => {
    const unchanged = await findUnchanged(tx, shop, due);
    const compared = results.filter(({ product }) => unchanged.has(product.supplierProductId));
    await storeKnown(tx, { lease, batch: null }, { results: compared, now });
    await recordGone(tx, shop, { results: compared, now });
    await tx.productLink.updateMany({
      where: { shop, supplierProductId: { in: [...unchanged] } },
      data: { compareDueAt: null },
    });
  });
}

async function findUnchanged(tx: Tx, shop: ShopDomain, { readAt, products }: Due): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>(tx)`
    select link.supplier_product_id as id from product_link link
    join unnest(${products.map(({ id }) => id)}::text[], ${products.map(({ at }) => at)}::timestamptz[]) as due (id, at)
      on due.id = link.supplier_product_id and due.at = link.compare_due_at
    where link.shop = ${shop} and state <> 'importing' and (imported_at is null or imported_at < ${readAt})`;
  return new Set(rows.map(({ id }) => id));
}
