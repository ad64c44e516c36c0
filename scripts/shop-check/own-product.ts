import type { ProductContent } from "../../app/shop/products/product-content.ts";

/** The vendor of all products that the check makes. No other product has it. */
export const VENDOR = "Stockbridge shop check";
/** Beginning of the SKUs of the check's products. No supplier has such a SKU. */
const SKU = "STOCKBRIDGE-SHOP-CHECK-";

/**
 * Beginning of the names of services that the check makes, and of the location that is left of one of them.
 */
export const LEFT_OVER = "Stockbridge shop check";

/** A placeholder picture of Shopify's own. */
const PICTURE = "https://cdn.shopify.com/s/files/1/0533/2089/files/placeholder-images-image_large.png";

/** Returns a product of the check's own, with one variant. The run's name is in its SKU. */
export function ownProduct(run: string): ProductContent & { sku: string } {
  const sku = `${SKU}${run}`;
  return {
    sku,
    supplierProductId: sku,
    title: `Stockbridge shop check ${run}`,
    descriptionHtml: "<p>Made by shop:check, which deletes it again.</p>",
    vendor: VENDOR,
    productType: null,
    images: [{ url: PICTURE, alt: "A placeholder" }],
    variants: [
      {
        supplierVariantId: sku,
        sku,
        barcode: null,
        price: "1.00",
        compareAtPrice: null,
        cost: "0.50",
        weightGrams: 100,
        imageUrl: PICTURE,
        optionValues: [{ name: "Title", value: "Default Title" }],
      },
    ],
  };
}

/**
 * Returns true if a product with these SKUs was made by the check: with `sku`, by this run; otherwise by any
 * run.
 */
export function isOwn(skus: string[], sku = SKU): boolean {
  return skus.length > 0 && skus.every((each) => each.startsWith(sku));
}
