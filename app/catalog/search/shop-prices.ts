import { Prisma } from "@prisma/client";

/**
 * Builds a query for the prices of a product's variants in the shop, with the columns `id price own amount
 * currency`. `own`: the price is the merchant's. `price` is null if unknown. `amount` and `currency` are the
 * cost.
 */
export function shopPrices({ shop, id }: { shop: Prisma.Sql; id: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`
    select linked.supplier_variant_id as id, linked.own, coalesce(linked.known, change.new) as price,
      variant.price_amount as amount, variant.price_currency as currency
    from (
      select shop, supplier_variant_id, 'price' = any(merchant_fields) as own,
        case when 'price' <> all(merchant_fields) then coalesce(price, unowned->>'price') end as known
      from variant_link where shop = ${shop} and supplier_product_id = ${id} and shop_state is null
    ) linked
    left join supplier_variant variant on variant.shop = linked.shop and variant.id = linked.supplier_variant_id
    left join lateral (
      select new from catalog_change change
      where linked.known is null and change.shop = linked.shop and field = 'price'
        and change.supplier_variant_id = linked.supplier_variant_id
      order by at desc limit 1
    ) change on true`;
}
