import type { ShopDomain } from "../../lib/shop-domain.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import { changed, type Changed } from "../failures.ts";
import type { FulfillmentEventStatus } from "../generated/admin.d.ts";

/** A state of a package on its way; `at` is null if its time is not known. */
export type FulfillmentEvent = { status: FulfillmentEventStatus; at: Date | null };

/** Number of events read. A package has about ten. */
const EVENTS_READ = 100;

/**
 * Reads the states that a fulfillment has been in; null if the shop does not have the fulfillment, or if the
 * fulfillment was canceled or has failed.
 */
export async function readFulfillmentEvents(
  shop: ShopDomain,
  id: string,
): Promise<FulfillmentEventStatus[] | null> {
  const { fulfillment } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query fulfillmentEvents($id: ID!, $first: Int!) {
        fulfillment(id: $id) { status events(first: $first) { nodes { status } } }
      }
    `,
      { variables: { id, first: EVENTS_READ } },
    ),
  );
  if (fulfillment?.status !== "SUCCESS") return null;
  return fulfillment.events.nodes.map(({ status }) => status);
}

/**
 * Adds a state to a fulfillment. The mutation takes no idempotency key, so after `outcome-unknown` only a read
 * shows the outcome.
 */
export async function createFulfillmentEvent(
  shop: ShopDomain,
  { fulfillmentId, status, at }: FulfillmentEvent & { fulfillmentId: string },
): Promise<Changed> {
  const { fulfillmentEventCreate: payload } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation createFulfillmentEvent($event: FulfillmentEventInput!) {
        fulfillmentEventCreate(fulfillmentEvent: $event) { userErrors { message } }
      }
    `,
      { variables: { event: { fulfillmentId, status, happenedAt: at?.toISOString() ?? null } } },
    ),
  );
  return changed(payload);
}
