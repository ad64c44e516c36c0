import { newId } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import { userError, type UserError } from "../user-errors.ts";
import { absorb, splitOff } from "./fulfillment-orders.ts";
import { fulfillmentOrderPayload } from "./news.ts";
import type { FulfillmentHold, FulfillmentOrder, FulfillmentOrderLine } from "./order.ts";

/**
 * Holds on fulfillment orders: nothing can be requested or fulfilled until all of them are released. As recorded in
 * airhorns/shopify-draft-proxy, fulfillment-order-hold-multi-line, -hold-validation, -release-hold-selective and -lifecycle.
 */

export interface HoldInput {
  reason: string;
  reasonNotes?: string | null;
  handle?: string | null;
  fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null;
}

interface Held {
  hold: FulfillmentHold;
  /** Holds the pieces that are not on hold; null if all are. */
  remaining: FulfillmentOrder | null;
}

const MAX_HOLDS = 10;

/**
 * Holds a whole fulfillment order, or these quantities: the other pieces go to another fulfillment order, which stays
 * open.
 */
export function placeHold(
  occasion: Occasion,
  original: FulfillmentOrder,
  { input, lines }: { input: HoldInput; lines?: { line: FulfillmentOrderLine; quantity: number }[] },
): Held | UserError {
  const { shop, now } = occasion;
  const handle = input.handle ?? "";
  if (original.holds.some((hold) => hold.handle === handle))
    return userError(
      ["fulfillmentHold", "handle"],
      "The handle provided for the fulfillment hold is already in use by this app for another hold on this fulfillment order.",
      "DUPLICATE_FULFILLMENT_HOLD_HANDLE",
    );
  if (original.holds.length >= MAX_HOLDS)
    return userError(
      ["id"],
      "The maximum number of fulfillment holds for this fulfillment order has been reached for this app. An app can only have up to 10 holds on a single fulfillment order at any one time.",
      "FULFILLMENT_ORDER_HOLD_LIMIT_REACHED",
    );
  if (lines && original.status !== "OPEN")
    return userError(
      ["fulfillmentHold", "fulfillmentOrderLineItems"],
      "The fulfillment order is not in a splittable state.",
      "FULFILLMENT_ORDER_NOT_SPLITTABLE",
    );
  const kept = lines && new Map(lines.map(({ line, quantity }) => [line, quantity]));
  const remaining = kept ? splitOff(shop, original, { kept, now }) : null;
  const { reason, reasonNotes = null } = input;
  const hold = { id: newId(shop), handle, reason, reasonNotes, remaining };
  original.holds.push(hold);
  Object.assign(original, { status: "ON_HOLD", updatedAt: now });
  occasion.tell("fulfillment_orders/placed_on_hold", fulfillmentOrderPayload("placed_on_hold", original));
  return { hold, remaining };
}

/**
 * Releases these holds, by default all. After the last one, the fulfillment order is open again, or in progress if it
 * was accepted. It takes back the pieces that a hold had split off, and their fulfillment order closes with 0 of
 * each.
 */
export function releaseHolds(occasion: Occasion, original: FulfillmentOrder, ids?: number[]): void {
  const { now } = occasion;
  const released = original.holds.filter(({ id }) => !ids || ids.includes(id));
  original.holds = original.holds.filter((hold) => !released.includes(hold));
  original.updatedAt = now;
  if (released.length === 0 || original.holds.length > 0) return;
  original.status = original.requestStatus === "ACCEPTED" ? "IN_PROGRESS" : "OPEN";
  for (const { remaining } of released)
    if (remaining?.status === "OPEN" && remaining.requestStatus === "UNSUBMITTED")
      absorb(original, remaining, now);
  occasion.tell("fulfillment_orders/hold_released", fulfillmentOrderPayload("hold_released", original));
}
