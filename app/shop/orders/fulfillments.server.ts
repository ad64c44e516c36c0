import type { ShopDomain } from "../../lib/shop-domain.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import { isShopCarrier, shopCarrier } from "./carriers.ts";
import { changed, type Changed, noAnswer, type UserErrors } from "../failures.ts";
import {
  type Fulfillment,
  LINES_AT_MOST,
  LINES_READ,
  type Shippable,
  type Tracking,
} from "./fulfillment-order.ts";
import type { FulfillmentTrackingInput } from "../generated/admin.d.ts";

/**
 * Reads the remaining lines of a fulfillment order and all its fulfillments; null if the shop does not have
 * it.
 */
export async function readShippable(shop: ShopDomain, id: string): Promise<Shippable | null> {
  const lines: Shippable["lines"] = [];
  for (let after: string | null = null; ;) {
    const read = await readLines(shop, id, after);
    if (read === null) return null;
    const { status, requestStatus, assignedLocation, lineItems } = read;
    for (const { id, remainingQuantity, lineItem } of lineItems.nodes) {
      lines.push({ id, lineItemId: lineItem.id, remaining: remainingQuantity });
    }
    after = lineItems.pageInfo.hasNextPage ? (lineItems.pageInfo.endCursor ?? null) : null;
    if (after !== null) continue;
    return {
      status: status.toLowerCase() as Shippable["status"],
      request: requestStatus.toLowerCase() as Shippable["request"],
      locationId: assignedLocation.location?.id ?? null,
      lines,
      // Reads the fulfillments after the lines, so that no fulfillment is missing whose pieces the lines no longer
      // have.
      fulfillments: await readFulfillments(shop, id),
    };
  }
}

/**
 * Creates a fulfillment of these pieces; Shopify notifies the customer. The mutation takes no idempotency
 * key, so after `outcome-unknown` only a read shows the outcome.
 */
export async function createFulfillment(
  shop: ShopDomain,
  {
    fulfillmentOrderId,
    lines,
    tracking,
  }: {
    fulfillmentOrderId: string;
    lines: { id: string; quantity: number }[];
    /** Empty for a package without a number. */
    tracking: Tracking[];
  },
): Promise<{ kind: "created"; id: string } | UserErrors> {
  const fulfillment = {
    lineItemsByFulfillmentOrder: [{ fulfillmentOrderId, fulfillmentOrderLineItems: lines }],
    trackingInfo: tracking.length === 0 ? null : toInput(tracking),
    notifyCustomer: true,
  };
  const { fulfillmentCreate: payload } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation createFulfillment($fulfillment: FulfillmentInput!) {
        fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { message } }
      }
    `,
      { variables: { fulfillment } },
    ),
  );
  const change = changed(payload);
  if (change.kind === "user-errors") return change;
  const id = payload?.fulfillment?.id;
  // If the reply has neither userErrors nor a fulfillment, only a read shows the outcome.
  if (!id) throw noAnswer(true);
  return { kind: "created", id };
}

/** Reads all lines of a fulfillment. */
export async function readFulfilledLines(shop: ShopDomain, id: string): Promise<Fulfillment["lines"]> {
  const { fulfillment } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query fulfilledLines($id: ID!, $first: Int!) {
        fulfillment(id: $id) {
          fulfillmentLineItems(first: $first) { nodes { quantity lineItem { id } } }
        }
      }
    `,
      { variables: { id, first: LINES_AT_MOST } },
    ),
  );
  return fulfillment?.fulfillmentLineItems.nodes.map(toPiece) ?? [];
}

/** A fulfillment, and the customer's order that it belongs to. */
type OfOrder = { fulfillmentId: string; shopOrderId: string };

/**
 * Returns the ids of the fulfillments that are canceled or deleted although their order is not canceled. Leaves out
 * fulfillments of orders that the shop does not show, such as old ones.
 *
 * @param fulfillments at most 100.
 */
export async function findCanceledFulfillments(
  shop: ShopDomain,
  fulfillments: OfOrder[],
): Promise<Set<string>> {
  const read = await queryShop(shop, (request) =>
    request(
      `#graphql
      query standingFulfillments($ids: [ID!]!, $orderIds: [ID!]!) {
        fulfillments: nodes(ids: $ids) {
          ... on Fulfillment { id status }
        }
        orders: nodes(ids: $orderIds) {
          ... on Order { id cancelledAt }
        }
      }
    `,
      {
        variables: {
          ids: fulfillments.map(({ fulfillmentId }) => fulfillmentId),
          orderIds: [...new Set(fulfillments.map(({ shopOrderId }) => shopOrderId))],
        },
      },
    ),
  );
  const standing = new Set(
    read.fulfillments.flatMap((node) => (node && "status" in node && stands(node.status) ? [node.id] : [])),
  );
  const shown = new Set(
    read.orders.flatMap((node) =>
      node && "cancelledAt" in node && node.cancelledAt == null ? [node.id] : [],
    ),
  );
  return new Set(
    fulfillments
      .filter((each) => shown.has(each.shopOrderId) && !standing.has(each.fulfillmentId))
      .map(({ fulfillmentId }) => fulfillmentId),
  );
}

/**
 * Returns the ids of an order's other fulfillment orders at a location that have any of these lines, the oldest first.
 * Shopify opens such a fulfillment order if someone cancels a fulfillment that contained the whole fulfillment order.
 */
