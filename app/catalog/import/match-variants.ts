import type { VariantContent } from "../../shop/products/product-content.ts";
import type { MadeVariant } from "../../shop/products/set-product.server.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import type { ImportedVariant } from "./kept-values.ts";

export type MatchedVariant = ImportedVariant & Pick<MadeVariant, "places">;

/**
 * Pairs the shop's new variants with the supplier's by SKU and options, which Shopify returns at no cost.
 * Null unless every variant has exactly one partner.
 */
export function matchVariants(sent: VariantContent[], made: MadeVariant[]): MatchedVariant[] | null {
  const byName = new Map(made.map((variant) => [JSON.stringify([variant.sku, variant.title]), variant]));
  if (byName.size !== made.length || made.length !== sent.length) return null;
  const matched = sent.flatMap(({ supplierVariantId, sku, optionValues }) => {
    const title = optionValues.map(({ value }) => value).join(" / ");
    const variant = byName.get(JSON.stringify([sku, title]));
    if (!variant) return [];
    const { id: shopVariantId, inventoryItemId, places } = variant;
    return [
      { supplierVariantId: supplierVariantId as SupplierVariantId, shopVariantId, inventoryItemId, places },
    ];
  });
  return new Set(matched.map(({ shopVariantId }) => shopVariantId)).size === made.length ? matched : null;
}
