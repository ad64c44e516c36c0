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
   * test, or hidden.
   */
  orderedAt: Date | null;
  /** The order's name, if the part was scheduled and is open now, but the shop no longer shows the order. */
  hiddenOrder: string | null;
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
          nodes { createdAt status orderId orderName orderProcessedAt fulfillAt }
          pageInfo { hasNextPage endCursor }
        }
      }
    `,
      { variables: { after } },
    ),
  );
  const { nodes, pageInfo } = assignedFulfillmentOrders;
  const open = nodes.filter(({ status }) => status === "OPEN");
  const shown = await findPayments(shop, [...new Set(open.map(({ orderId }) => orderId))]);
  return {
    unrequested: nodes.map(({ createdAt, status, orderId, orderName, orderProcessedAt, fulfillAt }) => {
      const orderedAt = new Date(orderProcessedAt);
      const isHidden = status === "OPEN" && !shown.has(orderId) && isScheduled({ orderedAt, fulfillAt });
      return {
        openedAt: new Date(fulfillAt ?? createdAt),
        shopOrderId: orderId,
        orderedAt: isHidden || (status === "OPEN" && shown.get(orderId) === true) ? orderedAt : null,
        hiddenOrder: isHidden ? orderName : null,
      };
    }),
    next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
  };
}

const A_DAY_MS = 86_400_000;

/** Returns true if a part of an order was to be sent later than at once, such as a delivery of a prepaid subscription. */
function isScheduled({ orderedAt, fulfillAt }: { orderedAt: Date; fulfillAt?: string | null }): boolean {
  return fulfillAt != null && new Date(fulfillAt).getTime() - orderedAt.getTime() > A_DAY_MS;
}

/**
 * Returns, for the orders that the shop shows, true if they are paid, not canceled and no test. A query of its own,
 * because a single order older than 60 days, which Shopify hides, would fail the whole page.
 */
async function findPayments(shop: ShopDomain, ids: string[]): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map();
  const { nodes } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query requestableOrders($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on Order { id cancelledAt displayFinancialStatus test }
        }
      }
    `,
      { variables: { ids } },
    ),
  );
  return new Map(
    nodes.flatMap((node) =>
      node && "displayFinancialStatus" in node
        ? [[node.id, !node.test && node.cancelledAt == null && isPaid(node.displayFinancialStatus)] as const]
        : [],
    ),
  );
}

/** Returns true if the shop does not show an order whose fulfillment order it shows: it is more than 60 days old. */
export async function isHidden(shop: ShopDomain, shopOrderId: string): Promise<boolean> {
  return !(await findPayments(shop, [shopOrderId])).has(shopOrderId);
}

/** Returns the order of a fulfillment order, also one that the shop no longer shows; null if the shop does not show it. */
export async function readOrderOf(
  shop: ShopDomain,
  fulfillmentOrderId: string,
): Promise<{ shopOrderId: string; orderName: string; orderedAt: Date; isScheduled: boolean } | null> {
  const { fulfillmentOrder } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query orderOfFulfillmentOrder($id: ID!) {
        fulfillmentOrder(id: $id) { orderId orderName orderProcessedAt fulfillAt }
      }
    `,
      { variables: { id: fulfillmentOrderId } },
    ),
  );
  if (!fulfillmentOrder) return null;
  const { orderId: shopOrderId, orderName, orderProcessedAt, fulfillAt } = fulfillmentOrder;
  const orderedAt = new Date(orderProcessedAt);
  return { shopOrderId, orderName, orderedAt, isScheduled: isScheduled({ orderedAt, fulfillAt }) };
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
