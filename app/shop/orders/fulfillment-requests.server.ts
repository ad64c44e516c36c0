import type { ShopDomain } from "../../lib/shop-domain.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import { type FulfillmentOrder, requestOf, isPaid } from "./fulfillment-order.ts";
import type { Assigned } from "./fulfillment-orders.server.ts";
import { changed, type UserErrors } from "../failures.ts";

/** An order with all its fulfillment orders, to decide if their fulfillment can be requested. */
export type RequestableOrder = {
  id: string;
  name: string;
  canceled: boolean;
  paid: boolean;
  /** True for Shopify's test orders, which bring no money. */
  test: boolean;
  fulfillmentOrders: (Pick<FulfillmentOrder, "id" | "status" | "request" | "ours"> & {
    /** True if its fulfillment was ever requested, whatever the answer. */
    wasRequested: boolean;
  })[];
};

/** Reads an order with its fulfillment orders, including closed ones; null if the shop does not have it. */
export async function readRequestable(
  shop: ShopDomain,
  { id, ourLocationId }: { id: string; ourLocationId: string },
): Promise<RequestableOrder | null> {
  const fulfillmentOrders: RequestableOrder["fulfillmentOrders"] = [];
  for (let after: string | null = null; ;) {
    const order = await readPage(shop, id, after);
    if (order === null) return null;
    const { nodes, pageInfo } = order.fulfillmentOrders;
    for (const { id, status, requestStatus, assignedLocation, merchantRequests } of nodes) {
      fulfillmentOrders.push({
        id,
        status: status.toLowerCase() as FulfillmentOrder["status"],
        request: requestOf(requestStatus, merchantRequests.nodes.at(-1)),
        ours: assignedLocation.location?.id === ourLocationId,
        wasRequested: merchantRequests.nodes.length > 0,
      });
    }
    after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
    if (after !== null) continue;
    const { name, cancelledAt, displayFinancialStatus, test } = order;
    return {
      id,
      name,
      canceled: cancelledAt != null,
      paid: isPaid(displayFinancialStatus),
      test,
      fulfillmentOrders,
    };
  }
}

/** An unrequested fulfillment order of ours. */
export type Unrequested = {
  openedAt: Date;
  shopOrderId: string;
  /**
   * Null unless its fulfillment may be requested: it is open, and its order is paid, not canceled and no
   * test.
   */
  orderedAt: Date | null;
};

/** Lists a page of our unrequested fulfillment orders, latest first. */
export async function listUnrequested(
  shop: ShopDomain,
  after: string | null,
): Promise<{ unrequested: Unrequested[]; next: string | null }> {
  const { assignedFulfillmentOrders } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query unrequestedFulfillmentOrders($after: String) {
        assignedFulfillmentOrders(
          assignmentStatus: FULFILLMENT_UNSUBMITTED, sortKey: ID, reverse: true, first: 50, after: $after
        ) {
          nodes { createdAt status orderId }
          pageInfo { hasNextPage endCursor }
        }
      }
    `,
      { variables: { after } },
    ),
  );
  const { nodes, pageInfo } = assignedFulfillmentOrders;
  const open = nodes.filter(({ status }) => status === "OPEN");
  const requestable = await findRequestable(shop, [...new Set(open.map(({ orderId }) => orderId))]);
  return {
    unrequested: nodes.map(({ createdAt, status, orderId }) => ({
      openedAt: new Date(createdAt),
      shopOrderId: orderId,
      orderedAt: status === "OPEN" ? (requestable.get(orderId) ?? null) : null,
    })),
    next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
  };
}

/**
 * Returns the creation times of those orders that are paid, not canceled and no test. A query of its own,
 * because a single order older than 60 days, which Shopify hides, would fail the whole page.
 */
async function findRequestable(shop: ShopDomain, ids: string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const { nodes } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query requestableOrders($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on Order { id createdAt cancelledAt displayFinancialStatus test }
        }
      }
    `,
      { variables: { ids } },
    ),
  );
  return new Map(
    nodes.flatMap((node) => {
      if (!node || !("createdAt" in node) || node.test || node.cancelledAt != null) return [];
      return isPaid(node.displayFinancialStatus) ? [[node.id, new Date(node.createdAt)] as const] : [];
    }),
  );
}

/** Returns the id and time of a fulfillment order's order; null if the shop does not show it. */
export async function readOrderOf(
  shop: ShopDomain,
  fulfillmentOrderId: string,
): Promise<{ shopOrderId: string; orderedAt: Date } | null> {
  const { fulfillmentOrder } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query orderOfFulfillmentOrder($id: ID!) {
        fulfillmentOrder(id: $id) { orderId orderProcessedAt }
      }
    `,
      { variables: { id: fulfillmentOrderId } },
    ),
  );
  if (!fulfillmentOrder) return null;
  const { orderId: shopOrderId, orderProcessedAt } = fulfillmentOrder;
  return { shopOrderId, orderedAt: new Date(orderProcessedAt) };
}

/** Lists a page of our accepted and unfulfilled fulfillment orders, oldest first. */
export async function listAccepted(
  shop: ShopDomain,
  after: string | null,
): Promise<{ accepted: Assigned[]; next: string | null }> {
  const { assignedFulfillmentOrders } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query acceptedFulfillmentOrders($after: String) {
        assignedFulfillmentOrders(
          assignmentStatus: FULFILLMENT_ACCEPTED, sortKey: ID, first: 50, after: $after
        ) {
          nodes { id orderId orderName }
          pageInfo { hasNextPage endCursor }
        }
      }
    `,
      { variables: { after } },
    ),
  );
  const { nodes, pageInfo } = assignedFulfillmentOrders;
  return {
    accepted: nodes.map(({ id, orderId, orderName }) => ({
      fulfillmentOrderId: id,
      shopOrderId: orderId,
      orderName,
    })),
    next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
  };
}

/**
 * Requests the fulfillment of one of our fulfillment orders, as the merchant would. The merchant may have
 * been faster: after userErrors, a read decides. Shopify closes a fulfillment order if another one takes its place.
 */
export async function submitRequest(
  shop: ShopDomain,
  id: string,
): Promise<{ kind: "requested" } | UserErrors> {
  const { fulfillmentOrderSubmitFulfillmentRequest: payload } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation submitFulfillmentRequest($id: ID!) {
        fulfillmentOrderSubmitFulfillmentRequest(id: $id) { userErrors { message } }
      }
    `,
      { variables: { id } },
    ),
  );
  const change = changed(payload);
  if (change.kind === "done" || (await isRequested(shop, id))) return { kind: "requested" };
  return change;
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

/** Statuses of a request that was sent. Not among them: our rejection, and our closing. */
const REQUESTED = [
  "SUBMITTED",
  "ACCEPTED",
  "CANCELLATION_REQUESTED",
  "CANCELLATION_ACCEPTED",
  "CANCELLATION_REJECTED",
];

async function readPage(shop: ShopDomain, id: string, after: string | null) {
  const { order } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query requestableOrder($id: ID!, $after: String) {
        order(id: $id) {
          name
          cancelledAt
          displayFinancialStatus
          test
          fulfillmentOrders(first: 20, after: $after) {
            nodes {
              id
              status
              requestStatus
              assignedLocation { location { id } }
              merchantRequests(last: 1) { nodes { kind } }
            }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    `,
      { variables: { id, after } },
    ),
  );
  return order ?? null;
}
