import { Prisma } from "@prisma/client";

import type { ShopDomain } from "../lib/shop-domain.ts";
import { soldAtLoss } from "./pricing/sold-at-loss.server.ts";

/**
 * Returns an SQL condition on rows of `activity`: the row is a warning about products or the fulfillment
 * service, and its problem no longer exists. Never null. Old warnings have no product ids in `about`, so they
 * stay.
 */
export function isSettledInCatalog(shop: ShopDomain): Prisma.Sql {
  const products = Prisma.sql`
    select from product_link link
    join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
    where link.shop = ${shop} and link.supplier_product_id = any(activity.about) and ${IS_IN_SHOP}`;
  const variants = Prisma.sql`
    select from variant_link variant
    join product_link link on link.shop = variant.shop and link.supplier_product_id = variant.supplier_product_id
    where variant.shop = ${shop} and variant.supplier_variant_id = any(activity.about) and variant.shop_state is null
      and ${IS_IN_SHOP} and link.off_sale is null`;
  return Prisma.sql`case
    when kind = 'catalog.service-gone' then not exists (
      select from fulfillment_service where shop = ${shop} and state = 'gone' and gone_at <= activity.at)
    when about = '{}' then false
    when kind = 'catalog.price-moved' then not exists (
      select from price_approval
      where shop = ${shop} and supplier_variant_id = any(activity.about) and state = 'waiting')
    when kind = 'catalog.sold-out' then not exists (
      ${variants} and coalesce(variant.stock, variant.stock_before) = 0 and not 'stock' = any(variant.merchant_fields))
    when kind = 'catalog.below-cost' then not exists (
      ${soldAtLoss(shop)} and variant.supplier_variant_id = any(activity.about))
    when kind in ('catalog.discontinued', 'catalog.off-sale', 'catalog.off-sale-as-drafts') then not exists (
      ${products} and (product.discontinued or product.gone_at is not null))
    when kind = 'catalog.off-sale-unreadable' then not exists (${products} and product.unreadable is not null)
    else false end`;
}

/** SQL condition on `link`: the product is in the shop and linked. */
const IS_IN_SHOP = Prisma.sql`link.shop_product_id is not null and link.shop_state is null and link.delisted is null`;
