import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";
import { NO_PAST, type PastPieces, type RequestStatus, toStatus } from "./fulfillment-order.ts";
import { readPastPieces } from "./refunds.server.ts";
import { type JudgedOrder, toOrderFacts } from "./order-facts.ts";
import { toPostalAddress, type PostalAddress } from "../addresses/postal-address.ts";

/**
 * Returns true if the shop shows that the customer's order is canceled. An order that the shop does not show counts as
 * not canceled: a replica may lag, or the shop may hide an old order that is still to be shipped.
 */
export async function isOrderCanceled(shop: ShopDomain, id: string): Promise<boolean> {
  const { order } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query orderCanceled($id: ID!) {
        order(id: $id) { cancelledAt }
      }
    `,
      { variables: { id } },
    ),
  );
  return order?.cancelledAt != null;
}

/**
 * Returns those orders that are canceled in the shop. Omits orders that the shop does not show, such as old
 * ones.
 */
export async function findCanceled(shop: ShopDomain, ids: string[]): Promise<string[]> {
  const { nodes } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query canceledOrders($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on Order { id cancelledAt }
        }
      }
    `,
      { variables: { ids } },
    ),
  );
  return nodes.flatMap((node) =>
    node && "cancelledAt" in node && node.cancelledAt != null ? [node.id] : [],
  );
}

/**
 * Returns true if Shopify lets the app read orders, which takes the scope and an approval for customer data.
 */
export async function mayReadOrders(shop: ShopDomain): Promise<boolean> {
  try {
    await queryShop(shop, (request) =>
      request(`#graphql
        query orderAccess { orders(first: 1) { nodes { id } } }
      `),
    );
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "rejected") return false;
    throw error;
  }
}

/** A customer's order and one of its fulfillment orders, for comparing them with our order after it was placed. */
type PlacedOrder = {
  /** Null if the shop no longer shows the order. `address` is personal data: use it, never store it. */
  order: { canceled: boolean; address: PostalAddress | null; past: PastPieces } | null;
  request: RequestStatus | null;
};

/** An order and one of its fulfillment orders. */
type Part = { shopOrderId: string; fulfillmentOrderId: string };

const IDS_AT_MOST = 100;

/**
 * `version` changes with every change of the order; `since` is the order's `updatedAt`, or null if the shop
 * does not show the order.
 */
type Version = { version: string; since: Date | null };

/**
 * Reads the orders' versions, by fulfillment order id. Shopify's times are whole seconds. If two changes happen within
 * one second, the version may miss the second change. Orders are read beside the fulfillment orders, because inside
 * them an order that the shop no longer shows would fail the whole query.
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

/**
 * Reads the addresses of up to 100 orders, by order id. Omits orders that are canceled, have no address, or that the shop does
 * not show. Personal data: use it, never store it.
 */
export async function readAddresses(shop: ShopDomain, ids: string[]): Promise<Map<string, PostalAddress>> {
  const { nodes } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query orderAddresses($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on Order {
            id
            cancelledAt
            shippingAddress { firstName lastName company address1 address2 city province zip countryCodeV2 }
          }
        }
      }
    `,
      { variables: { ids } },
    ),
  );
  return new Map(
    nodes.flatMap((node) => {
      const address =
        node && "shippingAddress" in node && node.cancelledAt == null
          ? toPostalAddress(node.shippingAddress)
          : null;
      return node && "id" in node && address ? [[node.id, address] as const] : [];
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
          refunds(first: 1) { createdAt }
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
      ? {
          canceled: order.cancelledAt != null,
          address: toPostalAddress(order.shippingAddress),
          past: order.refunds.length > 0 ? await readPastPieces(shop, shopOrderId) : NO_PAST,
        }
      : null,
    request: fulfillmentOrder ? toStatus(fulfillmentOrder, ourLocationId) : null,
  };
}

/** Returns the current quantities of these order lines, by id. Omits lines that the shop does not show. */
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

/**
 * Reads orders for rules to judge. Omits those that the shop does not show, such as old ones.
 *
 * @param ids at most 50.
 */
export async function readOrderFacts(shop: ShopDomain, ids: string[]): Promise<JudgedOrder[]> {
  if (ids.length === 0) return [];
  const { nodes } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query orderFacts($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on Order {
            id
            name
            processedAt
            tags
            test
            currentTotalPriceSet { shopMoney { amount currencyCode } }
            shippingAddress { countryCodeV2 }
            risk { assessments { riskLevel } }
          }
        }
      }
    `,
      { variables: { ids } },
    ),
  );
  return nodes.flatMap((node) => {
    if (!node || !("processedAt" in node)) return [];
    const { id, name, processedAt, tags, test, currentTotalPriceSet, shippingAddress, risk } = node;
    const facts = toOrderFacts({ tags, test, currentTotalPriceSet, shippingAddress, risk });
    return [{ id, name, processedAt: new Date(processedAt), facts }];
  });
}
