import { Prisma } from "@prisma/client";

import type { ShopDomain } from "../../../lib/shop-domain.ts";

/**
 * Returns SQL columns that count the merchant's tasks, each up to `limit`. `approvals`: prices to approve.
 * `awaitingStart`: products whose sync the merchant has to start. `failed`: products whose sync failed.
 * `unreadable`: products that we cannot read from the supplier.
 */
export function countWaiting(shop: ShopDomain, limit: number): Prisma.Sql {
  return Prisma.sql`
    (select count(*)::int from (select from price_approval where shop = ${shop} and state = 'waiting'
      limit ${limit}) as counted) as approvals,
    (select count(*)::int from (select from product_link where shop = ${shop} and awaits_start
      limit ${limit}) as counted) as "awaitingStart",
    (select count(*)::int from (select from product_link where shop = ${shop} and sync_problem is not null
      and shop_state is null and delisted is null limit ${limit}) as counted) as failed,
    (select count(*)::int from (select from supplier_product product
      join product_link link on link.shop = product.shop and link.supplier_product_id = product.id
      where product.shop = ${shop} and product.unreadable is not null and product.gone_at is null
        and link.shop_product_id is not null and link.shop_state is null and link.delisted is null
      limit ${limit}) as counted) as unreadable`;
}
