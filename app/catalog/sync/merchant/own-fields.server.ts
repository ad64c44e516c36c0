import { Prisma } from "@prisma/client";

import { recordActivity } from "../../../lib/activity/record-activity.server.ts";
import { inShop, LONG_WORK, type Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { execute, queryRows } from "../../../lib/database/statement.server.ts";
import {
  type ChosenField,
  chosenFields,
  type FollowableField,
  type ProductField,
  productOwned,
  storedKey,
  type VariantField,
} from "../../links/fields.ts";
import { lockImports } from "../../links/lock-imports.server.ts";
import { compareAndSync, markForSync } from "../../links/mark-for-sync.server.ts";
import { findSyncSettings } from "../../links/sync-settings.server.ts";

/** Fields that are listed if they are the merchant's. */
export const listedFields: string[] = [...chosenFields, "compareAtPrice"];

/** Columns of a variant per chosen field. A merchant chooses price and compare-at price together. */
export const VARIANT_FIELDS: Partial<Record<ChosenField, VariantField[]>> = {
  price: ["price", "compareAtPrice"],
  cost: ["cost"],
  stock: ["stock"],
};

/** A field to decide about. `seen`: the version (`SEEN`) of the product's values that the merchant saw; absent if they saw none. */
type SeenField = { supplierProductId: string; field: ChosenField; seen?: string };

/** A filter of the merchant's own fields. `kept`: true for fields that the merchant has decided to keep. `field`: null for all. */
export type OwnFilter = { kept: boolean; field: ChosenField | null };

/** All fields that a filter selects. `seenAll`: their version (`findAll`) when the merchant selected them. */
export type SeenFilter = OwnFilter & { seenAll: string };

/** Maximum number of fields that one press changes if the merchant selects all of a filter: the transaction must end in time. */
export const MAX_FIELDS_AT_ONCE = 10_000;

/**
 * Makes fields of products follow the supplier, and overwrites the shop's present values. A later change in the shop is the
 * merchant's, even before our first write. Skips products with values that have changed since the merchant saw them.
 * @param of fields, or a filter that selects up to `MAX_FIELDS_AT_ONCE` of them.
 * @returns the number of fields that follow now; null if a field of the filter has changed since the merchant saw it: then
 * nothing is changed.
 */
export async function followSupplier(shop: ShopDomain, of: SeenField[] | SeenFilter): Promise<number | null> {
  return inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      const chosen = await chosenIn(tx, shop, of);
      if (chosen === null) return null;
      for (const [field, supplierProductIds] of byField(chosen))
        await follow(tx, shop, { field, supplierProductIds });
      const ids = [...new Set(chosen.map(({ supplierProductId }) => supplierProductId))];
      await compareAndSync(tx, { shop, now }, ids);
      await recordDecision(tx, { shop, now }, { decision: "own-handed-back", count: chosen.length });
      return chosen.length;
    },
    LONG_WORK,
  );
}

type FieldOf = { field: ChosenField; supplierProductIds: string[] };

async function follow(tx: Tx, shop: ShopDomain, { field, supplierProductIds }: FieldOf): Promise<void> {
  const fields = VARIANT_FIELDS[field];
  if (fields) {
    const variants = Prisma.sql`supplier_product_id = any(${supplierProductIds}::text[])`;
    await followInVariants(tx, shop, { fields, variants });
  } else {
    const isOwned = productOwned.includes(field as ProductField);
    await execute(tx)`
        update product_link set
          merchant_fields = array_remove(merchant_fields, ${field}), kept_fields = kept_fields - ${field}::text,
          follows = case when ${isOwned} or ${field} = any(follows) then follows else follows || ${field}::text end,
          last_written = case when ${field} = 'status' then last_written || '{"status": null}'
            else last_written - ${[field, storedKey(field as FollowableField)]}::text[] end
        where shop = ${shop} and supplier_product_id = any(${supplierProductIds}::text[])`;
  }
}

/**
 * Makes fields of variants follow the supplier. The caller makes their products due (`compareAndSync`).
 * @param of `variants`: a condition for rows of `variant_link`.
 * @returns the product of each variant.
 */
