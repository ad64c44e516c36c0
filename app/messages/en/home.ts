/** The home page, the banner of an outage, and the findings of app/installation/. */
export const home = {
  "home.title": "Stockbridge",
  "home.connect.title": "Connect your reseller account",
  "home.connect":
    "Enter the email and password of your reseller account once. Stockbridge creates an API key for this shop with your supplier and forgets the password.",
  "home.connect.action": "Connect",
  "home.disconnected.title": "Your shop is disconnected",
  "home.disconnected":
    "It was connected until {at, date, long}. Your history and product links are kept: connect the same account again, and everything continues.",
  "home.disconnected.action": "Connect again",
  "home.connected.title": "Your shop is connected",
  "home.connected": "Browse your supplier's products and add them to your shop.",
  "home.connected.action": "Open catalog",
  "home.manage": "Manage connection",
  "home.needs-attention": "Need attention",
  "home.needs-attention.label": "{count, plural, one {# order needs} other {# orders need}} your attention",
  "home.needs-attention.label.more": "More than {count, number} orders need your attention",
  "home.in-progress": "In progress",
  "home.in-progress.label": "{count, plural, one {# order is} other {# orders are}} in progress",
  "home.in-progress.label.more": "More than {count, number} orders are in progress",
  "home.attention": "Needs attention",
  "home.attention.none": "Nothing needs your attention.",
  "home.attention.all": "View all orders that need attention",
  "home.attention.review": "Review",
  "home.attention.review.label": "Review {order}",
  "home.attention.acknowledge.label": "Mark as resolved: {order}",
  "home.approvals.label": "{count, plural, one {# price waits} other {# prices wait}} for your approval",
  "home.approvals.label.more": "More than {count, number} prices wait for your approval",
  "home.awaiting-start.label":
    "{count, plural, one {# product is} other {# products are}} ready to follow your supplier",
  "home.awaiting-start.label.more": "More than {count, number} products are ready to follow your supplier",
  "home.failed.label": "{count, plural, one {# product} other {# products}} couldn't be updated",
  "home.failed.label.more": "More than {count, number} products couldn't be updated",
  "home.unreadable.label":
    "Orders wait for {count, plural, one {# product} other {# products}} in your shop, because your supplier's price, stock, or details can't be read",
  "home.unreadable.label.more":
    "Orders wait for more than {count, number} products in your shop, because your supplier's price, stock, or details can't be read",
  "home.find": "Find an order or a product",
  "home.find.placeholder": "Order or tracking number, SKU, or product",
  "home.find.submit": "Find",
  "home.find.nothing": "Nothing found",
  "home.find.nothing.text":
    "No order and no product matches “{query}”. To find the orders of a customer, open Orders and search by customer.",
  "home.products": "Products",
  "home.imported": "In your shop",
  "home.imported.label": "{count, plural, one {# product is} other {# products are}} in your shop",
  "home.imported.label.more": "More than {count, number} products are in your shop",
  "home.below-cost": "At a loss",
  "home.below-cost.label":
    "{count, plural, one {# product sells} other {# products sell}} at a loss, after tax, your supplier's price and any known shipping",
  "home.below-cost.label.more":
    "More than {count, number} products sell at a loss, after tax, your supplier's price and any known shipping",
  "home.sold-out": "Sold out",
  "home.sold-out.label":
    "{count, plural, one {# product} other {# products}} in your shop can't be supplied right now",
  "home.sold-out.label.more": "More than {count, number} products in your shop can't be supplied right now",
  "home.ended": "Discontinued",
  "home.ended.label":
    "Your supplier no longer sells {count, plural, one {# product} other {# products}} in your shop",
  "home.ended.label.more": "Your supplier no longer sells more than {count, number} products in your shop",
  "home.own-changes": "Your own prices and texts, beside your supplier's",
  "home.profit": "Last 30 days",
  "home.profit.open": "View profit",
  "home.profit.none": "Your supplier hasn't received an order in the last 30 days.",
  "home.profit.cost": "Cost",
  "home.profit.profit": "Profit",
  "home.profit.before": "30 days before: {amount}",
  "home.profit.before.none": "30 days before: none",
  "home.profit.unknown":
    "{count, plural, one {# order isn't} other {# orders aren't}} included, because the cost or the price isn't known.",
  "home.day": "Changes by Stockbridge in the last 24 hours",
  "home.day.none": "Stockbridge has changed no price in your shop, and nothing has sold out.",
  "home.day.prices":
    "{up, plural, =0 {No price rose} one {# price rose} other {# prices rose}}, {down, plural, =0 {none fell} one {# fell} other {# fell}}.",
  "home.day.prices.open": "View prices",
  "home.day.stock":
    "{soldOut, plural, =0 {Nothing sold out} one {# variant sold out} other {# variants sold out}}, {back, plural, =0 {none is back in stock} one {# is back in stock} other {# are back in stock}}.",
  "home.day.stock.open": "View products that changed",
  "home.day.run": "Update {when}: {count, plural, one {# price} other {# prices}}",
  "home.day.activity": "View all activity since your last visit ({at})",
  "home.supplier": "Your supplier: {supplier}",
  "home.supplier.up": "Connected",
  "home.supplier.down": "Not answering",
  "home.supplier.unread": "Products can't be read",
  "home.supplier.problem": "The last try to read your supplier's products failed. {problem}",
  "home.supplier.read": "Prices and stock last read {at}",
  "home.supplier.reading": "Stockbridge is reading your supplier's products for the first time.",

  // Findings of app/installation/
  "setup.title": "Setup needs attention",
  "setup.checked": "Checked {at}",
  "setup.check": "Check again",
  "setup.not-repaired.title": "That didn't work",
  "setup.scopes-missing": "Stockbridge is missing permissions in your shop: {permissions}.",
  "setup.scopes-missing.action": "Grant permissions",
  "setup.permission-declined": "Shopify didn't grant this permission.",
  "setup.automatic-ordering.permission":
    "Automatic ordering is on, but Stockbridge no longer has permission to request fulfillment in your shop. Paid orders aren't sent to your supplier until you allow it again or request their fulfillment yourself.",
  "setup.automatic-ordering.permission.action": "Allow requesting fulfillment",
  "setup.customer-data":
    "Shopify doesn't show Stockbridge your customers' names and addresses, so orders can't be sent to your supplier. Stockbridge needs Shopify's approval for protected customer data. Contact Stockbridge support. Orders wait and continue automatically once Shopify has approved it.",
  "setup.customer-data.action": "About protected customer data",
  "setup.webhooks-outdated":
    "Shopify sends Stockbridge its notifications in version {found} instead of {expected}, so an older configuration is active. Deploy the app's configuration again.",
  "setup.webhooks-outdated.action": "How to deploy",
  "setup.definitions-missing":
    "Your shop lacks the fields that link its products to your supplier's: {names}. Products can't be imported without them.",
  "setup.definitions-missing.action": "Create fields",
  "setup.service-gone":
    "The Stockbridge fulfillment service was deleted in Shopify. Shopify sends no orders to Stockbridge, and your supplier's stock isn't in your shop. Orders that your supplier already has continue. If you create the service again, Stockbridge adds its location and sets your supplier's stock there. Stockbridge doesn't change stock that you transferred to your own locations: set that stock to zero yourself.",
  "setup.service-gone.action": "Create it again",
  "setup.warehouse-unknown":
    "Stockbridge doesn't know where your supplier ships from, so Shopify calculates shipping and duties from your shop's address. If your supplier ships from another country or region, contact Stockbridge support.",
  "setup.warehouse-unknown.action": "View your locations",
  "setup.location-address":
    "Shopify didn't accept your supplier's address for the Stockbridge location, so shipping and duties are calculated from your shop's address. {problem}",
  "setup.location-address.action": "Send the address again",
  "setup.shipping-rates":
    "Customers can't check out yet. Your shop has no shipping rates for your supplier's products, which ship from the Stockbridge location. Enter rates, or add the location to your own shipping profile.",
  "setup.shipping-rates.unknown":
    "Customers may not be able to check out yet. Shopify doesn't show Stockbridge if your markets' shipping rates include the Stockbridge location, from which your supplier's products ship. Enter rates here to be sure.",
  "setup.shipping-rates.stopped":
    "Some customers may not be able to check out with your supplier's products. {problem}",
  "setup.shipping-rates.action": "Enter shipping rates",
  "setup.shipping-rates.permission":
    "Your customers can buy your supplier's products only if your shop has shipping rates for the Stockbridge location. To check that, Stockbridge needs permission to view your shipping settings.",
  "setup.shipping-rates.permission.action": "Allow viewing shipping settings",
  "setup.orders-elsewhere":
    "{order} is paid and contains your supplier's products, but Shopify assigned it to {location}, so it isn't sent to your supplier. If your supplier should ship it, move it to the Stockbridge location.",
  "setup.orders-elsewhere.former":
    "{order} is paid and contains your supplier's products, but Shopify has it at {location}, the location of the Stockbridge service that was deleted, so it isn't sent to your supplier. If your supplier should ship it, change its location in Shopify to the new Stockbridge location.",
  "setup.orders-elsewhere.action": "Open {order}",
  "setup.orders-elsewhere.more":
    "{count, plural, one {# more paid order with your supplier's products is} other {# more paid orders with your supplier's products are}} assigned to another location.",
  "setup.orders-elsewhere.more.action": "Open orders",
  "setup.orders-elsewhere.permission":
    "Shopify may assign a paid order with your supplier's products to one of your own locations, and it would never reach your supplier. To find such orders, Stockbridge needs permission to view the orders that you fulfill yourself.",
  "setup.orders-elsewhere.permission.action": "Allow viewing these orders",

  "supplier.account": "Your account with your supplier",
  "supplier.keys": "API keys",
  "supplier.support": "Your supplier's support",
} as const;
