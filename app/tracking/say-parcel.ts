import type { Tracking } from "../shop/fulfillment.ts";

/** Why the shop does not show a parcel: in the merchant's words, with its number, and what they can do. */
export type NotShown =
  | { kind: "nothing-left" }
  | { kind: "cancelled-there" }
  | { kind: "on-hold" }
  | { kind: "refused"; said: string };

export function sayNotShown(why: NotShown, tracking: Tracking): string {
  const parcel = sayParcel(tracking);
  switch (why.kind) {
    case "nothing-left":
      return `Shopify has nothing left to fulfil of what is in ${parcel}, so it is not shown there. It was fulfilled or cancelled otherwise. If your customer is to know of the parcel, add it to the order in Shopify.`;
    case "cancelled-there":
      return `The fulfilment of ${parcel} was cancelled in Shopify, so it was left as it is. If your customer is to know of the parcel, fulfil the order in Shopify.`;
    case "on-hold":
      return `The fulfilment is on hold in Shopify, so ${parcel} is not shown there yet. Release the hold; it is shown by itself then.`;
    case "refused":
      return `Shopify does not take ${parcel}. ${why.said} See to it in Shopify yourself, so that your customer is told.`;
  }
}

function sayParcel({ company, number }: Tracking): string {
  const named = [company, number].filter(Boolean).join(" ");
  return number === null
    ? "the supplier's parcel (no tracking number yet)"
    : `the supplier's parcel (${named})`;
}
