/** The blocks and buttons on Shopify's own pages of an order, a product, and the list of orders, and Shopify Flow. */
export const blocks = {
  "blocks.sending": "Sending to your supplier. The result is here in a moment.",
  "blocks.nothing-to-send": "Nothing of this order waits to be sent to your supplier.",
  "blocks.no-permission":
    "Stockbridge may not request fulfillment in your shop yet. Open Stockbridge, press “Send to supplier” under Orders, and allow it.",
} as const;
