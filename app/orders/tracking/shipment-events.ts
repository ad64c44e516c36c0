import type { FulfillmentEvent } from "../../shop/orders/fulfillment-events.server.ts";
import type { ShipmentEvent, ShipmentStatus } from "../../wholesale/resources.ts";

/** An event as its row stores it. */
export type StoredEvent = { status: ShipmentStatus; at: string | null };

/** The states of a package, in order. */
const WAY = ["in_transit", "out_for_delivery", "delivered"] as const satisfies readonly ShipmentStatus[];

/**
 * Positions in `WAY` of the states that Shopify shows; -1: before the first. A state that is missing here counts as in
 * transit.
 */
const IN_SHOP: { [Status in FulfillmentEvent["status"]]?: number } = {
  CONFIRMED: -1,
  LABEL_PRINTED: -1,
  LABEL_PURCHASED: -1,
  CARRIER_PICKED_UP: -1,
  OUT_FOR_DELIVERY: 1,
  ATTEMPTED_DELIVERY: 1,
  READY_FOR_PICKUP: 1,
  DELIVERED: 2,
};

/**
 * Adds the events of an update to the known events: one per state, in order. A known event keeps its time. A package of a
 * delivered order counts as delivered, even if the supplier does not report that.
 */
export function mergeEvents(
  known: readonly StoredEvent[],
  { events = [], isDelivered }: { events?: readonly ShipmentEvent[] | undefined; isDelivered: boolean },
): StoredEvent[] {
  const reported = events.map(({ status, at }) => ({ status, at: at?.toISOString() ?? null }));
  const assumed = isDelivered ? [{ status: "delivered", at: null } as const] : [];
  const all = [...known, ...reported, ...assumed];
  return WAY.flatMap((status) => all.find((each) => each.status === status) ?? []);
}

/**
 * Returns the events that a fulfillment still lacks. A state that the fulfillment has passed is never added,
 * because Shopify would show it as the latest. Shopify follows some carriers itself, so it may be ahead of
 * us.
 *
 * @param own the package's events
 * @param sharing the events of each other package in the same fulfillment. The slowest package decides the
 *   state of the fulfillment.
 * @param shown the fulfillment's events
 */
export function missingEvents(
  own: readonly StoredEvent[],
  { sharing, shown }: { sharing: readonly StoredEvent[][]; shown: readonly FulfillmentEvent["status"][] },
): FulfillmentEvent[] {
  const least = Math.min(...[own, ...sharing].map((events) => Math.max(-1, ...events.map(placeOf))));
  const reached = Math.max(-1, ...shown.map((status) => IN_SHOP[status] ?? 0));
  return own
    .filter((event) => placeOf(event) <= least && placeOf(event) > reached)
    .map(({ status, at }) => ({
      status: status.toUpperCase() as Uppercase<ShipmentStatus>,
      at: at === null ? null : new Date(at),
    }));
}

function placeOf({ status }: StoredEvent): number {
  return WAY.indexOf(status);
}