export async function followInVariants(
  tx: Tx,
  shop: ShopDomain,
  { fields, variants }: { fields: VariantField[]; variants: Prisma.Sql },
): Promise<string[]> {
  const clearedIf = (field: VariantField, column: string) =>
    fields.includes(field) ? Prisma.sql`null` : Prisma.raw(column);
  const followed = await queryRows<{ id: string }>(tx)`
    update variant_link set
      merchant_fields = array(select unnest(merchant_fields) except select unnest(${fields}::text[])),
      undo_to = ${clearedIf("price", "undo_to")}, price_cost = ${clearedIf("price", "price_cost")}, price = ${clearedIf("price", "price")},
      compare_at_price = ${clearedIf("compareAtPrice", "compare_at_price")}, cost = ${clearedIf("cost", "cost")},
      stock = ${clearedIf("stock", "stock")}, stock_before = ${clearedIf("stock", "stock_before")},
      -- The merchant has seen these values. If the shop has others by now, the comparison takes them for a later edit.
      baseline = baseline - ${fields}::text[] || (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(in_shop)
        where key = any(${fields}::text[]) and merchant_fields && ${fields}::text[]),
      sent = sent - ${fields}::text[],
      kept_fields = kept_fields - ${fields}::text[]
    where shop = ${shop} and ${variants}
    returning supplier_product_id as id`;
  return followed.map(({ id }) => id);
}

/**
 * Makes fields of products the merchant's, so that we no longer write them, and records this decision. A field asks for a new
 * decision only once the shop's or the supplier's value differs from the present one. Skips products like `followSupplier`.
 * @returns the number of fields that are kept now; null in the same case as `followSupplier`.
 */
export async function keepOwn(shop: ShopDomain, of: SeenField[] | SeenFilter): Promise<number | null> {
  return inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      const chosen = await chosenIn(tx, shop, of);
      if (chosen === null) return null;
      const claimed = new Set<string>();
      for (const [field, supplierProductIds] of byField(chosen))
        for (const id of await keep(tx, shop, { field, supplierProductIds })) claimed.add(id);
      // The next sync writes a cost that has waited for approval together with its price. A sync under way does not know the
      // decision.
      await markForSync(tx, shop, [...claimed]);
      await recordDecision(tx, { shop, now }, { decision: "own-kept", count: chosen.length });
      return chosen.length;
    },
    LONG_WORK,
  );
}

async function recordDecision(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
  { decision, count }: { decision: "own-kept" | "own-handed-back"; count: number },
): Promise<void> {
  if (count === 0) return;
  await recordActivity(tx, {
    shop,
    kind: `catalog.${decision}`,
    tone: "info",
    message: { code: `catalog.activity.${decision}`, count },
    subject: {
      label: { code: "sync.tab.yours" },
      url: decision === "own-kept" ? "/app/sync?show=yours&kept=1" : "/app/sync?show=yours",
    },
    at: now,
  });
}

/** Makes a field of products the merchant's. @returns the products whose field was not theirs before. */
async function keep(tx: Tx, shop: ShopDomain, { field, supplierProductIds }: FieldOf): Promise<string[]> {
  const fields = VARIANT_FIELDS[field];
  if (!fields) {
    const claimed = await queryRows<{ id: string }>(tx)`
      update product_link set merchant_fields = merchant_fields || ${field}::text, follows = array_remove(follows, ${field})
      where shop = ${shop} and supplier_product_id = any(${supplierProductIds}::text[])
        and not ${field} = any(merchant_fields)
      returning supplier_product_id as id`;
    await execute(tx)`
      update product_link kept set
        kept_fields = kept.kept_fields || jsonb_build_object(${field}::text, ${PRODUCT_VALUES}->${field})
      from product_link link
      left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
      where link.shop = ${shop} and link.supplier_product_id = any(${supplierProductIds}::text[])
        and kept.shop = link.shop and kept.supplier_product_id = link.supplier_product_id`;
    return claimed.map(({ id }) => id);
  }
  const claimed = await queryRows<{ id: string }>(tx)`
    update variant_link set
      merchant_fields = array(select unnest(merchant_fields) union select unnest(${fields}::text[])),
      undo_to = case when ${fields.includes("price")} then undo_to - 'follows' else undo_to end
    where shop = ${shop} and supplier_product_id = any(${supplierProductIds}::text[])
      and (not ${fields}::text[] <@ merchant_fields or ${fields.includes("price")} and undo_to ? 'follows')
    returning supplier_product_id as id`;
  await execute(tx)`
    update variant_link kept set kept_fields = kept.kept_fields || (
      select jsonb_object_agg(field, ${VARIANT_VALUES}->field) from unnest(${fields}::text[]) as field)
    from variant_link variant
    left join supplier_variant supplied on supplied.shop = variant.shop and supplied.id = variant.supplier_variant_id
    where variant.shop = ${shop} and variant.supplier_product_id = any(${supplierProductIds}::text[])
      and kept.shop = variant.shop and kept.supplier_variant_id = variant.supplier_variant_id`;
  if (field === "price")
    await tx.priceApproval.deleteMany({ where: { shop, supplierProductId: { in: supplierProductIds } } });
  return claimed.map(({ id }) => id);
}

