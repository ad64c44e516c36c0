import { cleanLines, cleanText } from "../../lib/clean-text.ts";
import { type Money, subtract } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";
import {
  type Attribute,
  type DeliveryMethod,
  forLocation,
  type FulfillmentOrder,
  type FulfillmentOrderLine,
  isOver,
  isPaid,
  NO_PAST,
  type ReadFulfillmentOrder,
  type RequestedLine,
  requestOf,
  statusOf,
  type RequestStatus,
  toStatus,
} from "./fulfillment-order.ts";
import { netOf, type ReadMoney, taxOf, toMoney, toSale } from "./order-money.ts";
import { readPastPieces, readRefunds } from "./refunds.server.ts";
import { toDestination, toPostalAddress } from "../addresses/postal-address.ts";
import { shippingMethodOf } from "./shipping-method.ts";

/** A fulfillment order that is assigned to this app. */
export type Assigned = { fulfillmentOrderId: string; shopOrderId: string; orderName: string };

/** An assigned fulfillment order, and the time of the merchant's latest request, by the shop's clock. */
export type AssignedRequest = Assigned & { sentAt: Date | null };

/**
 * Reads the state of a fulfillment order's request; null if the shop does not have the fulfillment order. Does not read
 * the order, because Shopify hides it after 60 days.
 */
export async function readRequestStatus(
  shop: ShopDomain,
  { id, ourLocationId }: { id: string; ourLocationId: string | null },
): Promise<RequestStatus | null> {
  const { fulfillmentOrder } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query requestStatus($id: ID!) {
        fulfillmentOrder(id: $id) {
          status
          requestStatus
          assignedLocation { location { id } }
          merchantRequests(last: 1) { nodes { kind } }
        }
      }
    `,
      { variables: { id } },
    ),
  );
  return fulfillmentOrder ? toStatus(fulfillmentOrder, ourLocationId) : null;
}

/**
 * Reads the state of a fulfillment order's request, with the order's id and name. The caller knows only the fulfillment
 * order's id.
 */
export async function readAssigned(
  shop: ShopDomain,
  { id, ourLocationId }: { id: string; ourLocationId: string | null },
): Promise<(AssignedRequest & RequestStatus) | null> {
  const { fulfillmentOrder } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query assignedFulfillmentOrder($id: ID!) {
        fulfillmentOrder(id: $id) {
          orderId
          orderName
          status
          requestStatus
          assignedLocation { location { id } }
          merchantRequests(last: 1) { nodes { kind sentAt } }
        }
      }
    `,
      { variables: { id } },
    ),
  );
  if (!fulfillmentOrder) return null;
  const { orderId: shopOrderId, orderName, ...read } = fulfillmentOrder;
  const sentAt = toDate(read.merchantRequests.nodes.at(-1)?.sentAt);
  return { fulfillmentOrderId: id, shopOrderId, orderName, sentAt, ...toStatus(read, ourLocationId) };
}

/** Reads a fulfillment order with all its lines, in order to place it; null if the shop does not have it. */
export async function readFulfillmentOrder(
  shop: ShopDomain,
  { id, shopOrderId, ourLocationId }: { id: string; shopOrderId: string; ourLocationId: string | null },
): Promise<FulfillmentOrder | null> {
  const read = await readWithLocation(shop, { id, shopOrderId });
  return read && forLocation(read, ourLocationId);
}

/**
 * Reads a fulfillment order as `readFulfillmentOrder` does, before our location is known. `shopOrderId` is
 * null if the caller knows only `id`, for example from a webhook.
 * @throws Failure `rejected` if `shopOrderId` is null and the shop no longer shows the order.
 */
