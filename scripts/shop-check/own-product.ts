import type { ProductContent } from "../../app/shop/products/product-content.ts";

/** The vendor of every product that the check has made, and of no other. */
export const VENDOR = "Stockbridge shop check";
/** No supplier has such a SKU. */
const SKU = "STOCKBRIDGE-SHOP-CHECK-";

/** The beginning of the names of services that the check makes, and of the location that one of them leaves behind. */
export const LEFT_OVER = "Stockbridge shop check";

/** Shopify's own placeholder. */
const PICTURE = "https://cdn.shopify.com/s/files/1/0533/2089/files/placeholder-images-image_large.png";

/** A product of the check's own, with one variant, by the name of its run. */
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

/** Returns whether a product with these SKUs was made by this run, or by any run. */
export function isOwn(skus: string[], sku = SKU): boolean {
  return skus.length > 0 && skus.every((each) => each.startsWith(sku));
}
