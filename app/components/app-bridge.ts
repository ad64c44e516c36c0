/** Shopify's address of App Bridge, which must never be bundled. */
export const APP_BRIDGE_URL = "https://cdn.shopify.com/shopifycloud/app-bridge.js";
