import type { ShopProduct } from "../../shop/products/products.server.ts";

/**
 * Fills in missing links of a product's variants from `links`, by the shop's variant id. Never links one of
 * the supplier's variants twice.
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
