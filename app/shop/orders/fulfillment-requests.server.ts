import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";
import {
  type FulfillmentOrder,
  type FulfillmentOrderLine,
  type Sale,
  requestOf,
  isPaid,
} from "./fulfillment-order.ts";
import { type Assigned, toLine } from "./fulfillment-orders.server.ts";
import { toSale } from "./order-money.ts";
import { readRefunds } from "./refunds.server.ts";
import { type OrderFacts, toOrderFacts } from "./order-facts.ts";

/** An order with all its fulfillment orders, from which we decide if their fulfillment can be requested. */
export type RequestableOrder = {
  id: string;
  name: string;
  canceled: boolean;
  paid: boolean;
  /** True for Shopify's test orders, which bring no money. */
  test: boolean;
  /** Facts about the order that the merchant's rules need. */
  facts: OrderFacts;
  /** The order's `updatedAt`. */
  shopVersion: string;
  orderedAt: Date;
  fulfillmentOrders: (Pick<FulfillmentOrder, "id" | "status" | "request" | "ours"> & {
    /** True if fulfillment was ever requested, even if the request was rejected or withdrawn. */
    wasRequested: boolean;
    openedAt: Date;
  })[];
};

/** Reads an order with its fulfillment orders, including closed ones; null if the shop does not have it. */
export async function readRequestable(
  shop: ShopDomain,
  { id, ourLocationId }: { id: string; ourLocationId: string },
): Promise<RequestableOrder | null> {
  const fulfillmentOrders: RequestableOrder["fulfillmentOrders"] = [];
  const destinations: (string | null)[] = [];
  for (let after: string | null = null; ;) {
    const order = await readPage(shop, id, after);
    if (order === null) return null;
    const { nodes, pageInfo } = order.fulfillmentOrders;
    for (const node of nodes) {
      const { id, createdAt, status, requestStatus, assignedLocation, destination, merchantRequests } = node;
      const ours = assignedLocation.location?.id === ourLocationId;
      fulfillmentOrders.push({
        id,
        openedAt: new Date(createdAt),
        status: status.toLowerCase() as FulfillmentOrder["status"],
        request: requestOf(requestStatus, merchantRequests.nodes.at(-1)),
        ours,
        wasRequested: merchantRequests.nodes.length > 0,
      });
      if (ours && status === "OPEN" && destination) destinations.push(destination.countryCode ?? null);
    }
    after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
    if (after !== null) continue;
    const { name, cancelledAt, displayFinancialStatus, test, updatedAt, processedAt } = order;
    return {
      id,
      name,
      canceled: cancelledAt != null,
      paid: isPaid(displayFinancialStatus),
      test,
      facts: { ...toOrderFacts(order), destinations },
      shopVersion: updatedAt,
      orderedAt: new Date(processedAt),
      fulfillmentOrders,
    };
  }
}

/** An unrequested fulfillment order of ours whose fulfillment may be requested. */
export type Unrequested = Assigned & {
  openedAt: Date;
  orderedAt: Date;
  /** The order's `updatedAt`. */
  shopVersion: string;
};

/** A part of an order that was scheduled and is open now, while the shop no longer shows the order. */
export type HiddenOrder = Pick<Unrequested, "shopOrderId" | "orderName" | "orderedAt">;

/**
 * Lists a page of our unrequested fulfillment orders, latest first. Omits those whose fulfillment may not be requested
 * now: those that are not open, and those whose order is unpaid, canceled, a test order, or hidden.
 *
 * @returns `openedSince`: the time at which the oldest fulfillment order of Shopify's page was opened, even if it is
 *   omitted here; null for an empty page.
 */
export async function listUnrequested(
  shop: ShopDomain,
  after: string | null,
): Promise<{
  unrequested: Unrequested[];
  hidden: HiddenOrder[];
  openedSince: Date | null;
  next: string | null;
}> {
  const { assignedFulfillmentOrders } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query unrequestedFulfillmentOrders($after: String) {
        assignedFulfillmentOrders(
          assignmentStatus: FULFILLMENT_UNSUBMITTED, sortKey: ID, reverse: true, first: 50, after: $after
        ) {
          nodes { id createdAt status orderId orderName orderProcessedAt fulfillAt }
          pageInfo { hasNextPage endCursor }
        }
      }
    `,
      { variables: { after } },
    ),
  );
  const { nodes, pageInfo } = assignedFulfillmentOrders;
  const open = nodes
    .filter(({ status }) => status === "OPEN")
    .map(({ id, createdAt, orderId, orderName, orderProcessedAt, fulfillAt }) => ({
      assigned: { fulfillmentOrderId: id, shopOrderId: orderId, orderName },
      openedAt: new Date(createdAt),
      orderedAt: new Date(orderProcessedAt),
      fulfillAt,
    }));
  const shown = await findShown(shop, [...new Set(open.map(({ assigned }) => assigned.shopOrderId))]);
  const opened = nodes.map(({ createdAt }) => new Date(createdAt).getTime());
  return {
    unrequested: open.flatMap(({ assigned, openedAt, orderedAt }) => {
      const order = shown.get(assigned.shopOrderId);
      if (order?.isRequestable !== true) return [];
      return [{ ...assigned, openedAt, orderedAt, shopVersion: order.shopVersion }];
    }),
    hidden: open
      .filter((each) => !shown.has(each.assigned.shopOrderId) && isScheduled(each))
      .map(({ assigned: { shopOrderId, orderName }, orderedAt }) => ({ shopOrderId, orderName, orderedAt })),
    openedSince: opened.length === 0 ? null : new Date(Math.min(...opened)),
    next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
  };
}

const A_DAY_MS = 86_400_000;

/**
 * Returns true if Shopify scheduled the part for more than a day after the order. Deliveries of a prepaid subscription
 * are such parts.
 */
function isScheduled({ orderedAt, fulfillAt }: { orderedAt: Date; fulfillAt?: string | null }): boolean {
  return fulfillAt != null && new Date(fulfillAt).getTime() - orderedAt.getTime() > A_DAY_MS;
}

/** `isRequestable`: true if the order is paid, not canceled, and no test order. */
type Shown = { isRequestable: boolean; shopVersion: string };

/**
 * Returns those orders that the shop shows. This is a query of its own: Shopify hides orders older than 60 days, and a
 * single hidden order would fail the whole page.
 */
async function findShown(shop: ShopDomain, ids: string[]): Promise<Map<string, Shown>> {
  if (ids.length === 0) return new Map();
  const { nodes } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query requestableOrders($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on Order { id updatedAt cancelledAt displayFinancialStatus test }
        }
      }
    `,
      { variables: { ids } },
    ),
  );
  return new Map(
    nodes.flatMap((node) => {
      if (!node || !("displayFinancialStatus" in node)) return [];
      const { id, updatedAt: shopVersion, cancelledAt, displayFinancialStatus, test } = node;
      const isRequestable = !test && cancelledAt == null && isPaid(displayFinancialStatus);
      return [[id, { isRequestable, shopVersion }] as const];
    }),
  );
}

