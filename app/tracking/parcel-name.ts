import type { Message } from "../messages/message.ts";
import type { Tracking } from "../shop/fulfillment.ts";

/** What a parcel is called in a message: by its carrier and number, as far as they are known. */
export function nameOfParcel({ company, number }: Tracking): Message {
  if (number === null) return { code: "parcels.unnumbered" };
  return { code: "parcels.numbered", number: [company, number].filter(Boolean).join(" ") };
}
