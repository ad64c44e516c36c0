import { log } from "../../lib/telemetry/log.server.ts";
import {
  createFulfillmentEvent,
  readFulfillmentEvents,
} from "../../shop/orders/fulfillment-events.server.ts";
import { missingEvents } from "./shipment-events.ts";
import { type ClaimedShipment, markEventsShown } from "./shipment-store.server.ts";

/**
 * Adds a shown package's events to its fulfillments, each once and in order. Reads the fulfillment first, because the
 * reply to an earlier request may be lost, and no event may be added twice.
 */
export async function showEvents(claimed: ClaimedShipment): Promise<void> {
  const { shop, id: shipmentId, fulfillmentId, earlierIds, events: own, others, changeUntil } = claimed;
  for (const id of [...earlierIds, ...(fulfillmentId === null ? [] : [fulfillmentId])]) {
    const shown = await readFulfillmentEvents(shop, id);
    if (shown === null) continue;
    const sharing = others.filter((each) => each.fulfillmentId === id).map(({ events }) => events);
    for (const event of missingEvents(own, { sharing, shown })) {
      // A process that was suspended must not add an event, because another process may be adding it.
      if (performance.now() >= changeUntil) return;
      const added = await createFulfillmentEvent(shop, { fulfillmentId: id, ...event });
      if (added.kind === "done") continue;
      // Stops at the first event that Shopify refuses, because the next event would imply that this one has happened.
      log.warn({ shop, shipmentId, status: event.status, problem: added.problem }, "tracking.event-refused");
      break;
    }
  }
  await markEventsShown(claimed);
}
