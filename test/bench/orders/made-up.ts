/**
 * The assortment of every shop of the benchmark: one product of the supplier, with one variant, linked to one of the
 * shop.
 */
export const PRODUCT = "prd_1";
export const VARIANT = "var_1";
export const SKU = "LAMP-1";
export const SHOP_PRODUCT = "gid://shopify/Product/1";
export const SHOP_VARIANT = "gid://shopify/ProductVariant/1";
/** The location of our fulfillment service. */
export const LOCATION = "gid://shopify/Location/1";