/** Returns the fields that are still as the merchant saw them. For a filter: all its fields, or null if one has changed since. */
async function chosenIn(tx: Tx, shop: ShopDomain, of: SeenField[] | SeenFilter): Promise<SeenField[] | null> {
  if (!Array.isArray(of)) {
    const selected = await queryRows<SeenField & { version: string }>(tx)`
      with selected as materialized (${selectedBy(shop, of)})
      select id as "supplierProductId", field, (select ${VERSION_OF_ALL} from selected) as version from selected`;
    const version = selected[0]?.version ?? NONE_SELECTED;
    return version === of.seenAll
      ? selected.map(({ supplierProductId, field }) => ({ supplierProductId, field }))
      : null;
  }
  const versions = await queryRows<{ id: string; seen: string }>(tx)`
    select link.supplier_product_id as id, ${SEEN} as seen
    from product_link link
    left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
    where link.shop = ${shop}
      and link.supplier_product_id = any(${of.map(({ supplierProductId }) => supplierProductId)}::text[])`;
  const versionOf = new Map(versions.map(({ id, seen }) => [id, seen]));
  return of.filter(
    ({ supplierProductId, seen }) => seen === undefined || seen === versionOf.get(supplierProductId),
  );
}

/** Returns a query for the fields that a filter selects, with the version (`seen`) of their product's values. */
function selectedBy(shop: ShopDomain, of: OwnFilter): Prisma.Sql {
  return Prisma.sql`select link.supplier_product_id as id, own.field, ${SEEN} as seen
    from product_link link
    left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
    cross join lateral ${OWN_FIELDS} own
    where link.shop = ${shop} and ${IS_LINKED} and link.shop_state is distinct from 'deleted' and ${isIn(of)}
    order by 1, 2 limit ${MAX_FIELDS_AT_ONCE}`;
}

/** Version of the rows of `selectedBy`. */
const VERSION_OF_ALL = Prisma.sql`md5(string_agg(id || ' ' || field || ' ' || seen, ',' order by id, field))`;
const NONE_SELECTED = "none";

/** Counts the fields that a filter selects, on all pages, and returns their version (`SeenFilter`). */
export async function findAll(
  tx: Tx,
  shop: ShopDomain,
  of: OwnFilter,
): Promise<{ total: number; seenAll: string }> {
  const [all] = await queryRows<{ total: number; version: string | null }>(tx)`
    select count(*)::int as total, ${VERSION_OF_ALL} as version from (${selectedBy(shop, of)}) as selected`;
  return { total: all?.total ?? 0, seenAll: all?.version ?? NONE_SELECTED };
}

/** Counts the fields that a merchant has decided to keep. */
export async function countKept(tx: Tx, shop: ShopDomain): Promise<number> {
  const [counted] = await queryRows<{ kept: number }>(tx)`
    select count(*)::int as kept from (${selectedBy(shop, { kept: true, field: null })}) as selected`;
  return counted?.kept ?? 0;
}

function byField(chosen: SeenField[]): [ChosenField, string[]][] {
  return [...Map.groupBy(chosen, ({ field }) => field)].map(([field, of]) => [
    field,
    of.map(({ supplierProductId }) => supplierProductId),
  ]);
}

const LISTED = Prisma.sql`${listedFields}::text[]`;

const IS_LINKED = Prisma.sql`link.shop_product_id is not null and link.delisted is distinct from 'unlinked'`;

/**
 * SQL for the values, per field, that a decision to keep the merchant's value is about: the shop's, from `link`, and the
 * supplier's, from `product`. If one of them changes, the field asks for a new decision. A value that we do not know is null.
 */
const PRODUCT_VALUES = Prisma.sql`jsonb_build_object(
  'status', jsonb_build_array(coalesce(link.in_shop->>'status', link.last_written->>'status'),
    product.discontinued or product.gone_at is not null),
  'title', jsonb_build_array(link.in_shop->'title', product.name),
  'vendor', jsonb_build_array(link.in_shop->'vendor', product.brand),
  'productType', jsonb_build_array(link.in_shop->'productType', product.category),
  'descriptionHtml', jsonb_build_array(link.in_shop->'descriptionHtml', md5(product.description_html)))`;

