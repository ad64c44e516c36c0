import { Prisma } from "@prisma/client";

import type { ShopDomain } from "../../../lib/shop-domain.ts";

/**
 * Returns columns of a statement that count what waits for the merchant, each up to `limit`: prices to approve (`approvals`),
 * products whose sync the merchant has to start (`awaitingStart`), products whose sync failed (`failed`), and products whose price
 * or stock the app cannot read (`unreadable`).
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
