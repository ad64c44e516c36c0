/** The answers to buttons of the order block, and to actions of Shopify Flow. No page shows them. */
export const blocks = {
  "blocks.sending": "Sending to your supplier. The result appears here in a moment.",
  "blocks.sending.paused":
    "Requested. Ordering is paused: the order waits with Stockbridge until it is resumed.",
  "blocks.nothing-to-send":
    "Nothing in this order is waiting to be sent. Open Stockbridge to see where it stands.",
  "blocks.no-permission":
    "Stockbridge may not request fulfillment in your shop yet. Open Stockbridge, press “Send to supplier” under Orders, and allow it.",
  "blocks.unpaid":
    "Not sent: the order isn't paid in full. To send it all the same, request its fulfillment in Shopify, then press “Send anyway”.",
  "blocks.test-order":
    "Not sent: it's a test order. To send it all the same, request its fulfillment in Shopify, then press “Send anyway”.",
  "blocks.nothing-of-supplier": "Nothing in this order waits to be sent to your supplier.",
  "blocks.send.no-order": "Order {number}",
  "blocks.send.pressed": "The result of each order appears here in a moment.",
  "blocks.send.waits": "Waits to be sent to your supplier.",
  "blocks.send.kept":
    "Not sent. {why} To send it all the same, open Stockbridge and press “Send anyway” under Orders, To send.",
  "blocks.send.held":
    "Not sent: one of your workflows in Shopify Flow holds this order. To send it all the same, open the order in Stockbridge and press “Try again”.",
  "blocks.send.amounts": "Cost {cost}, expected profit {profit}",
  "blocks.two-sentences": "{first}. {second}",
  "blocks.product.refreshing":
    "Stockbridge is reading your supplier's cost and stock. Your shop has them in a moment.",
  "blocks.product.not-linked":
    "Nothing was synced: this product no longer follows your supplier. Open Stockbridge to see why.",
  "blocks.product.not-connected":
    "Nothing was synced: your shop isn't connected to your supplier. Connect it in Settings.",
  "blocks.product.not-shown":
    "Nothing was synced: your supplier shows no product under this number now. Try again later.",
} as const;
