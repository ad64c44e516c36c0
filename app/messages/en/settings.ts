/** The Settings page: sales channels, and ordering (on, paused, automatic). */
export const settings = {
  "settings.stale": "Nothing was changed",
  "settings.stale.text":
    "These settings changed after you opened the page. Check them below. If you still want your changes, make them again.",

  "channels.help":
    "New products are published to these channels when they are first imported. After that, you choose a product's channels in Shopify.",
  "channels.online-store": "Online Store",
  "channels.none": "None: new products stay hidden until you publish them.",
  "channels.choose": "Choose channels",
  "channels.save": "Save",
  "channels.cancel": "Cancel",
  "channels.unreadable": "The sales channels of your shop couldn't be read. {problem}",

  // Ordering: on or paused, and automatic
  "ordering.title": "Orders",
  "ordering.state.on": "On",
  "ordering.state.paused": "Paused",
  "ordering.on": "When you request fulfillment in Shopify, the order goes to your supplier right away.",
  "ordering.pause": "Pause ordering",
  "ordering.resume": "Resume ordering",
  "ordering.paused.title": "Ordering is paused",
  "ordering.paused": "You paused it. Orders wait until you resume ordering in Settings. None are lost.",
  "ordering.paused.action": "Open Settings",
  "ordering.paused.since":
    "You paused ordering on {at, date, long}. Orders wait and none are lost. Updates on earlier orders still come in.",
  "ordering.paused-by-support.title": "Ordering is paused by Stockbridge support",
  "ordering.paused-by-support":
    "Stockbridge support has paused ordering for your shop. Orders wait and continue automatically once it is resumed. None are lost.",
  "ordering.paused-for-all.title": "Ordering is paused for all shops",
  "ordering.paused-for-all":
    "Stockbridge support has paused it. Orders wait and continue automatically once it is resumed.",
  "ordering.doubtful.title": "Ordering is paused because your supplier's answers are unclear",
  "ordering.doubtful":
    "Your supplier didn't say clearly whether they accepted your last orders. So that nothing is bought twice, Stockbridge tries one order at a time. The others wait, and continue automatically once one goes through.{needAttention, plural, =0 {} other { Meanwhile, check the orders that are in doubt.}}",
  "ordering.doubtful-for-all":
    "Your supplier doesn't say clearly whether they accept the orders of several shops. So that nothing is bought twice, Stockbridge tries one order at a time. The others wait, and continue automatically once one goes through.",
  "ordering.doubtful.action": "See orders that need attention",
  "ordering.automatic.title": "Automatic ordering",
  "ordering.automatic": "Request fulfillment for every paid order",
  "ordering.automatic.declined":
    "Stockbridge can't request fulfillment without this permission. Switch it on again to grant it.",
  "ordering.automatic.help":
    "Orders with your supplier's products that are paid from now on go to your supplier without your review. Earlier orders wait under Orders, To send, until you send them. While ordering is paused, all of them wait. When you switch it on, Shopify may ask whether Stockbridge may request fulfillment: allow it.",
  "ordering.automatic.rules": "Rules: delays, limits, and orders that wait for you",
  "ordering.automatic.since": "On since {at, date, long}",
  "ordering.parts.title": "Orders with items that can't be ordered",
  "ordering.parts": "Send what can be sent, and let the rest wait",
  "ordering.parts.help":
    "If an item is out of stock, isn't linked, or would lose money, the other items go to your supplier without it. The rest waits as an order of its own. Stockbridge divides each order once, because your supplier may charge shipping for each package. When you switch it on, Shopify may ask whether Stockbridge may request fulfillment: allow it.",
} as const;
