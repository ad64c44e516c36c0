import type { Occasion } from "../occasion.ts";
import { release } from "../stock/commitments.ts";
import { userError, type UserError } from "../user-errors.ts";
import { announceOrder } from "./news.ts";
import type { CancelReason, Order } from "./order.ts";

export interface CancelOrderArgs {
  reason: CancelReason;
  restock: boolean;
  refund?: boolean | null;
  refundMethod?: { originalPaymentMethodsRefund?: boolean | null } | null;
  staffNote?: string | null;
}

/**
 * `orderCancel`. Refusals as recorded in airhorns/shopify-draft-proxy, orderCancel-error-messages and
 * fulfillment-create-preconditions. An order that a fulfilment service has been asked for, or works on, must be taken
 * back from it first (support.gelato.com 8996399 and help.zopi.io, cancel fulfillment request on Shopify).
 */
export function cancelOrder(
  occasion: Occasion,
  order: Order | undefined,
  { reason, restock, refund, refundMethod, staffNote }: CancelOrderArgs,
): UserError[] {
  const refuse = (field: string, message: string, code = "INVALID") => [userError([field], message, code)];
  if ((staffNote?.length ?? 0) > 255)
    return refuse("staffNote", "Staff note is too long. Maximum length is 255 characters.");
  if (typeof refund === "boolean" && refundMethod)
    return refuse("refund", "Only one of the arguments `refund` or `refund_method` is allowed.");
  if (!order) return refuse("orderId", "The order could not be found.", "NOT_FOUND");
  if (order.cancelledAt) return refuse("orderId", "Cannot cancel an order that has already been canceled");
  if (isOutstanding(order))
    return refuse("orderId", "Cannot cancel an order that has outstanding fulfillments");

  const { now } = occasion;
  for (const fulfillmentOrder of order.fulfillmentOrders.filter(({ status }) => status !== "CLOSED")) {
    const { location } = fulfillmentOrder;
    for (const entry of fulfillmentOrder.lines) {
      release(occasion, { line: entry.line, location, quantity: entry.remaining }, { restock });
      entry.total -= entry.remaining;
      entry.remaining = 0;
    }
    Object.assign(fulfillmentOrder, { status: "CLOSED", updatedAt: now });
  }
  Object.assign(order, { cancelledAt: now, closedAt: now, cancelReason: reason });
  if (order.received === 0) order.financialStatus = "VOIDED";
  else if (refund || refundMethod?.originalPaymentMethodsRefund) order.financialStatus = "REFUNDED";
  announceOrder(occasion, "orders/cancelled", order);
  return [];
}

function isOutstanding({ fulfillments, fulfillmentOrders }: Order): boolean {
  const shipped = fulfillments.some(({ status }) => status === "SUCCESS");
  const asked = fulfillmentOrders.some(
    ({ status, requestStatus }) =>
      status !== "CLOSED" &&
      ["SUBMITTED", "ACCEPTED", "CANCELLATION_REQUESTED", "CANCELLATION_REJECTED"].includes(requestStatus),
  );
  return shipped || asked;
}