export async function findReplacements(
  shop: ShopDomain,
  {
    shopOrderId,
    fulfillmentOrderId,
    locationId,
    lineItemIds,
  }: { shopOrderId: string; fulfillmentOrderId: string; locationId: string; lineItemIds: readonly string[] },
): Promise<string[]> {
  const { order } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query replacements($id: ID!) {
        order(id: $id) {
          fulfillmentOrders(first: 20) {
            nodes { id assignedLocation { location { id } } lineItems(first: 20) { nodes { lineItem { id } } } }
          }
        }
      }
    `,
      { variables: { id: shopOrderId } },
    ),
  );
  return (order?.fulfillmentOrders.nodes ?? [])
    .filter(
      ({ id, assignedLocation }) => id !== fulfillmentOrderId && assignedLocation.location?.id === locationId,
    )
    .filter(({ lineItems }) => lineItems.nodes.some(({ lineItem }) => lineItemIds.includes(lineItem.id)))
    .map(({ id }) => id);
}

/** Replaces a fulfillment's tracking. Idempotent. */
export async function updateTracking(
  shop: ShopDomain,
  { id, tracking, notifyCustomer }: { id: string; tracking: Tracking[]; notifyCustomer: boolean },
): Promise<Changed> {
  const { fulfillmentTrackingInfoUpdate: payload } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation updateTracking($id: ID!, $tracking: FulfillmentTrackingInput!, $notifyCustomer: Boolean!) {
        fulfillmentTrackingInfoUpdate(
          fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: $notifyCustomer
        ) { userErrors { message } }
      }
    `,
      { variables: { id, tracking: toInput(tracking), notifyCustomer } },
    ),
  );
  return changed(payload);
}

/** Closes an accepted request: the supplier will not ship the rest, which returns to the merchant. */
export async function closeFulfillmentOrder(
  shop: ShopDomain,
  { id, message }: { id: string; message: string },
): Promise<Changed> {
  const { fulfillmentOrderClose: payload } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation closeFulfillmentOrder($id: ID!, $message: String) {
        fulfillmentOrderClose(id: $id, message: $message) { userErrors { message } }
      }
    `,
      { variables: { id, message } },
    ),
  );
  return changed(payload);
}

/**
 * Translates tracking for Shopify. Sends a company only if all numbers share it: Shopify accepts one company for all
 * numbers, and would link one carrier's number to another carrier's site. Sends the links if every number has one. If
 * some numbers have no link, it depends on the company: if Shopify knows the company, sends no links, and Shopify makes
 * them all. If not, sends the links that there are. Numbers with a link come first, because Shopify matches links to
 * numbers by position.
 */
function toInput(tracking: Tracking[]): FulfillmentTrackingInput {
  const companies = new Set(tracking.map(({ company }) => company && shopCarrier(company)));
  const company = (companies.size === 1 && [...companies][0]) || null;
  if (tracking.length <= 1) return { company, number: tracking[0]?.number, url: tracking[0]?.url };
  const inOrder = [
    ...tracking.filter(({ url }) => url !== null),
    ...tracking.filter(({ url }) => url === null),
  ];
  const urls = inOrder.flatMap(({ url }) => url ?? []);
  return {
    company,
    numbers: inOrder.flatMap(({ number }) => number ?? []),
    ...((urls.length === tracking.length || !isShopCarrier(company)) && urls.length > 0 && { urls }),
  };
}

async function readLines(shop: ShopDomain, id: string, after: string | null) {
  const { fulfillmentOrder } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query shippableLines($id: ID!, $after: String) {
        fulfillmentOrder(id: $id) {
          status
          requestStatus
          assignedLocation { location { id } }
          lineItems(first: 100, after: $after) {
            nodes { id remainingQuantity lineItem { id } }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    `,
      { variables: { id, after } },
    ),
  );
  return fulfillmentOrder ?? null;
}

async function readFulfillments(shop: ShopDomain, id: string): Promise<Fulfillment[]> {
  const fulfillments: Fulfillment[] = [];
  for (let after: string | null = null; ;) {
    const page = await readFulfillmentPage(shop, id, after);
    if (page === null) return fulfillments;
    for (const { id, status, trackingInfo, fulfillmentLineItems } of page.nodes) {
      fulfillments.push({
        id,
        stands: stands(status),
        tracking: trackingInfo.map(({ company, number, url }) => ({
          company: company ?? null,
          number: number ?? null,
          url: url ?? null,
        })),
        lines: fulfillmentLineItems.nodes.map(toPiece),
      });
    }
    after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
    if (after === null) return fulfillments;
  }
}

function stands(status: string): boolean {
  return !["CANCELLED", "ERROR", "FAILURE"].includes(status);
}

function toPiece(line: { quantity?: number | null; lineItem: { id: string } }): Fulfillment["lines"][number] {
  return { lineItemId: line.lineItem.id, quantity: line.quantity ?? 0 };
}

async function readFulfillmentPage(shop: ShopDomain, id: string, after: string | null) {
  const { fulfillmentOrder } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query shippedFulfillments($id: ID!, $after: String, $lines: Int!) {
        fulfillmentOrder(id: $id) {
          fulfillments(first: 5, after: $after) {
            nodes {
              id
              status
              trackingInfo(first: 20) { company number url }
              fulfillmentLineItems(first: $lines) { nodes { quantity lineItem { id } } }
            }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    `,
      { variables: { id, after, lines: LINES_READ } },
    ),
  );
  return fulfillmentOrder?.fulfillments ?? null;
}