export async function readWithLocation(
  shop: ShopDomain,
  { id, shopOrderId }: { id: string; shopOrderId: string | null },
): Promise<ReadFulfillmentOrder | null> {
  const lines: RequestedLine[] = [];
  let orderId = shopOrderId;
  for (let after: string | null = null; ;) {
    const read = await readPage(shop, { id, orderId, after });
    if (!read.fulfillmentOrder) return null;
    const { lineItems, deliveryMethod, destination, orderName, request, ...status } = read.fulfillmentOrder;
    const order = read.fulfillmentOrder.order ?? read.order;
    orderId = status.orderId;
    const { dutiesIncluded = false } = order ?? {};
    lines.push(...lineItems.nodes.map((line) => toRequestedLine(line, { dutiesIncluded })));
    after = lineItems.pageInfo.hasNextPage ? (lineItems.pageInfo.endCursor ?? null) : null;
    if (after !== null) continue;
    const isRefunded = (order?.refunds.length ?? 0) > 0;
    return {
      id,
      shopOrderId: orderId,
      orderName,
      lines,
      status: statusOf(status.status),
      request: requestOf(status.requestStatus, status.merchantRequests.nodes.at(-1)),
      locationId: status.assignedLocation.location?.id ?? null,
      requestId: status.merchantRequests.nodes.at(-1)?.id ?? null,
      requestedAt: toDate(status.merchantRequests.nodes.at(-1)?.sentAt),
      paid: order ? isPaid(order.displayFinancialStatus) : null,
      outstanding: order ? outstandingOf(order) : null,
      test: order?.test ?? false,
      orderCanceled: order?.cancelledAt != null,
      delivery: deliveryMethod ? (deliveryMethod.methodType.toLowerCase() as DeliveryMethod) : null,
      shippingMethod: shippingMethodOf({
        titles: order?.shippingLines.nodes.map(({ title }) => title) ?? [],
        presentedName: deliveryMethod?.presentedName,
      }),
      requestMessage: cleanLines(request.nodes.at(-1)?.message ?? ""),
      orderNote: cleanLines(order?.note ?? ""),
      destination: destination ? toDestination(destination, order?.shippingAddress) : null,
      sale: order ? toSale(order, isRefunded ? await readRefunds(shop, orderId) : null) : null,
      past: isRefunded ? await readPastPieces(shop, orderId) : NO_PAST,
      orderAddress: toPostalAddress(order?.shippingAddress),
      closedBeside: (order?.fulfillmentOrders.nodes ?? [])
        .filter((other) => other.id !== id && isOver(statusOf(other.status)))
        .map((other) => ({ id: other.id, locationId: other.assignedLocation.location?.id ?? null })),
    };
  }
}

