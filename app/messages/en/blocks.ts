/** The answers to buttons of the order block, and to actions of Shopify Flow. */
export const blocks = {
  "blocks.sending": "Sending to your supplier. The result appears here in a moment.",
  "blocks.nothing-to-send":
    "Nothing in this order is waiting to be sent. Open Stockbridge to see where it stands.",
  "blocks.no-permission":
    "Stockbridge may not request fulfillment in your shop yet. Open Stockbridge, press “Send to supplier” under Orders, and allow it.",
} as const;
