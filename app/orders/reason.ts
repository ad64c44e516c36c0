/** Why an order is held. The page shows the sentence, the word is for filters and for what makes it go on by itself. */
export const holdReasons = [
  "not-connected",
  "ordering-paused",
  "ordering-paused-for-all",
  "not-confirmed",
  "unpaid",
  "on-hold",
  "unlinked-variant",
  "account-changed",
  "no-sku",
  "no-quantity",
  "no-address",
  "no-name",
  "no-street",
  "no-city",
  "no-postcode",
  "no-country",
  "discontinued",
  "out-of-stock",
  "price-rose",
  "already-ordered",
  "rejected",
] as const;

export type HoldReason = (typeof holdReasons)[number];

/** Why, with what belongs into the sentence: the lines it is about, or the supplier's own words. */
export type Held = { reason: HoldReason; lines?: readonly string[]; said?: string };

/** The reason in the merchant's words: what is wrong, and what to do. */
export function sayHeld({ reason, lines = [], said = "" }: Held): string {
  const which = lines.map((line) => `“${line}”`).join(", ");
  switch (reason) {
    case "not-connected":
      return "This shop is not connected to the supplier. Connect it on the settings page; the order goes on then.";
    case "ordering-paused":
      return "Ordering is paused for this shop. Resume it on the settings page; the order goes on then.";
    case "ordering-paused-for-all":
      return "Whoever runs Stockbridge for you has paused ordering for all shops. The order goes on by itself when they resume it.";
    case "not-confirmed":
      return "How the supplier takes orders is only assumed so far. Whoever runs Stockbridge for you has to compare it with the supplier and confirm it; the order goes on by itself then. Nothing was ordered.";
    case "unpaid":
      return "The order is not paid. It goes on once it is: collect the payment, or mark the order as paid in Shopify.";
    case "on-hold":
      return "The fulfilment is on hold in Shopify. Release the hold there; the order goes on then.";
    case "unlinked-variant":
      return `${which}: not linked to a product of the supplier. Import the product from the catalogue, or fulfil this order yourself. Nothing of it was ordered.`;
    case "account-changed":
      return `${which}: linked to a product of the account that this shop was connected to before. Say on the settings page whether it is the same product in the account of today; the order goes on then. Nothing of it was ordered.`;
    case "no-sku":
      return `${which}: has no SKU, and Shopify fulfils nothing without one. Give the variant a SKU in Shopify, then try again.`;
    case "no-quantity":
      return "Nothing is left to be fulfilled: every line has been removed or fulfilled otherwise. Cancel this order here, or request fulfilment again in Shopify.";
    case "no-address":
      return "The order has no shipping address. Add one to the order in Shopify, then try again.";
    case "no-name":
      return "The shipping address has no name. Add one to the order in Shopify, then try again.";
    case "no-street":
      return "The shipping address has no street. Add it to the order in Shopify, then try again.";
    case "no-city":
      return "The shipping address has no city. Add it to the order in Shopify, then try again.";
    case "no-postcode":
      return "The shipping address has no postcode. Add it to the order in Shopify, then try again.";
    case "no-country":
      return "The shipping address has no country. Add it to the order in Shopify, then try again.";
    case "discontinued":
      return `${which}: the supplier no longer sells this. Refund the customer, or fulfil the order yourself.`;
    case "out-of-stock":
      return `${which}: the supplier does not have enough in stock. The order goes on by itself when it has; or cancel it here.`;
    case "price-rose":
      return `${which}: the supplier's price has risen so far that this order would lose money, or by more than a fifth. Nothing was ordered. Change your price or cancel the order; it goes on by itself if the price falls again.`;
    case "already-ordered":
      return `${which}: as many pieces as the customer ordered are at the supplier already. Nothing more was ordered. Look at the other requests of this order; if one of them is cancelled, this one goes on.`;
    case "rejected":
      return `${said} Nothing was ordered. Mend what it names if you can, then try again.`;
  }
}

/** After how long a held order is looked at again by itself; null where only a person can say that it should. */
export const recheckSeconds: Record<HoldReason, number | null> = {
  "not-connected": 3600,
  "ordering-paused": 3600,
  "ordering-paused-for-all": 300,
  "not-confirmed": 300,
  unpaid: 900,
  "on-hold": 900,
  "unlinked-variant": 3600,
  "account-changed": 3600,
  "no-sku": 3600,
  "no-quantity": 3600,
  "no-address": 3600,
  "no-name": 3600,
  "no-street": 3600,
  "no-city": 3600,
  "no-postcode": 3600,
  "no-country": 3600,
  discontinued: 3600,
  "out-of-stock": 900,
  "price-rose": 3600,
  "already-ordered": 3600,
  rejected: null,
};
