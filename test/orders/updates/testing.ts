import { translator } from "../../../app/messages/translate.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { toShown } from "../../../app/routes/app.orders.$id/shown.ts";
import { trackedOrder, type TrackedOrder } from "../tracking/testing.ts";

const t = translator("en");

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
export async function canOf(tracked: TrackedOrder) {
  return (await pageOf(tracked)).can;
}

/** Returns the data of the order's page, the text of its status, and the texts of its history. */
export async function pageOf({ shop, id }: Pick<TrackedOrder, "shop" | "id">) {
  const found = await findOrder(shop, id);
  const shown = toShown(found!, { connected: true });
  const { message, advice, happened } = shown;
  const text = [message, ...advice].map((each) => t(each)).join(" ");
  return { ...shown, text, history: happened.map((event) => t(event.message)) };
}
