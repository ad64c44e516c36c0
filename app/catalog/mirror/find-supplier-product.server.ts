import type { Tx } from "../../lib/database/db.server.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type {
  Product,
  SupplierProductId,
  SupplierVariantId,
  Unreadable,
  Variant,
} from "../../wholesale/resources.ts";

/**
 * A product of the mirror. `unreadable`: the part that we could not read in the supplier's latest reply; null
 * if we could read all. Unreadable fields keep the last values that we could read.
 */
export type MirroredProduct = Omit<Product, "descriptionHtml" | "variants"> & {
  descriptionHtml: string;
  unreadable: Unreadable | null;
  variants: MirroredVariant[];
};

/** A variant with its last known price and stock. */
export type MirroredVariant = Omit<Variant, "price" | "stock"> & { price: Money; stock: number };

/**
 * Returns a product from the mirror; null if the supplier never listed it. `gone`: the supplier no longer
 * lists it.
 */
export async function findSupplierProduct(
  tx: Tx,
  shop: ShopDomain,
  id: SupplierProductId,
): Promise<{ product: MirroredProduct; gone: boolean } | null> {
  const row = await tx.supplierProduct.findUnique({ where: { shop_id: { shop, id } } });
  if (row === null) return null;
  const variants = await tx.supplierVariant.findMany({
    where: { shop, supplierProductId: id },
    orderBy: { position: "asc" },
  });
  return {
    gone: row.goneAt !== null,
    product: {
      id,
      name: row.name,
      descriptionHtml: row.descriptionHtml,
      brand: row.brand,
      category: row.category,
      images: row.images as Product["images"],
      options: row.options,
      updatedAt: row.updatedAt,
      discontinued: row.discontinued,
      unreadable: row.unreadable as Unreadable | null,
      variants: variants.map((variant) => ({
        id: variant.id as SupplierVariantId,
        sku: variant.sku,
        barcode: variant.barcode,
        options: variant.options as Record<string, string>,
        price: { amount: variant.priceAmount, currency: variant.priceCurrency },
        stock: variant.stock,
        weightGrams: variant.weightGrams,
        imageUrl: variant.imageUrl,
      })),
    },
  };
}

/** Returns the supplier's last known prices, by the supplier's variant ids. Omits variants that the mirror does not have. */
export async function findPrices(
  tx: Tx,
  { shop, supplierVariantIds }: { shop: ShopDomain; supplierVariantIds: string[] },
): Promise<Map<string, Money>> {
  const variants = await tx.supplierVariant.findMany({
    where: { shop, id: { in: supplierVariantIds } },
    select: { id: true, priceAmount: true, priceCurrency: true },
  });
  return new Map(
    variants.map(({ id, priceAmount: amount, priceCurrency: currency }) => [id, { amount, currency }]),
  );
}
