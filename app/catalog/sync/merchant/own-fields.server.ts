import { inShop } from "../../../lib/database/db.server.ts";
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
import { FIRST_PAGE, listPage, type ListPage, type ListPlace, listQuery } from "./list-page.ts";

/** Fields that a merchant chooses per product. A variant field counts for all its variants. */
type ChosenField = (typeof chosenFields)[number];

export const chosenFields = ["price", "cost", "stock", "status", ...followable] as const satisfies (
  ProductField | VariantField
)[];

/** Columns of a variant per chosen field. A merchant chooses price and compare-at price together. */
const VARIANT_FIELDS: Partial<Record<ChosenField, VariantField[]>> = {
  price: ["price", "compareAtPrice"],
  cost: ["cost"],
  stock: ["stock"],
};

/**
 * Makes a field of a product follow the supplier, and overwrites the shop's present value. A later change in
 * the shop is the merchant's, even before our first write.
 */
export async function followSupplier(
  shop: ShopDomain,
  { supplierProductId, field }: { supplierProductId: string; field: ChosenField },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await lockImports(tx, shop);
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
    await tx.productLink.updateMany({
      where: { shop, supplierProductId },
      data: { compareDueAt: now, shopUpdatedAt: null },
    });
    await markForSync(tx, shop, [supplierProductId]);
  });
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

/** A product with fields of the merchant's, or that they have deleted or archived. */
export type OwnFieldsView = {
  supplierProductId: string;
  product: string;
  shopState: "deleted" | "archived" | null;
  fields: ChosenField[];
};

const PAGE_SIZE = 50;

/** Lists a page of these products, by the supplier's ids. */
export async function listOwnFields(
  shop: ShopDomain,
  place: ListPlace = FIRST_PAGE,
): Promise<ListPage<OwnFieldsView>> {
  const query = listQuery(place, PAGE_SIZE);
  const { backwards, take } = query;
  const found = await inShop(
    shop,
    (tx) => queryRows<OwnFieldsView>(tx)`
      select link.supplier_product_id as "supplierProductId",
        coalesce(product.name, link.supplier_product_id) as product, link.shop_state as "shopState", own.fields
      from product_link link
      left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
      cross join lateral (
        select array(
          select distinct field from (
            select unnest(link.merchant_fields) as field
            union all select unnest(variant.merchant_fields) from variant_link variant
            where variant.shop = link.shop and variant.supplier_product_id = link.supplier_product_id
          ) as theirs where field = any(${[...chosenFields]}::text[]) order by field) as fields
      ) own
      where link.shop = ${shop} and link.shop_product_id is not null and link.delisted is distinct from 'unlinked'
        and (own.fields <> '{}' or link.shop_state is not null)
        and case when ${backwards} then link.supplier_product_id < ${place.before ?? ""}
          else link.supplier_product_id > ${place.after ?? ""} end
      order by case when ${backwards} then link.supplier_product_id end desc, link.supplier_product_id
      limit ${take}`,
  );
  return listPage(found, query, ({ supplierProductId }) => supplierProductId);
}
