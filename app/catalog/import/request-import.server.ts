import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { importProductsJob } from "../jobs.ts";

/** A merchant waits for so few, so they do not wait for other shops' bulk. */
const WAITED_FOR = 20;

/**
 * Makes the import of these products due, as far as the supplier lists them.
 *
 * @returns how many will be imported.
 */
export async function requestImport(shop: ShopDomain, supplierProductIds: string[]): Promise<number> {
  return inShop(shop, async (tx, now) => {
    // A product that is being imported keeps its lease, and one that is being unlinked is left alone meanwhile.
    const requested = await tx.$executeRaw`
      insert into product_link (shop, supplier_product_id, state, account, requested_at, next_at)
      select product.shop, product.id, 'importing', connection.account, ${now}, ${now}
      from supplier_product product join connection on connection.shop = product.shop
      where product.shop = ${shop} and product.id = any(${supplierProductIds}::text[])
      on conflict (shop, supplier_product_id) do update set state = 'importing', problem = null,
        account = excluded.account, requested_at = excluded.requested_at, next_at = excluded.next_at, retry_count = 0
      where product_link.state <> 'importing' and product_link.delisted is distinct from 'unlinked'`;
    if (requested > 0) await enqueue(tx, importProductsJob, { shop }, { isUrgent: requested <= WAITED_FOR });
    return requested;
  });
}
