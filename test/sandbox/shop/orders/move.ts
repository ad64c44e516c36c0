import { gid } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import type { Location } from "../stock/stock.ts";
import { userError, type UserError } from "../user-errors.ts";
import { splitOff } from "./fulfillment-orders.ts";
import { fulfillmentOrderPayload, fulfillmentOrderSummary } from "./news.ts";
import type { FulfillmentOrder, FulfillmentOrderLine } from "./order.ts";

interface Moved {
  moved: FulfillmentOrder;
  /** Holds the pieces that stay; null if all have moved. */
  remaining: FulfillmentOrder | null;
}

/**
 * `fulfillmentOrderMove`. A whole fulfillment order keeps its id. Single pieces move in a new fulfillment order. As
 * recorded in airhorns/shopify-draft-proxy, fulfillment-order-move-validation and -move-multi-line.
 */
export function moveFulfillmentOrder(
  occasion: Occasion,
  original: FulfillmentOrder,
  {
    destination,
    lines,
  }: { destination: Location | undefined; lines?: { line: FulfillmentOrderLine; quantity: number }[] },
): Moved | UserError {
  const { shop, now } = occasion;
  if (!destination) return userError(["id"], "Location not found.");
  if (original.location.service !== null && original.requestStatus === "SUBMITTED")
    return userError(null, "Cannot move submitted fulfillment order that is at a 3PL fulfillment service.");
  if (!["OPEN", "ON_HOLD"].includes(original.status)) return userError(null, "Cannot change location.");

  const leaving = new Map(lines?.map(({ line, quantity }) => [line, quantity]));
  const kept = new Map(original.lines.map((line) => [line, line.remaining - (leaving.get(line) ?? 0)]));
  const isPartial = leaving.size > 0 && [...kept.values()].some((quantity) => quantity > 0);
  const moved = (isPartial && splitOff(shop, original, { kept, now })) || original;
  Object.assign(moved, { location: destination, requestStatus: "UNSUBMITTED", updatedAt: now });
  original.updatedAt = now;
  occasion.tell(
    "fulfillment_orders/moved",
    fulfillmentOrderPayload("moved", original, {
      moved_fulfillment_order: fulfillmentOrderSummary(moved),
      destination_location_id: gid("Location", destination.id),
    }),
  );
  return { moved, remaining: moved === original ? null : original };
}