/** Lists a page of fulfillment orders with a pending request to this app. */
export async function listRequested(
  shop: ShopDomain,
  { what, after }: { what: "fulfillment" | "cancellation"; after: string | null },
): Promise<{ requested: AssignedRequest[]; next: string | null }> {
  const status = what === "fulfillment" ? "FULFILLMENT_REQUESTED" : "CANCELLATION_REQUESTED";
  const { assignedFulfillmentOrders } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query requestedFulfillmentOrders($status: FulfillmentOrderAssignmentStatus!, $after: String) {
        assignedFulfillmentOrders(assignmentStatus: $status, first: 50, after: $after) {
          nodes { id orderId orderName merchantRequests(last: 1) { nodes { sentAt } } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `,
      { variables: { status, after } },
    ),
  );
  const { nodes, pageInfo } = assignedFulfillmentOrders;
  return {
    requested: nodes.map(({ id, orderId, orderName, merchantRequests }) => ({
      fulfillmentOrderId: id,
      shopOrderId: orderId,
      orderName,
      sentAt: toDate(merchantRequests.nodes.at(-1)?.sentAt),
    })),
    next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
  };
}

/**
 * If the order's id is known, reads the order beside the fulfillment order, not inside it. The fulfillment order can
 * then be read even if the shop no longer shows the order.
 */
function readPage(
  shop: ShopDomain,
  { id, orderId, after }: { id: string; orderId: string | null; after: string | null },
) {
  const variables = { id, orderId: orderId ?? NO_ORDER, isKnown: orderId !== null, after };
  return queryShop(shop, (request) =>
    request(
      `#graphql
      query fulfillmentOrder($id: ID!, $orderId: ID!, $isKnown: Boolean!, $after: String) {
        order(id: $orderId) @include(if: $isKnown) { ...orderToPlace }
        fulfillmentOrder(id: $id) {
          order @skip(if: $isKnown) { ...orderToPlace }
          orderId
          orderName
          status
          requestStatus
          assignedLocation { location { id } }
          merchantRequests(last: 1) { nodes { id kind sentAt } }
          # A canceled request may be the latest one.
          request: merchantRequests(last: 1, kind: FULFILLMENT_REQUEST) { nodes { message } }
          deliveryMethod { methodType presentedName }
          destination {
            firstName lastName company address1 address2 city province zip countryCode phone email
          }
          lineItems(first: 20, after: $after) {
            nodes {
              id
              remainingQuantity
              productTitle
              variantTitle
              sku
              variant { id sku product { id } inventoryItem { unitCost { amount currencyCode } } }
              lineItem {
                id
                quantity
                currentQuantity
                customAttributes { key value }
                discountedUnitPriceAfterAllDiscountsSet { shopMoney { amount currencyCode } }
                priceAfterAllDiscountsBeforeTaxesSet { shopMoney { amount currencyCode } }
                taxLines { priceSet { shopMoney { amount currencyCode } } }
                duties { price { shopMoney { amount currencyCode } } }
              }
            }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
      fragment orderToPlace on Order {
        displayFinancialStatus
        currentTotalPriceSet { shopMoney { amount currencyCode } }
        netPaymentSet { shopMoney { amount currencyCode } }
        presentmentCurrencyCode
        taxesIncluded
        dutiesIncluded
        subtotalLineItemsQuantity
        shippingLines(first: 5) {
          nodes {
            title
            discountedPriceSet { shopMoney { amount currencyCode } }
            currentDiscountedPriceSet { shopMoney { amount currencyCode } }
            taxLines { priceSet { shopMoney { amount currencyCode } } }
          }
        }
        test
        cancelledAt
        note
        shippingAddress {
          firstName lastName company address1 address2 city province provinceCode zip countryCodeV2
        }
        fulfillmentOrders(first: 20, reverse: true) { nodes { id status assignedLocation { location { id } } } }
        refunds(first: 1) { createdAt }
      }
    `,
      { variables },
    ),
  );
}

/**
 * Returns the total less the payments that have arrived. Shopify's `totalOutstandingSet`, "the total amount not yet
 * transacted", does not serve: it leaves out authorized payments, which may never arrive.
 */
function outstandingOf(order: { currentTotalPriceSet: ReadMoney; netPaymentSet: ReadMoney }): Money {
  return subtract(toMoney(order.currentTotalPriceSet.shopMoney), toMoney(order.netPaymentSet.shopMoney));
}

/** Placeholder for an unused, required id. */
const NO_ORDER = "gid://shopify/Order/0";

function toDate(moment: string | undefined): Date | null {
  return moment === undefined ? null : new Date(moment);
}

type ReadRequestedLine = NonNullable<
  Awaited<ReturnType<typeof readPage>>["fulfillmentOrder"]
>["lineItems"]["nodes"][number];

type ReadLine = Omit<ReadRequestedLine, "variant" | "lineItem"> & {
  variant: Omit<NonNullable<ReadRequestedLine["variant"]>, "product"> | null;
  lineItem: Omit<ReadRequestedLine["lineItem"], "customAttributes">;
};

/** Shopify's title of the variant of a product without options. Shopify's own pages hide it. */
const ONLY_VARIANT = "Default Title";

function toRequestedLine(
  line: ReadRequestedLine,
  { dutiesIncluded }: { dutiesIncluded: boolean },
): RequestedLine {
  const { variant, productTitle, lineItem } = line;
  return {
    ...toLine(line, { dutiesIncluded }),
    shopProductId: variant?.product.id ?? null,
    productTitle,
    attributes: toAttributes(lineItem.customAttributes),
  };
}

/**
 * A shop hides an attribute from its customers if the attribute's name begins with this (shopify.dev:
 * line_item.properties).
 */
const HIDDEN = "_";

function toAttributes(attributes: { key: string; value: string | null }[]): Attribute[] {
  return attributes.flatMap(({ key, value: text }) => {
    const name = cleanText(key);
    const value = cleanLines(text ?? "");
    return value === null || name.startsWith(HIDDEN) ? [] : [{ name, value }];
  });
}

/** Translates a line. `dutiesIncluded`: the order's prices include duties. */
export function toLine(
  line: ReadLine,
  { dutiesIncluded }: { dutiesIncluded: boolean },
): FulfillmentOrderLine {
  const { lineItem, variant, productTitle, variantTitle } = line;
  return {
    id: line.id,
    lineItemId: lineItem.id,
    shopVariantId: variant?.id ?? null,
    sku: variant?.sku ?? line.sku ?? null,
    title: variantTitle && variantTitle !== ONLY_VARIANT ? `${productTitle}, ${variantTitle}` : productTitle,
    quantity: line.remainingQuantity,
    ordered: lineItem.currentQuantity,
    unitPrice: toMoney(lineItem.discountedUnitPriceAfterAllDiscountsSet.shopMoney),
    net: netOf(lineItem, { dutiesIncluded }),
    tax: taxOf(lineItem),
    unitCost: variant?.inventoryItem.unitCost ? toMoney(variant.inventoryItem.unitCost) : null,
  };
}
