import type { Message } from "../../messages/message.ts";
import type { FoundOrder } from "../../orders/views/find-order.server.ts";

/** An event of the order. */
export type Happened = { at: Date; message: Message };

/** Returns the order's attempts, outcomes and other events in chronological order. */
export function timelineOf(order: FoundOrder): Happened[] {
  const { requestedAt, cancelRequestedAt, attempts, parcels } = order;
  const happened: Happened[] = [{ at: requestedAt, message: { code: "orders.history.requested" } }];
  for (const { at, lines } of order.approvals)
    happened.push({ at, message: { code: "orders.cost-approved", lines } });
  for (const { reference, startedAt, sends, outcomes } of attempts) {
    // An attempt that sends nothing is shown by its outcomes only.
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
  // Simultaneous events keep their order.
  return happened.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
