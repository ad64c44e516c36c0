import type { RequestStatus } from "../../shop/fulfillment-order.ts";
import type { OrderState } from "../states/order-state.ts";
import type { ShopChange } from "../states/reason.ts";

/** A line of the customer's order that the supplier has pieces of. */
export type BoughtLine = {
  lineItemId: string;
  title: string;
  /** Pieces of it that the supplier has in all, in whatever orders. */
  bought: number;
};

/** An order that the supplier has and has not sent, beside the customer's order as it stands now. */
export type Comparison = {
  state: OrderState;
  lines: readonly BoughtLine[];
  /** By the line's id. One that the shop does not show is not in it. */
  currentQuantities: ReadonlyMap<string, number>;
  request: RequestStatus | null;
  /** Null where that cannot be told. */
  addressChanged: boolean | null;
};

/** `withdrawn`: the merchant has canceled the request, so it is to be canceled at the supplier as well. */
export type Judged = "withdrawn" | { changes: ShopChange[] };

/** What has changed in the shop that the supplier does not know of. */
export function judgeChanges(comparison: Comparison): Judged {
  const { state, lines, currentQuantities, request, addressChanged } = comparison;
  const left = ({ lineItemId, bought }: BoughtLine) => currentQuantities.get(lineItemId) ?? bought;
  const removed = lines.filter((line) => left(line) < line.bought);
  const changes: ShopChange[] = removed.map((line) => ({
    ...{ code: "orders.change.removed", title: line.title, ordered: line.bought, left: left(line) },
  }));
  if (addressChanged === true) changes.push({ code: "orders.change.address" });
  // Nothing left to fulfill closes it as well.
  if (lines.every((line) => left(line) === 0)) return { changes };
  if (request?.status === "cancelled" || request?.request === "cancellation_accepted") return "withdrawn";
  if (request === null || !request.ours) changes.push({ code: "orders.change.moved" });
  else if (isClosedByForce(state, request)) changes.push({ code: "orders.change.closed" });
  return { changes };
}

/** Parcels that are shown close it too, but not before one has left. */
function isClosedByForce(state: OrderState, { status }: RequestStatus): boolean {
  return status === "incomplete" || (status === "closed" && state === "placed");
}
