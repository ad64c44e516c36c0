import { inShop } from "../../lib/database/db.server.ts";
import { appendToHistory } from "../store/attempt-store.server.ts";
import {
  changeClaimed,
  type ClaimedOrder,
  recordOrderActivity,
  wakeOrder,
} from "../store/order-store.server.ts";
import { inWords, type Reason } from "../states/reason.ts";

/**
 * Ends a canceled order.
 *
 * @param closes true if the fulfillment order must still be closed, because the cancellation was not
 *   requested in the shop.
 */
export async function endCancelled(
  order: ClaimedOrder,
  { reason, closes }: { reason: Reason; closes: boolean },
): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    const closing = closes && ({ acceptance: "closing" } as const);
    const change = { to: "cancelled", reason, dueAt: closes ? now : null, ...closing } as const;
    if (!(await changeClaimed(tx, order, change))) return;
    if (closes) await wakeOrder(tx, order);
    await appendToHistory(tx, order, { what: reason, at: now });
    const event = { kind: "orders.cancelled", tone: "info", what: inWords(reason), at: now } as const;
    await recordOrderActivity(tx, order, event);
  });
}
