import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { sqlArray } from "../../lib/sql-array.ts";

/** Has the shop follow what became of these products of the supplier, as far as they were imported. */
export async function makeSyncDue(
  tx: Tx,
  shop: ShopDomain,
  { ids, now }: { ids: string[]; now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw`
    update product_link set sync_due_at = ${now}
    where shop = ${shop} and supplier_product_id = any(${sqlArray(ids)}::text[]) and state = 'imported'
      and delisted is null`;
}
