import type { Message } from "../messages/message.ts";
import type { Tracking } from "../shop/orders/fulfillment-order.ts";

/** Returns a package's name for messages: its carrier and number, if known. */
export function nameOfParcel({ company, number }: Tracking): Message {
  if (number === null) return { code: "parcels.unnumbered" };
  return { code: "parcels.numbered", number: [company, number].filter(Boolean).join(" ") };
}
