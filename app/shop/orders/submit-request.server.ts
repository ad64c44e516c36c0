import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import { changed, type UserErrors } from "../failures.ts";

/**
 * `rest`: the fulfillment order that Shopify opened for the lines left out; null if there is none, or if the
 * answer to the request was lost. `sentAt`: time of the request by the shop's clock; null if the request is
 * not ours, because the merchant or another process was faster.
 */
type Submitted = { kind: "requested"; rest: string | null; sentAt: Date | null } | UserErrors;

/**
 * Requests the fulfillment of one of our fulfillment orders, as the merchant would. If Shopify returns userErrors,
 * reads if the fulfillment order is requested already, because the merchant may have been faster. A closed fulfillment
 * order counts as requested, because Shopify closes it when it opens another one in its place.
 *
 * @param options `lines`: the pieces to request, at most `LINES_AT_MOST` lines; all by default. Shopify leaves these
 *   lines in the fulfillment order, and opens an unsubmitted one for the other lines (airhorns/shopify-draft-proxy,
 *   fulfillment-order-request-lifecycle, partialSubmit). `message`: the merchant's message, if the merchant's request
 *   is made again.
 */
export async function submitRequest(
  shop: ShopDomain,
  id: string,
  {
    lines = null,
    message = null,
  }: { lines?: { id: string; quantity: number }[] | null; message?: string | null } = {},
): Promise<Submitted> {
  const { fulfillmentOrderSubmitFulfillmentRequest: payload } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation submitFulfillmentRequest($id: ID!, $lines: [FulfillmentOrderLineItemInput!], $message: String) {
        fulfillmentOrderSubmitFulfillmentRequest(id: $id, fulfillmentOrderLineItems: $lines, message: $message) {
          submittedFulfillmentOrder { merchantRequests(last: 1) { nodes { sentAt } } }
          unsubmittedFulfillmentOrder { id }
          userErrors { message }
        }
      }
    `,
      { variables: { id, lines, message } },
    ),
  );
  const change = changed(payload);
  if (change.kind === "done") {
    const sentAt = payload?.submittedFulfillmentOrder?.merchantRequests.nodes.at(-1)?.sentAt;
    const rest = payload?.unsubmittedFulfillmentOrder?.id ?? null;
    return { kind: "requested", rest, sentAt: sentAt === undefined ? null : new Date(sentAt) };
  }
  if (await isRequested(shop, id)) return { kind: "requested", rest: null, sentAt: null };
  return change;
}

/**
 * Requests fulfillment. Returns userErrors also for a call that Shopify rejects, because a retry would fail in the same
 * way.
 */
export async function trySubmitRequest(...args: Parameters<typeof submitRequest>): Promise<Submitted> {
  try {
    return await submitRequest(...args);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "rejected") throw error;
    return { kind: "user-errors", problem: error.explanation };
  }
}

async function isRequested(shop: ShopDomain, id: string): Promise<boolean> {
  const { fulfillmentOrder } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query fulfillmentRequestStatus($id: ID!) {
        fulfillmentOrder(id: $id) { status requestStatus }
      }
    `,
      { variables: { id } },
    ),
  );
  if (!fulfillmentOrder) return false;
  return fulfillmentOrder.status === "CLOSED" || REQUESTED.includes(fulfillmentOrder.requestStatus);
}

/** Statuses of a request that was made. A request that we rejected or closed does not count. */
const REQUESTED = [
  "SUBMITTED",
  "ACCEPTED",
  "CANCELLATION_REQUESTED",
  "CANCELLATION_ACCEPTED",
  "CANCELLATION_REJECTED",
];

/**
 * Finds the fulfillment orders that Shopify opened for the pieces that a request left out: never requested, at the
 * same location, and opened together with the request. Reads them from the shop, because the reply to the request may
 * be lost.
 *
 * @param requested `requestedAt`: time of the request by the shop's clock.
 * @param earlier ids of the fulfillment orders that Shopify opened for an earlier request.
 */
export async function findLeftOut(
  shop: ShopDomain,
  requested: { id: string; shopOrderId: string; requestedAt: Date; ourLocationId: string | null },
  earlier: string[] = [],
): Promise<string[]> {
  const found = await listNeverRequested(shop, requested);
  return found.flatMap(({ id, openedAt }) => {
    const apart = Math.abs(openedAt.getTime() - requested.requestedAt.getTime());
    const isOther = id !== requested.id && !earlier.includes(id);
    return isOther && apart <= OPENED_TOGETHER_MS ? [id] : [];
  });
}

/**
 * Maximum time between a request and the fulfillment order for the pieces left out. The mutation that makes the request
 * also opens that fulfillment order, and Shopify rounds both times to seconds.
 */
const OPENED_TOGETHER_MS = 5_000;

/** Lists an order's open fulfillment orders at our location whose fulfillment was never requested. */
export async function listNeverRequested(
  shop: ShopDomain,
  { shopOrderId, ourLocationId }: { shopOrderId: string; ourLocationId: string | null },
): Promise<{ id: string; openedAt: Date }[]> {
  const { order } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query fulfillmentOrdersLeftOut($id: ID!) {
        order(id: $id) {
          fulfillmentOrders(first: 20, reverse: true) {
            nodes {
              id
              createdAt
              status
              requestStatus
              assignedLocation { location { id } }
              merchantRequests(last: 1) { nodes { kind } }
            }
          }
        }
      }
    `,
      { variables: { id: shopOrderId } },
    ),
  );
  return (order?.fulfillmentOrders.nodes ?? []).flatMap((other) => {
    const isUnrequested =
      other.status === "OPEN" &&
      other.requestStatus === "UNSUBMITTED" &&
      other.merchantRequests.nodes.length === 0;
    const isOurs = ourLocationId !== null && other.assignedLocation.location?.id === ourLocationId;
    return isUnrequested && isOurs ? [{ id: other.id, openedAt: new Date(other.createdAt) }] : [];
  });
}
