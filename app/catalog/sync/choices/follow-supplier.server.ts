import { inShop } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { execute } from "../../../lib/database/statement.server.ts";
import { lockImports } from "../../links/lock-imports.server.ts";
import { followable, type ProductField, productOwned, type VariantField } from "../../links/fields.ts";
import { SHOWN_DESCRIPTION } from "../linked-product.ts";
import { markForSync } from "../../links/mark-for-sync.server.ts";

/** Fields that a merchant chooses per product. A variant field counts for all its variants. */
export type ChosenField = (typeof chosenFields)[number];

export const chosenFields = ["price", "cost", "stock", "status", ...followable] as const satisfies (
  ProductField | VariantField
)[];

/** The compare-at price goes with the price. */
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
          restore = case when ${field} = 'price' then null else restore end,
          price = case when ${field} = 'price' then null else price end,
          compare_at_price = case when ${field} = 'price' then null else compare_at_price end,
          cost = case when ${field} = 'cost' then null else cost end,
          stock = case when ${field} = 'stock' then null else stock end,
          unowned = unowned - ${fields}::text[]
        where shop = ${shop} and supplier_product_id = ${supplierProductId}`;
    } else {
      const isOwned = productOwned.includes(field as ProductField);
      await execute(tx)`
        update product_link set
          merchant_fields = array_remove(merchant_fields, ${field}),
          follows = case when ${isOwned} or ${field} = any(follows) then follows else follows || ${field}::text end,
          kept = case when ${field} = 'status' then kept || '{"status": null}'
            else kept - ${field === "descriptionHtml" ? [field, SHOWN_DESCRIPTION] : [field]}::text[] end
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