/** Lines, money and country of a fulfillment order that waits to be requested. */
export type Waiting = {
  lines: FulfillmentOrderLine[];
  sale: Sale;
  destination: { countryCode: string | null } | null;
};

/**
 * Reads the lines of fulfillment orders and the money of their orders, which the shop must show.
 *
 * @param ids at most `LINES_READ_AT_ONCE`.
 * @returns lines and money by fulfillment order id; null for a fulfillment order with more lines than `readLines`
 *   reads. Omits fulfillment orders that the shop does not have.
 */
export async function readLines(shop: ShopDomain, ids: string[]): Promise<Map<string, Waiting | null>> {
  const { nodes } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query fulfillmentOrderLines($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on FulfillmentOrder {
            id
            destination { countryCode }
            order {
              id
              totalRefundedSet { shopMoney { amount } }
              currentTotalPriceSet { shopMoney { amount currencyCode } }
              presentmentCurrencyCode
              taxesIncluded
              dutiesIncluded
              subtotalLineItemsQuantity
              shippingLines(first: 5) {
                nodes {
                  discountedPriceSet { shopMoney { amount currencyCode } }
                  currentDiscountedPriceSet { shopMoney { amount currencyCode } }
                  taxLines { priceSet { shopMoney { amount currencyCode } } }
                }
              }
            }
            lineItems(first: 20) {
              nodes {
                id
                remainingQuantity
                productTitle
                variantTitle
                sku
                variant { id sku inventoryItem { unitCost { amount currencyCode } } }
                lineItem {
                  id
                  quantity
                  currentQuantity
                  discountedUnitPriceAfterAllDiscountsSet { shopMoney { amount currencyCode } }
                  priceAfterAllDiscountsBeforeTaxesSet { shopMoney { amount currencyCode } }
                  taxLines { priceSet { shopMoney { amount currencyCode } } }
                  duties { price { shopMoney { amount currencyCode } } }
                }
              }
              pageInfo { hasNextPage }
            }
          }
        }
      }
    `,
      { variables: { ids } },
    ),
  );
  const waiting = new Map<string, Waiting | null>();
  for (const node of nodes) {
    if (!node || !("lineItems" in node)) continue;
    const { id, lineItems, order, destination } = node;
    if (lineItems.pageInfo.hasNextPage) {
      waiting.set(id, null);
      continue;
    }
    const lines = lineItems.nodes.map((line) => toLine(line, order));
    const countryCode = destination?.countryCode ?? null;
    const isRefunded = Number(order.totalRefundedSet.shopMoney.amount) > 0;
    const sale = toSale(order, isRefunded ? await readRefunds(shop, order.id) : null);
    waiting.set(id, { lines, sale, destination: { countryCode } });
  }
  return waiting;
}

/**
 * Maximum number of fulfillment orders per `readLines`. Shopify charges a query for everything that it may return, and
 * limits a query to 1,000 points.
 */
export const LINES_READ_AT_ONCE = 25;

/** Returns true if the shop shows a fulfillment order, but not its order. Such an order is more than 60 days old. */
export async function isHidden(shop: ShopDomain, shopOrderId: string): Promise<boolean> {
  return !(await findShown(shop, [shopOrderId])).has(shopOrderId);
}

/** Returns the order of a fulfillment order, even if the order is hidden; null if the shop lacks the fulfillment order. */
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

async function readPage(shop: ShopDomain, id: string, after: string | null) {
  const { order } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query requestableOrder($id: ID!, $after: String) {
        order(id: $id) {
          name
          updatedAt
          processedAt
          cancelledAt
          displayFinancialStatus
          test
          tags
          currentTotalPriceSet { shopMoney { amount currencyCode } }
          shippingAddress { countryCodeV2 }
          risk { assessments { riskLevel } }
          fulfillmentOrders(first: 20, after: $after) {
            nodes {
              id
              createdAt
              status
              requestStatus
              assignedLocation { location { id } }
              destination { countryCode }
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
