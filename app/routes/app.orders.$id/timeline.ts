import type { FoundOrder } from "../../orders/views/find-order.server.ts";

/** Something that is known to have happened, in the merchant's words. */
export type Happened = { at: Date; said: string };

/** All that is known of an order in the order in which it happened: what was tried, and what came of it. */
export function timelineOf(order: FoundOrder): Happened[] {
  const { requestedAt, cancelRequestedAt, attempts, parcels } = order;
  const happened: Happened[] = [{ at: requestedAt, said: "Fulfilment was requested in Shopify." }];
  for (const { reference, startedAt, outcomes } of attempts) {
    happened.push({
      at: startedAt,
      said: `Stockbridge began to order it, under the reference ${reference}.`,
    });
    happened.push(...outcomes);
  }
  if (cancelRequestedAt !== null) happened.push({ at: cancelRequestedAt, said: "Cancelling was asked for." });
  for (const { shippedAt, carrier } of parcels) {
    if (shippedAt !== null)
      happened.push({ at: shippedAt, said: `A parcel left${carrier === null ? "" : ` with ${carrier}`}.` });
  }
  // What came at one moment keeps its order.
  return happened.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
