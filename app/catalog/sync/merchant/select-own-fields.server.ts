import { Prisma } from "@prisma/client";

import type { Tx } from "../../../lib/database/db.server.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { type ChosenField, chosenFields, type VariantField } from "../../links/fields.ts";

/** Fields that the page of the merchant's own values lists. */
export const listedFields: string[] = [...chosenFields, "compareAtPrice"];

/**
 * The variant's fields to which a choice applies. The merchant decides about price and compare-at price
 * together.
 */
export const VARIANT_FIELDS: Partial<Record<ChosenField, VariantField[]>> = {
  price: ["price", "compareAtPrice"],
  cost: ["cost"],
  stock: ["stock"],
};

/**
 * A filter of the merchant's own fields. `kept`: true to select fields that the merchant has decided to keep,
 * false for the others. `field`: null for all.
 */
export type OwnFilter = { kept: boolean; field: ChosenField | null };

/** Maximum number of fields that one decision changes, so that its transaction ends in time. */
export const MAX_FIELDS_AT_ONCE = 10_000;

/**
 * Returns an SQL query for the fields that a filter selects. `seen`: the version of the product's values
 * (`SEEN`).
 */
export function selectedBy(shop: ShopDomain, of: OwnFilter): Prisma.Sql {
  return Prisma.sql`select link.supplier_product_id as id, own.field, ${SEEN} as seen
    from product_link link
    left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
    cross join lateral ${OWN_FIELDS} own
    where link.shop = ${shop} and ${IS_LINKED} and link.shop_state is distinct from 'deleted' and ${isIn(of)}
    order by 1, 2 limit ${MAX_FIELDS_AT_ONCE}`;
}

/** SQL aggregate: the version of all rows of `selectedBy`. */
export const VERSION_OF_ALL = Prisma.sql`md5(string_agg(id || ' ' || field || ' ' || seen, ',' order by id, field))`;
export const NONE_SELECTED = "none";

/** Counts the fields that a filter selects on all pages, up to `MAX_FIELDS_AT_ONCE`, and returns their version (`SeenFilter`). */
export async function findAll(
  tx: Tx,
  shop: ShopDomain,
  of: OwnFilter,
): Promise<{ total: number; seenAll: string }> {
  const [all] = await queryRows<{ total: number; version: string | null }>(tx)`
    select count(*)::int as total, ${VERSION_OF_ALL} as version from (${selectedBy(shop, of)}) as selected`;
  return { total: all?.total ?? 0, seenAll: all?.version ?? NONE_SELECTED };
}

/** Counts the fields that a merchant has decided to keep, up to `MAX_FIELDS_AT_ONCE`. */
export async function countKept(tx: Tx, shop: ShopDomain): Promise<number> {
  const [counted] = await queryRows<{ kept: number }>(tx)`
    select count(*)::int as kept from (${selectedBy(shop, { kept: true, field: null })}) as selected`;
  return counted?.kept ?? 0;
}

const LISTED = Prisma.sql`${listedFields}::text[]`;

const IS_LINKED = Prisma.sql`link.shop_product_id is not null and link.delisted is distinct from 'unlinked'`;

/**
 * SQL: a product's values per field, from `link` (the shop's) and `product` (the supplier's). A decision to
 * keep a field stores these values. If one of them changes later, the merchant has to decide again. Unknown
 * values are null.
 */
export const PRODUCT_VALUES = Prisma.sql`jsonb_build_object(
  'status', jsonb_build_array(coalesce(link.in_shop->>'status', link.last_written->>'status'),
    product.discontinued or product.gone_at is not null),
  'title', jsonb_build_array(link.in_shop->'title', product.name),
  'vendor', jsonb_build_array(link.in_shop->'vendor', product.brand),
  'productType', jsonb_build_array(link.in_shop->'productType', product.category),
  'descriptionHtml', jsonb_build_array(link.in_shop->'descriptionHtml', md5(product.description_html)))`;

const COST = Prisma.sql`trim_scale(supplied.price_amount::numeric), supplied.price_currency`;

/**
 * SQL: as `PRODUCT_VALUES`, for the fields of a `variant`; `supplied` has the supplier's values. A waiting
 * price (`undo_to`) counts as the shop's. Prices are compared with the supplier's cost, so new price rules need
 * no new decision. Of the stock, only sold out or not counts, because its number changes with every sale.
 */
export const VARIANT_VALUES = Prisma.sql`jsonb_build_object(
  'price', jsonb_build_array(
    trim_scale(coalesce(variant.undo_to->>'price', variant.in_shop->>'price')::numeric), ${COST}),
  'compareAtPrice', jsonb_build_array(trim_scale((case when variant.undo_to ? 'compareAtPrice'
    then variant.undo_to else variant.in_shop end->>'compareAtPrice')::numeric), ${COST}),
  'cost', jsonb_build_array(trim_scale((variant.in_shop->>'cost')::numeric), ${COST}),
  'stock', jsonb_build_array(supplied.stock > 0))`;

/**
 * SQL rows: the merchant's own fields of a `link` and its `product`. `field`: a `ChosenField`. `kept`: true if
 * the merchant has decided to keep all its present values.
 */
export const OWN_FIELDS = Prisma.sql`(
  select field, bool_and(is_kept) as kept from (
    select field, link.kept_fields->field is not distinct from ${PRODUCT_VALUES}->field as is_kept
    from unnest(link.merchant_fields) as field where field = any(${LISTED})
    union all
    select case own when 'compareAtPrice' then 'price' else own end,
      variant.kept_fields->own is not distinct from ${VARIANT_VALUES}->own
    from variant_link variant
    left join supplier_variant supplied on supplied.shop = variant.shop and supplied.id = variant.supplier_variant_id
    cross join lateral unnest(variant.merchant_fields) as own
    where variant.shop = link.shop and variant.supplier_product_id = link.supplier_product_id and variant.shop_state is null
      and variant.merchant_fields && ${LISTED} and own = any(${LISTED})
  ) each group by field)`;

/** Returns an SQL condition on `own` (a row of `OWN_FIELDS`): the filter selects the field. */
export function isIn({ kept, field }: OwnFilter): Prisma.Sql {
  return field === null
    ? Prisma.sql`own.kept = ${kept}::boolean`
    : Prisma.sql`own.kept = ${kept}::boolean and own.field = ${field}`;
}

/**
 * Returns an SQL condition on `link`: the page lists the product. Without a filter, it also lists products that
 * the merchant has archived or deleted in the shop.
 */
export function isListed(filter: OwnFilter): Prisma.Sql {
  const hasFields = Prisma.sql`exists (select from ${OWN_FIELDS} own where ${isIn(filter)})`;
  return filter.kept || filter.field !== null
    ? Prisma.sql`${IS_LINKED} and ${hasFields}`
    : Prisma.sql`${IS_LINKED} and (link.shop_state is not null or ${hasFields})`;
}

/**
 * SQL: the version of a product's own values of the merchant, and of the supplier's values for the same fields.
 */
export const SEEN = Prisma.sql`md5(
  array(select field || '=' || coalesce((${PRODUCT_VALUES}->field)::text, '')
    from unnest(link.merchant_fields) as field order by 1)::text
  || array(select variant.supplier_variant_id || ' ' || own || '=' || coalesce((${VARIANT_VALUES}->own)::text, '')
    from variant_link variant
    left join supplier_variant supplied on supplied.shop = variant.shop and supplied.id = variant.supplier_variant_id
    cross join lateral unnest(variant.merchant_fields) as own
    where variant.shop = link.shop and variant.supplier_product_id = link.supplier_product_id order by 1)::text)`;
