/** The setup guide on Home. */
export const guide = {
  "guide.title": "Setup guide",
  "guide.subtitle": "From connecting to your first sale. A step is completed once Stockbridge sees it done.",
  "guide.progress": "{done, number} of {total, number} steps completed",
  "guide.hide": "Hide guide",
  "guide.show": "Show setup guide",
  "guide.done": "Completed",
  "guide.open": "Not completed",
  "guide.connect": "Connect your reseller account",
  "guide.connect.text":
    "Enter the email and password of your reseller account once. Stockbridge creates an API key for this shop and forgets the password.",
  "guide.connect.action": "Connect",
  "guide.connect.again": "Sign in again. Until then, orders and products wait.",
  "guide.prices": "Choose your prices",
  "guide.prices.text":
    "Stockbridge adds a markup to what your supplier charges you. You see it and confirm it.",
  "guide.prices.action": "Confirm prices and shipping",
  "guide.exchange-rate": "Enter an exchange rate",
  "guide.exchange-rate.text":
    "Your supplier's prices are in another currency than your shop's. Products can be imported once you have entered a rate.",
  "guide.exchange-rate.action": "Enter rate",
  "guide.products": "Import your first products",
  "guide.products.text": "Choose products in your supplier's catalog. They are in your shop within a minute.",
  "guide.products.action": "Open catalog",
  "guide.shipping": "Set shipping rates",
  "guide.shipping.text":
    "Your supplier's products ship from a location of their own. Customers can check out once it has shipping rates.",
  "guide.shipping.action": "Set shipping rates",
  "guide.channel": "Choose a sales channel",
  "guide.channel.text":
    "New products appear in the sales channels you choose. With your first import Stockbridge chooses the Online Store, and you can change it.",
  "guide.channel.action": "Choose channels",
  "guide.rules": "Decide how orders are sent",
  "guide.rules.text":
    "Send each order yourself, or let Stockbridge send paid orders automatically, with limits that you set.",
  "guide.rules.action": "Set order rules",
  "guide.rules.keep": "Keep sending each order yourself",
  "guide.branding": "Add your branding",
  "guide.branding.text":
    "Packages ship under your name, with your logo and your message on the packing slip.",
  "guide.branding.action": "Add branding",
  "guide.order-block": "Pin the order block",
  "guide.order-block.text":
    "Open an order in Shopify, choose Blocks at the bottom of the page, and add Stockbridge. The step is completed when the block first shows an order.",
  "guide.order-block.action": "Open orders in Shopify",
} as const;
