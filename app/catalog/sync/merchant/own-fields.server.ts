import { Prisma } from "@prisma/client";

import { inShop, LONG_WORK, type Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { execute, queryRows } from "../../../lib/database/statement.server.ts";
import {
  followable,
  type FollowableField,
  type ProductField,
  productOwned,
  storedKey,
  type VariantField,
} from "../../links/fields.ts";
import { lockImports } from "../../links/lock-imports.server.ts";
import { markForSync } from "../../links/mark-for-sync.server.ts";
import { findSyncSettings } from "../../links/sync-settings.server.ts";

/** Fields that a merchant chooses per product. A variant field counts for all its variants. */
export type ChosenField = (typeof chosenFields)[number];

export const chosenFields = ["price", "cost", "stock", "status", ...followable] as const satisfies (
  ProductField | VariantField
)[];

/** Fields that are listed if they are the merchant's. */
export const listedFields: string[] = [...chosenFields, "compareAtPrice"];

/** Columns of a variant per chosen field. A merchant chooses price and compare-at price together. */
export const VARIANT_FIELDS: Partial<Record<ChosenField, VariantField[]>> = {
  price: ["price", "compareAtPrice"],
  cost: ["cost"],
  stock: ["stock"],
};

/** A field to hand back. `seen`: the version (`SEEN`) of the product's values that the merchant saw; absent if they saw none. */
export type HandedBack = { supplierProductId: string; field: ChosenField; seen?: string };

/**
 * Makes fields of products follow the supplier, and overwrites the shop's present values. A later change in
 * the shop is the merchant's, even before our first write. Skips products whose own values the merchant has changed since
 * they saw them.
 * @returns the number of fields that follow now.
 */
export async function followSupplier(shop: ShopDomain, handedBack: HandedBack[]): Promise<number> {
  return inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      const versions = await queryRows<{ id: string; seen: string }>(tx)`
        select link.supplier_product_id as id, ${SEEN} as seen from product_link link
        where link.shop = ${shop}
          and link.supplier_product_id = any(${handedBack.map(({ supplierProductId }) => supplierProductId)}::text[])`;
      const versionOf = new Map(versions.map(({ id, seen }) => [id, seen]));
      const unchanged = handedBack.filter(
        ({ supplierProductId, seen }) => seen === undefined || seen === versionOf.get(supplierProductId),
      );
      for (const field of unchanged) await follow(tx, shop, field);
      const ids = unchanged.map(({ supplierProductId }) => supplierProductId);
      await tx.productLink.updateMany({
        where: { shop, supplierProductId: { in: ids } },
        data: { compareDueAt: now, shopUpdatedAt: null },
      });
      await markForSync(tx, shop, ids);
      return unchanged.length;
    },
    LONG_WORK,
  );
}

async function follow(tx: Tx, shop: ShopDomain, { supplierProductId, field }: HandedBack): Promise<void> {
  const fields = VARIANT_FIELDS[field];
  if (fields) {
    await execute(tx)`
        update variant_link set
          merchant_fields = array(select unnest(merchant_fields) except select unnest(${fields}::text[])),
          undo_to = case when ${field} = 'price' then null else undo_to end,
          price = case when ${field} = 'price' then null else price end,
          compare_at_price = case when ${field} = 'price' then null else compare_at_price end,
          cost = case when ${field} = 'cost' then null else cost end,
          stock = case when ${field} = 'stock' then null else stock end,
          stock_before = case when ${field} = 'stock' then null else stock_before end,
          baseline = baseline - ${fields}::text[], sent = sent - ${fields}::text[]
        where shop = ${shop} and supplier_product_id = ${supplierProductId}`;
  } else {
    const isOwned = productOwned.includes(field as ProductField);
    await execute(tx)`
        update product_link set
          merchant_fields = array_remove(merchant_fields, ${field}),
          follows = case when ${isOwned} or ${field} = any(follows) then follows else follows || ${field}::text end,
          last_written = case when ${field} = 'status' then last_written || '{"status": null}'
            else last_written - ${[field, storedKey(field as FollowableField)]}::text[] end
        where shop = ${shop} and supplier_product_id = ${supplierProductId}`;
  }
}

/** Makes a field of a product the merchant's: we no longer write it. */
export async function keepOwn(
  shop: ShopDomain,
  { supplierProductId, field }: { supplierProductId: string; field: ChosenField },
): Promise<void> {
  await inShop(shop, async (tx) => {
    await lockImports(tx, shop);
    const fields = VARIANT_FIELDS[field];
    if (fields) {
      await execute(tx)`
        update variant_link set merchant_fields = array(
          select unnest(merchant_fields) union select unnest(${fields}::text[]))
        where shop = ${shop} and supplier_product_id = ${supplierProductId}`;
      if (field === "price") await tx.priceApproval.deleteMany({ where: { shop, supplierProductId } });
    } else {
      await execute(tx)`
        update product_link set merchant_fields = array(select unnest(merchant_fields) union select ${field}::text),
          follows = array_remove(follows, ${field})
        where shop = ${shop} and supplier_product_id = ${supplierProductId}`;
    }
    // If a price waited for approval, its cost waited with it. A running sync does not know this decision.
    await markForSync(tx, shop, [supplierProductId]);
  });
}

/** The condition that a product (`link`) is in the shop with values of the merchant's own, or in a state that the merchant gave it. */
export const HAS_OWN_FIELDS = Prisma.sql`link.shop_product_id is not null and link.delisted is distinct from 'unlinked'
  and (link.merchant_fields && ${listedFields}::text[] or link.shop_state is not null
    or exists (select from variant_link variant where variant.shop = link.shop
      and variant.supplier_product_id = link.supplier_product_id and variant.merchant_fields && ${listedFields}::text[]))`;

/** Version of the merchant's own values of a `link`'s product, as far as we know them. */
export const SEEN = Prisma.sql`md5(
  array(select field || '=' || coalesce(link.in_shop->>field, '') from unnest(link.merchant_fields) as field order by 1)::text
  || array(select variant.supplier_variant_id || ' ' || field || '=' || coalesce(variant.in_shop->>field, '')
    from variant_link variant, unnest(variant.merchant_fields) as field
    where variant.shop = link.shop and variant.supplier_product_id = link.supplier_product_id order by 1)::text)`;

/**
 * Returns which fields of a product follow the supplier, as the settings and the merchant's choices say, and which are the
 * merchant's. A field that is theirs in one variant is theirs.
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
