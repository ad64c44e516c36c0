import type { RequestStatus } from "../../shop/orders/fulfillment-order.ts";
import { isWithdrawn } from "../states/acceptance.ts";
import type { OrderState } from "../states/order-state.ts";
import type { ShopChange } from "../reasons/reason-params.ts";

/** A line of the customer's order of which the supplier has pieces. */
export type BoughtLine = {
  lineItemId: string;
  title: string;
  /** Pieces that the supplier has, in all orders. */
  bought: number;
};

/** An order that the supplier has not shipped, and the customer's order as it is now. */
export type Comparison = {
  state: OrderState;
  lines: readonly BoughtLine[];
  /** Keyed by line item id, without lines that the shop does not show. */
  currentQuantities: ReadonlyMap<string, number>;
  request: RequestStatus | null;
  /** True if we know that the order is kept although its request is gone, so that only the customer's order matters. */
  isRequestGone: boolean;
  /** Null if unknown. */
  addressChanged: boolean | null;
};

/** `withdrawn`: the merchant has canceled the request, so the order must be canceled at the supplier too. */
export type Judged = "withdrawn" | { changes: ShopChange[] };

/** Returns the changes in the shop that the supplier does not know of. */
export function judgeChanges(comparison: Comparison): Judged {
  const { state, lines, currentQuantities, request, isRequestGone, addressChanged } = comparison;
  const left = ({ lineItemId, bought }: BoughtLine) => currentQuantities.get(lineItemId) ?? bought;
  const removed = lines.filter((line) => left(line) < line.bought);
  const changes: ShopChange[] = removed.map((line) => ({
    code: "orders.change.removed",
    title: line.title,
    ordered: line.bought,
    left: left(line),
  }));
  if (addressChanged === true) changes.push({ code: "orders.change.address" });
  // A fulfillment order also closes when nothing is left to fulfill.
  if (isRequestGone || lines.every((line) => left(line) === 0)) return { changes };
  if (request !== null && isWithdrawn(request)) return "withdrawn";
  if (request === null || !request.ours) changes.push({ code: "orders.change.moved" });
  else if (isClosedByForce(state, request)) changes.push({ code: "orders.change.closed" });
  else if (request.status === "on_hold") changes.push({ code: "orders.change.on-hold" });
  return { changes };
}

/**
 * Returns true if a person closed the fulfillment order. Fulfillments close it too, but not while the order
 * is `placed`.
 */
function isClosedByForce(state: OrderState, { status }: RequestStatus): boolean {
  return status === "incomplete" || (status === "closed" && state === "placed");
}
