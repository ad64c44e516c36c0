import type { OrderState } from "../order-state.ts";

/** Why nothing (more) will come of an order: a word for the row, what happened, and what the merchant can do. */
export type Ending = { reason: string; what: string; said: string };

/**
 * The supplier will not send an order, or not the rest of it. That what the merchant wished to cancel is cancelled is
 * no news to act on; anything else is.
 */
export function sayEnding({
  state,
  supplierOrderId,
  wished,
}: {
  state: OrderState;
  supplierOrderId: string | null;
  wished: boolean;
}): Ending {
  const number = supplierOrderId ?? "";
  if (state === "partially_shipped") {
    const what = `The supplier sent a part of its order ${number} and cancelled the rest.`;
    const todo = "Refund your customer for what is missing, or send it from elsewhere.";
    return { reason: "rest-cancelled", what, said: `${what} ${todo}` };
  }
  const did = state === "rejected" ? "turned down" : "cancelled";
  if (wished) {
    const what = `The supplier has ${did} its order ${number}, as you wished.`;
    return { reason: "cancelled", what, said: what };
  }
  const what = `The supplier has ${did} its order ${number}. Nothing will come of it.`;
  const todo =
    "Refund your customer, send it from elsewhere, or request fulfilment in Shopify again: that orders it once more.";
  return { reason: `${state}-there`, what, said: `${what} ${todo}` };
}
