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
import {
  VARIANT_FIELDS,
  type OwnFilter,
  selectedBy,
  VERSION_OF_ALL,
  NONE_SELECTED,
  PRODUCT_VALUES,
  VARIANT_VALUES,
  SEEN,
} from "./select-own-fields.server.ts";

/**
 * A field about which the merchant decides. `seen`: the version (`SEEN`) of the product's values that the
 * merchant saw; missing if they saw none.
 */
type SeenField = { supplierProductId: string; field: ChosenField; seen?: string };

/**
 * All fields that a filter selects. `seenAll`: the version of their values (`findAll`) that the merchant saw.
 */
export type SeenFilter = OwnFilter & { seenAll: string };

/**
 * Makes fields of products follow the supplier. The next sync overwrites the shop's present values. If the
 * merchant edits a value before that, the new value is the merchant's. Skips products whose values have changed
 * since the merchant saw them.
 * @param of fields, or a filter that selects up to `MAX_FIELDS_AT_ONCE` of them.
 * @returns the number of fields that follow now; null, with nothing changed, if a field of the filter has
 * changed since the merchant saw it
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
 * Makes fields of variants follow the supplier. The caller must make their products due (`compareAndSync`).
 * @param of `variants`: an SQL condition on `variant_link`
 * @returns the supplier's product id of each variant
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
      -- The merchant has seen these values. If the shop has other values later, the comparison counts that as
      -- an edit.
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
 * Makes fields of products the merchant's, so that we no longer write them, and stores this decision. The
 * merchant has to decide again only after the shop's or the supplier's value has changed. Skips the same
 * products as `followSupplier`.
 * @returns the number of fields that the merchant keeps; null in the same case as `followSupplier`
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
      // The next sync writes costs that have waited for the approval of their price. It also corrects the
      // results of a running sync that does not know the decision.
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

/**
 * Makes a field of products the merchant's.
 * @returns the ids of products whose field was not the merchant's before
 */
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

/**
 * Returns the fields whose values have not changed since the merchant saw them. For a filter, returns all its
 * fields, or null if one has changed.
 */
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

function byField(chosen: SeenField[]): [ChosenField, string[]][] {
  return [...Map.groupBy(chosen, ({ field }) => field)].map(([field, of]) => [
    field,
    of.map(({ supplierProductId }) => supplierProductId),
  ]);
}

/**
 * Returns the fields of a product that follow the supplier, and those that don't (`own`), by the settings and
 * the merchant's choices. A field does not follow if it is the merchant's in any variant.
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
