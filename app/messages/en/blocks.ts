/** The blocks and buttons on Shopify's own pages of an order, a product, and the list of orders, and Shopify Flow. */
export const blocks = {
  "blocks.no-permission":
    "Stockbridge may not request fulfillment in your shop yet. Open Stockbridge, press “Send to supplier” under Orders, and allow it.",
};
