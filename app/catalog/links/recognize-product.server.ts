import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type LinkMark, markLinks } from "../../shop/products/link-product.server.ts";
import type { ShopProduct } from "../../shop/products/products.server.ts";

/**
 * Recognizes a product's variants by their metafields. If metafields are missing, uses our own links: after an
 * uninstall, Shopify deletes an app's metafields.
 */
export async function recognizeProduct(
  shop: ShopDomain,
  product: ShopProduct,
  supplierProductId: string,
): Promise<ShopProduct> {
  if (product.variants.every((variant) => variant.supplierVariantId !== null)) return product;
  const links = await inShop(shop, (tx) => tx.variantLink.findMany({ where: { shop, supplierProductId } }));
  return recognize(product, new Map(links.map((link) => [link.shopVariantId, link.supplierVariantId])));
}

/**
 * Adds missing supplier's ids to a product's variants. `links`: the supplier's variant id by the shop's variant
 * id. Never gives two variants the same supplier's id.
 */
export function recognize(product: ShopProduct, links: Map<string, string | undefined>): ShopProduct {
  const taken = new Set(product.variants.map(({ supplierVariantId }) => supplierVariantId));
  const variants = product.variants.map((variant) => {
    const linked = links.get(variant.id);
    if (variant.supplierVariantId !== null || linked === undefined || taken.has(linked)) return variant;
    return { ...variant, supplierVariantId: linked };
  });
  return { ...product, variants };
}

/**
 * Returns true if any variant is linked to a variant of the supplier. If none is, the merchant has to link the
 * product.
 */
export function isRecognized({ variants }: ShopProduct): boolean {
  return variants.some(({ supplierVariantId }) => supplierVariantId !== null);
}

/** Writes the metafields that a recognized product lacks in the shop. `found`: the product as the shop has it. */
export function restoreMarks(
  shop: ShopDomain,
  { found, recognized }: { found: ShopProduct; recognized: ShopProduct },
  supplierProductId: string,
): ReturnType<typeof markLinks> {
  const missing: LinkMark[] = recognized.variants.flatMap(({ id, supplierVariantId }, index) =>
    supplierVariantId === null || found.variants[index]?.supplierVariantId === supplierVariantId
      ? []
      : [{ kind: "variant", ownerId: id, supplierId: supplierVariantId }],
  );
  if (found.supplierProductId === null)
    missing.push({ kind: "product", ownerId: found.id, supplierId: supplierProductId });
  return markLinks(shop, missing);
}
