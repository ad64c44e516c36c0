import type { ShopProduct } from "../../shop/products.server.ts";

/**
 * Fills in which of the supplier's variants a product's variants are, by the shop's variant id, where the shop does not
 * say so itself. One of the supplier's variants is never two of the shop's.
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
