import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";
import { isPaid } from "./fulfillment-order.ts";
import type { Assigned } from "./fulfillment-orders.server.ts";

/** An open fulfillment order at any location. */
export type OpenFulfillmentOrder = {
  id: string;
  shopOrderId: string;
  orderName: string;
  paid: boolean;
  location: { id: string | null; name: string };
  /** Variants of the first twenty lines. */
  shopVariantIds: string[];
};

/**
 * Lists a page of the shop's open fulfillment orders, newest first: those at our locations and, with the
 * scope `read_merchant_managed_fulfillment_orders`, at the merchant's own.
 */
export async function listOpenFulfillmentOrders(
  shop: ShopDomain,
  after: string | null,
): Promise<{ open: OpenFulfillmentOrder[]; next: string | null }> {
  const { fulfillmentOrders } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query openFulfillmentOrders($after: String) {
        fulfillmentOrders(first: 20, after: $after, query: "status:open", sortKey: ID, reverse: true) {
          nodes {
            id
            orderId
            orderName
            order { displayFinancialStatus }
            assignedLocation { name location { id } }
            lineItems(first: 20) { nodes { variant { id } } }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    `,
      { variables: { after } },
    ),
  );
  const { nodes, pageInfo } = fulfillmentOrders;
  return {
    open: nodes.map(({ id, orderId, orderName, order, assignedLocation, lineItems }) => ({
      id,
      shopOrderId: orderId,
      orderName,
      paid: isPaid(order.displayFinancialStatus),
      location: { id: assignedLocation.location?.id ?? null, name: assignedLocation.name },
      shopVariantIds: lineItems.nodes.flatMap(({ variant }) => variant?.id ?? []),
    })),
    next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
  };
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
