import type { FulfillmentOrder } from "../../app/shop/orders/fulfillment-order.ts";
import type { Seen } from "./line.ts";

/** Checks that a fulfillment order shows its destination. The result contains no part of the address. */
export function addressSeen(read: FulfillmentOrder | null): Seen {
  if (read === null || (read.delivery !== null && read.delivery !== "shipping"))
    return { unproven: "the order is shipped nowhere" };
  const { address1, city } = read.destination ?? { address1: null, city: null };
  const fits = address1 !== null || city !== null;
  return { fits, came: fits ? "an address is shown" : "every field is withheld" };
}
