import type { Message } from "../../messages/message.ts";
import type { FoundOrder } from "../../orders/views/find-order.server.ts";

/** Something that is known to have happened. */
export type Happened = { at: Date; message: Message };

/** All that is known of an order in the order in which it happened: what was tried, and what came of it. */
export function timelineOf(order: FoundOrder): Happened[] {
  const { requestedAt, cancelRequestedAt, attempts, parcels } = order;
  const happened: Happened[] = [{ at: requestedAt, message: { code: "orders.history.requested" } }];
  for (const { at, lines } of order.approvals)
    happened.push({ at, message: { code: "orders.cost-approved", lines } });
  for (const { reference, startedAt, sends, outcomes } of attempts) {
    // One that only stands for what was found says so by its outcomes.
    if (sends) happened.push({ at: startedAt, message: { code: "orders.history.began", reference } });
    happened.push(...outcomes);
  }
  if (cancelRequestedAt !== null)
    happened.push({ at: cancelRequestedAt, message: { code: "orders.history.cancellation-requested" } });
  for (const { shippedAt: at, carrier } of parcels) {
    if (at === null) continue;
    const message: Message =
      carrier === null
        ? { code: "orders.history.shipped" }
        : { code: "orders.history.shipped-with", carrier };
    happened.push({ at, message });
  }
  // What came at one moment keeps its order.
  return happened.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
