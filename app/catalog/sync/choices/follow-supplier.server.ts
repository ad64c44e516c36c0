import { inShop } from "../../../lib/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { enqueue } from "../../../queue/boss.server.ts";
import { syncProductsJob } from "../../jobs.ts";
import { followable, type ProductField, productOwned, type VariantField } from "../../links/fields.ts";

/** Fields that are chosen for a product; those of its variants for all of them. */
export type ChosenField = (typeof chosenFields)[number];

export const chosenFields = ["price", "cost", "stock", "status", ...followable] as const satisfies (
  ProductField | VariantField
)[];

/** With a price goes the one that it is compared with. */
const VARIANT_FIELDS: Partial<Record<ChosenField, VariantField[]>> = {
  price: ["price", "compareAtPrice"],
  cost: ["cost"],
  stock: ["stock"],
};

/**
 * Has a field of a product follow the supplier again, or for the first time: what stands in the shop counts as nobody's, and
 * is overwritten.
 */
export async function followSupplier(
  shop: ShopDomain,
  { supplierProductId, field }: { supplierProductId: string; field: ChosenField },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const fields = VARIANT_FIELDS[field];
    if (fields) {
      await tx.$executeRaw`
        update variant_link set
          merchant_fields = array(select unnest(merchant_fields) except select unnest(${fields}::text[])),
          restore = null,
          price = case when ${field} = 'price' then null else price end,
          compare_at_price = case when ${field} = 'price' then null else compare_at_price end,
          cost = case when ${field} = 'cost' then null else cost end,
          stock = case when ${field} = 'stock' then null else stock end
        where shop = ${shop} and supplier_product_id = ${supplierProductId}`;
    } else {
      const isOwned = productOwned.includes(field as ProductField);
      await tx.$executeRaw`
        update product_link set
          merchant_fields = array_remove(merchant_fields, ${field}),
          follows = case when ${isOwned} or ${field} = any(follows) then follows else follows || ${field}::text end,
          kept = case when ${field} = 'status' then kept else kept - ${field}::text end
        where shop = ${shop} and supplier_product_id = ${supplierProductId}`;
    }
    await tx.productLink.updateMany({
      where: { shop, supplierProductId, delisted: null, shopState: null },
      data: { syncDueAt: now, syncRetryCount: 0 },
    });
    await enqueue(tx, syncProductsJob, { shop });
  });
}

/** Makes a field of a product the merchant's: from now on nothing is written there. */
export async function keepOwn(
  shop: ShopDomain,
  { supplierProductId, field }: { supplierProductId: string; field: ChosenField },
): Promise<void> {
  await inShop(shop, async (tx) => {
    const fields = VARIANT_FIELDS[field];
    if (fields) {
      await tx.$executeRaw`
        update variant_link set merchant_fields = array(
          select unnest(merchant_fields) union select unnest(${fields}::text[]))
        where shop = ${shop} and supplier_product_id = ${supplierProductId}`;
      if (field === "price") await tx.priceApproval.deleteMany({ where: { shop, supplierProductId } });
    } else {
      await tx.$executeRaw`
        update product_link set merchant_fields = array(select unnest(merchant_fields) union select ${field}::text),
          follows = array_remove(follows, ${field})
        where shop = ${shop} and supplier_product_id = ${supplierProductId}`;
    }
  });
}
