import { Prisma } from "@prisma/client";

import type { ShopDomain } from "../../lib/shop-domain.ts";

/**
 * SQL condition on a `link` and its `product`: according to our rows, customers can buy the product. Must agree
 * with `isOnSale`, which checks a synced product.
 */
const IS_ON_SALE = Prisma.sql`(
  link.shop_product_id is not null and link.shop_state is null and link.delisted is null and link.off_sale is null
  and coalesce(link.in_shop->>'status', link.last_written->>'status', '') not in ('DRAFT', 'ARCHIVED')
  and not product.discontinued and product.gone_at is null and product.unreadable is null)`;

/** Selects the ids of products on sale with variants below cost. A product appears once per such variant. */
export function soldAtLoss(shop: ShopDomain): Prisma.Sql {
  // The lateral join looks up each product, so that a query with a limit ends early. With a plain join,
  // Postgres would read all links.
  return Prisma.sql`
    select variant.supplier_product_id from variant_link variant
    cross join lateral (
      select from product_link link
      join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
      where link.shop = ${shop} and link.supplier_product_id = variant.supplier_product_id and ${IS_ON_SALE} limit 1) as on_sale
    where variant.shop = ${shop} and variant.below_cost and variant.shop_state is null`;
}
