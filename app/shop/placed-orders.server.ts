import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryShop } from "./call.server.ts";
import { type PostalAddress, type RequestStatus } from "./fulfillment-order.ts";
import { toPostalAddress, toStatus } from "./fulfillment-orders.server.ts";

/** A customer's order and one of its fulfillment orders, as far as it matters once the supplier has it. */
export type PlacedOrder = {
  /** Null where the shop does not show the order any more. `address` is personal data: use it, never keep it. */
  order: { cancelled: boolean; address: PostalAddress | null } | null;
  request: RequestStatus | null;
};

/** Which order, and which part of it. */
export type Part = { shopOrderId: string; fulfillmentOrderId: string };

const IDS_AT_MOST = 100;

/** How an order stands, in a word that changes with whatever changes about it, and since when; null where that is not shown. */
export type Version = { version: string; since: Date | null };

/**
 * How orders stand, by the id of the fulfillment order. Moments are whole seconds: of two changes within one, the second
 * does not show. The orders beside the fulfillment orders and not in them: one that the shop shows no more would take all others with it.
 */
export async function readVersions(shop: ShopDomain, parts: Part[]): Promise<Map<string, Version>> {
  const { orders, fulfillmentOrders } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query orderVersions($orderIds: [ID!]!, $ids: [ID!]!) {
        orders: nodes(ids: $orderIds) {
          ... on Order { id updatedAt }
        }
        fulfillmentOrders: nodes(ids: $ids) {
          ... on FulfillmentOrder { id status requestStatus }
        }
      }
    `,
      {
        variables: {
          orderIds: [...new Set(parts.map(({ shopOrderId }) => shopOrderId))],
          ids: parts.map(({ fulfillmentOrderId }) => fulfillmentOrderId),
        },
      },
    ),
  );
  const updated = new Map(
    orders.flatMap((node) => (node && "updatedAt" in node ? [[node.id, node.updatedAt] as const] : [])),
  );
  const standing = new Map(
    fulfillmentOrders.flatMap((node) =>
      node && "requestStatus" in node ? [[node.id, `${node.status} ${node.requestStatus}`] as const] : [],
    ),
  );
  return new Map(
    parts.map(({ shopOrderId, fulfillmentOrderId: id }) => {
      const updatedAt = updated.get(shopOrderId);
      const version = `${updatedAt ?? "not shown"} ${standing.get(id) ?? "not there"}`;
      return [id, { version, since: updatedAt === undefined ? null : new Date(updatedAt) }];
    }),
  );
}

/** Reads what may have changed about an order since it was placed. */
export async function readPlacedOrder(
  shop: ShopDomain,
  { shopOrderId, fulfillmentOrderId, ourLocationId }: Part & { ourLocationId: string | null },
): Promise<PlacedOrder> {
  const { order, fulfillmentOrder } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query placedOrder($orderId: ID!, $id: ID!) {
        order(id: $orderId) {
          cancelledAt
          shippingAddress { firstName lastName company address1 address2 city province zip countryCodeV2 }
        }
        fulfillmentOrder(id: $id) {
          status
          requestStatus
          assignedLocation { location { id } }
          merchantRequests(last: 1) { nodes { kind } }
        }
      }
    `,
      { variables: { orderId: shopOrderId, id: fulfillmentOrderId } },
    ),
  );
  return {
    order: order
      ? { cancelled: order.cancelledAt != null, address: toPostalAddress(order.shippingAddress) }
      : null,
    request: fulfillmentOrder ? toStatus(fulfillmentOrder, ourLocationId) : null,
  };
}

/** How many pieces of these lines of orders the customers still get, by the line's id. A line that is not shown is not in it. */
export async function readCurrentQuantities(
  shop: ShopDomain,
  lineItemIds: string[],
): Promise<Map<string, number>> {
  const quantities = new Map<string, number>();
  for (let from = 0; from < lineItemIds.length; from += IDS_AT_MOST) {
    const ids = lineItemIds.slice(from, from + IDS_AT_MOST);
    const { nodes } = await queryShop(shop, (request) =>
      request(
        `#graphql
        query currentQuantities($ids: [ID!]!) {
          nodes(ids: $ids) {
            ... on LineItem { id currentQuantity }
          }
        }
      `,
        { variables: { ids } },
      ),
    );
    for (const node of nodes)
      if (node && "currentQuantity" in node) quantities.set(node.id, node.currentQuantity);
  }
  return quantities;
}
