import { findOutage } from "../../connection/supplier-outage.server.ts";
import { Failure } from "../../lib/failure.ts";
import { groupOf } from "../states/order-group.ts";
import { isUnsent } from "../states/order-state.ts";
import { failsForLong, isAboutWaiting, reasonOf, stillWaiting } from "../states/reason.ts";
import { type ClaimedOrder, postponeOrder } from "../store/order-store.server.ts";

/**
 * Lets an order wait for its next try after an exception. Where it could not be placed again and again, and nothing else tells
 * the merchant, it says so, once: their customer may not wait for as long as a supplier's limit does.
 */
export async function waitAfterFailure(order: ClaimedOrder, error: unknown): Promise<void> {
  const failure = error instanceof Failure ? error : null;
  if (isUntoldForLong(order, error) && !(await isOutage(failure))) {
    const event = { kind: "orders.still-waiting", tone: "warning" } as const;
    await postponeOrder(order, stillWaiting(failure?.explanation), { failure, event });
  } else await postponeOrder(order, reasonOf(error), { failure });
}

function isUntoldForLong(order: ClaimedOrder, error: unknown): boolean {
  if (!isUnsent(order.state) || order.cancelRequestedAt !== null || !failsForLong(order)) return false;
  const { code: reason } = reasonOf(error);
  const isTold = [order, { ...order, reason }].some((each) => groupOf(each) === "needs-attention");
  return !isTold && isAboutWaiting(reason);
}

/** That the supplier answers no shop is told once, on every page. */
async function isOutage(failure: Failure | null): Promise<boolean> {
  return failure?.side === "supplier" && (await findOutage()) !== null;
}
