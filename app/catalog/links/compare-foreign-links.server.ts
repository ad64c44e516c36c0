import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryRows } from "../../lib/database/statement.server.ts";

/**
 * `count`: the shop's products from another account. `found`: those whose ids this account's catalog has,
 * too.
 */
export type ForeignLinks = {
  count: number;
  found: number;
  /** True if this account's catalog has been read since the shop was connected to it. */
  read: boolean;
};

/** Compares by the supplier's ids, which is a hint and no proof. */
export async function compareForeignLinks(shop: ShopDomain): Promise<ForeignLinks> {
  const [compared] = await inShop(
    shop,
    (tx) => queryRows<ForeignLinks>(tx)`
      select count(*)::int as count, count(product.id)::int as found,
        exists (select from catalog_mirror mirror join connection on connection.shop = mirror.shop
          where mirror.shop = ${shop} and mirror.read_at >= connection.connected_at) as read
      from product_link link
      join connection on connection.shop = link.shop and connection.account is distinct from link.account
      left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
        and product.gone_at is null
      where link.shop = ${shop} and link.delisted is distinct from 'unlinked'`,
  );
  return compared ?? { count: 0, found: 0, read: false };
}