const COST = Prisma.sql`trim_scale(supplied.price_amount::numeric), supplied.price_currency`;

/**
 * Like `PRODUCT_VALUES`, for the fields of a `variant`. The supplier's values are in `supplied`. A price that is about to be
 * written counts as the shop's. A price asks for a new decision if the supplier's cost changes, but not if the price rules
 * do. Stock asks for one only if the supplier sells out or has pieces again, since its number changes with every sale.
 */
const VARIANT_VALUES = Prisma.sql`jsonb_build_object(
  'price', jsonb_build_array(
    trim_scale(coalesce(variant.undo_to->>'price', variant.in_shop->>'price')::numeric), ${COST}),
  'compareAtPrice', jsonb_build_array(trim_scale((case when variant.undo_to ? 'compareAtPrice'
    then variant.undo_to else variant.in_shop end->>'compareAtPrice')::numeric), ${COST}),
  'cost', jsonb_build_array(trim_scale((variant.in_shop->>'cost')::numeric), ${COST}),
  'stock', jsonb_build_array(supplied.stock > 0))`;

/**
 * Rows of the merchant's own fields of a `link` and its `product`. `field`: a `ChosenField`. `kept`: true if the merchant
 * keeps all values of the field.
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

/** Returns the condition that a filter selects a row of `OWN_FIELDS`, named `own`. */
export function isIn({ kept, field }: OwnFilter): Prisma.Sql {
  return field === null
    ? Prisma.sql`own.kept = ${kept}::boolean`
    : Prisma.sql`own.kept = ${kept}::boolean and own.field = ${field}`;
}

/**
 * Returns the condition that a filter lists a `link`'s product. A product that the merchant archived or deleted asks for a
 * decision, too.
 */
export function isListed(filter: OwnFilter): Prisma.Sql {
  const hasFields = Prisma.sql`exists (select from ${OWN_FIELDS} own where ${isIn(filter)})`;
  return filter.kept || filter.field !== null
    ? Prisma.sql`${IS_LINKED} and ${hasFields}`
    : Prisma.sql`${IS_LINKED} and (link.shop_state is not null or ${hasFields})`;
}

/**
 * Version of the merchant's own values of a `link`'s product, and of the supplier's values for the same fields, as far as
 * known.
 */
export const SEEN = Prisma.sql`md5(
  array(select field || '=' || coalesce((${PRODUCT_VALUES}->field)::text, '')
    from unnest(link.merchant_fields) as field order by 1)::text
  || array(select variant.supplier_variant_id || ' ' || own || '=' || coalesce((${VARIANT_VALUES}->own)::text, '')
    from variant_link variant
    left join supplier_variant supplied on supplied.shop = variant.shop and supplied.id = variant.supplier_variant_id
    cross join lateral unnest(variant.merchant_fields) as own
    where variant.shop = link.shop and variant.supplier_product_id = link.supplier_product_id order by 1)::text)`;

/**
 * Returns which fields of a product follow the supplier, as the settings and the merchant's choices say, and which are the
 * merchant's. A field that is the merchant's in one variant counts as theirs.
 */
export async function findFields(
  shop: ShopDomain,
  supplierProductId: string,
): Promise<{ followed: ChosenField[]; own: ChosenField[] }> {
  return inShop(shop, async (tx) => {
    const settings = await findSyncSettings(tx, shop);
    const [link] = await queryRows<{ own: string[]; follows: string[] }>(tx)`
      select follows, array(
        select unnest(link.merchant_fields)
        union select unnest(variant.merchant_fields) from variant_link variant
        where variant.shop = link.shop and variant.supplier_product_id = link.supplier_product_id) as own
      from product_link link where shop = ${shop} and supplier_product_id = ${supplierProductId}`;
    const isFollowed = (field: ChosenField) => {
      if (!link || link.own.includes(field)) return false;
      if (field === "price" || field === "cost") return settings.price;
      if (field === "stock") return settings.stock;
      return field === "status" ? settings.availability : link.follows.includes(field);
    };
    return {
      followed: chosenFields.filter(isFollowed),
      own: chosenFields.filter((field) => !isFollowed(field)),
    };
  });
}
