import type { ProductContent } from "../../app/shop/products/product-content.ts";

/** The vendor of all products that the check creates, and of no other product. */
export const VENDOR = "Stockbridge shop check";
/** Prefix of the SKUs of the check's products. No supplier uses it. */
const SKU = "STOCKBRIDGE-SHOP-CHECK-";

/**
 * Prefix of the names of services that the check creates. One of them leaves a location behind, which has this prefix
 * as well.
 */
export const LEFT_OVER = "Stockbridge shop check";

/** URL of a placeholder image of Shopify's. */
const PICTURE = "https://cdn.shopify.com/s/files/1/0533/2089/files/placeholder-images-image_large.png";

/** Returns the content of a product for the check. It has one variant, whose SKU contains the run's name. */
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

/** Returns true if the check created the product with these SKUs: this run with `sku`, otherwise any run. */
export function isOwn(skus: string[], sku = SKU): boolean {
  return skus.length > 0 && skus.every((each) => each.startsWith(sku));
}
