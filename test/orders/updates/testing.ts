import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { toShown } from "../../../app/routes/app.orders.$id/shown.ts";
import { trackedOrder, type TrackedOrder } from "../tracking/testing.ts";

/** Places an order of two pieces of one product and one of another. */
export function orderOfThreePieces(): Promise<TrackedOrder> {
  return trackedOrder({
    lines: [
      [0, 2],
      [1, 1],
    ],
  });
}

/** Returns what the order's page offers. */
export async function canOf({ shop, id }: TrackedOrder) {
  const found = await findOrder(shop, id);
  return toShown(found!, { connected: true }).can;
}
