import { orderTooOld } from "../admin-errors.ts";
import { gid } from "../ids.ts";
import { isoTime } from "../occasion.ts";
import { supportedActions } from "../orders/fulfillment-orders.ts";
import type {
  Fulfillment,
  FulfillmentEvent,
  FulfillmentHold,
  FulfillmentLine,
  FulfillmentOrder,
  FulfillmentOrderLine,
  MerchantRequest,
  RequestStatus,
  TrackingInfo,
} from "../orders/order.ts";
import { trackingCompanies } from "../orders/tracking-companies.ts";
import { mayRead, mayReadOrder } from "../orders/visibility.ts";
import type { ShopState } from "../state.ts";
import { connect, type PageArgs } from "./connection.ts";
import { describeManual, describeService } from "./fulfillment-service-descriptions.ts";
import { describeLocation, describeLocationAddress } from "./inventory-descriptions.ts";
import { moneyBag } from "../orders/order-money.ts";
import { currentVariant, describeLine, describeOrder } from "./order-descriptions.ts";
import type { AdminContext } from "./resolver.ts";

export function describeFulfillmentOrder(shop: ShopState, fulfillmentOrder: FulfillmentOrder) {
  const { id, order, location } = fulfillmentOrder;
  return {
    __typename: "FulfillmentOrder",
    id: gid("FulfillmentOrder", id),
    orderId: gid("Order", order.id),
    orderName: order.name,
    orderProcessedAt: isoTime(order.createdAt),
    order: (_args: object, { grant, now }: AdminContext) => {
      if (!mayReadOrder(grant, order, now)) throw orderTooOld("order");
      return describeOrder(shop, order);
    },
    status: fulfillmentOrder.status,
    requestStatus: shownRequestStatus(shop, fulfillmentOrder),
    supportedActions: supportedActions(fulfillmentOrder).map((action) => ({ action, externalUrl: null })),
    assignedLocation: () => {
      const { address1, address2, city, zip, province, countryCode, phone } =
        describeLocationAddress(location);
      return {
        address1,
        address2,
        city,
        zip,
        province,
        phone,
        countryCode,
        name: location.name,
        location: () => describeLocation(shop, location),
      };
    },
    destination: (_args: object, { app }: AdminContext) =>
      describeDestination(fulfillmentOrder, app.customerDataApproved !== false),
    deliveryMethod: {
      __typename: "DeliveryMethod",
      id: gid("DeliveryMethod", id),
      methodType: order.deliveryMethod,
      // Admin schema: "The name of the delivery option that was presented to the buyer during checkout."
      presentedName: order.shippingLines.length === 1 ? order.shippingLines[0] : null,
    },
    fulfillmentHolds: fulfillmentOrder.holds.map(describeHold),
    fulfillAt: isoTime(fulfillmentOrder.fulfillAt),
    fulfillBy: null,
    channelId: null,
    internationalDuties: null,
    lineItems: (args: PageArgs) =>
      connect(fulfillmentOrder.lines, args, (entry) => describeEntry(shop, fulfillmentOrder, entry)),
    merchantRequests: ({ kind, ...args }: PageArgs & { kind?: string | null }) =>
      connect(
        fulfillmentOrder.merchantRequests.filter((request) => !kind || request.kind === kind),
        args,
        (request) => describeRequest(shop, fulfillmentOrder, request),
      ),
    fulfillments: (args: PageArgs) =>
      connect(
        order.fulfillments.filter(({ lines }) =>
          lines.some((line) => line.fulfillmentOrder === fulfillmentOrder),
        ),
        args,
        (fulfillment) => describeFulfillment(shop, fulfillment),
      ),
    createdAt: isoTime(fulfillmentOrder.createdAt),
    updatedAt: isoTime(fulfillmentOrder.updatedAt),
  };
}

/** A requested cancellation shows in one of two ways: see `ShopState.showsCancellation`. */
function shownRequestStatus(
  { showsCancellation }: ShopState,
  { requestStatus }: FulfillmentOrder,
): RequestStatus {
  return requestStatus === "CANCELLATION_REQUESTED" && showsCancellation === "as-recorded"
    ? "ACCEPTED"
    : requestStatus;
}

export function describeHold({ id, handle, reason, reasonNotes }: FulfillmentHold) {
  return { id: gid("FulfillmentHold", id), handle, reason, reasonNotes };
}

export function describeFulfillment(shop: ShopState, fulfillment: Fulfillment) {
  const { id, order, location, lines, status, events } = fulfillment;
  const latest = events.at(-1);
  const firstOf = (wanted: string) => events.find((event) => event.status === wanted);
  return {
    __typename: "Fulfillment",
    id: gid("Fulfillment", id),
    legacyResourceId: String(id),
    name: fulfillment.name,
    status,
    // The latest event, here and below, as recorded in airhorns/shopify-draft-proxy, fulfillment-detail-events-lifecycle.
    displayStatus: status === "SUCCESS" ? (latest?.status ?? "FULFILLED") : "CANCELED",
    events: (args: PageArgs) => connect(events, args, describeEvent),
    trackingInfo: async ({ first }: { first?: number | null }) => {
      const companies = await trackingCompanies();
      return fulfillment.tracking.slice(0, first ?? undefined).map((each) => withLink(each, companies));
    },
    totalQuantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    requiresShipping: lines.some(({ line }) => line.requiresShipping),
    location: () => describeLocation(shop, location),
    service: () => (location.service ? describeService(shop, location.service) : describeManual(shop)),
    order: () => describeOrder(shop, order),
    fulfillmentLineItems: (args: PageArgs) =>
      connect(lines, args, (line) => describeShippedLine(shop, fulfillment, line)),
    fulfillmentOrders: (args: PageArgs, { grant }: AdminContext) => {
      const shipped = [...new Set(lines.map(({ fulfillmentOrder }) => fulfillmentOrder))];
      const visible = shipped.filter((each) => mayRead(grant, each));
      return connect(visible, args, (each) => describeFulfillmentOrder(shop, each));
    },
    deliveredAt: isoOrNull(firstOf("DELIVERED")?.happenedAt),
    estimatedDeliveryAt: isoOrNull(latest?.estimatedDeliveryAt),
    inTransitAt: isoOrNull(firstOf("IN_TRANSIT")?.happenedAt),
    createdAt: isoTime(fulfillment.createdAt),
    updatedAt: isoTime(fulfillment.updatedAt),
  };
}

export function describeEvent({
  id,
  status,
  happenedAt,
  createdAt,
  estimatedDeliveryAt,
  details,
}: FulfillmentEvent) {
  return {
    __typename: "FulfillmentEvent",
    id: gid("FulfillmentEvent", id),
    status,
    happenedAt: isoTime(happenedAt),
    createdAt: isoTime(createdAt),
    estimatedDeliveryAt: isoOrNull(estimatedDeliveryAt),
    message: null,
    address1: null,
    city: null,
    province: null,
    country: null,
    zip: null,
    latitude: null,
    longitude: null,
    ...details,
  };
}

function isoOrNull(moment: Date | null | undefined): string | null {
  return moment ? isoTime(moment) : null;
}

/** Shopify makes a link for its own spellings of a company, and for no other. What its links look like is not recorded. */
function withLink(tracking: TrackingInfo, companies: Set<string>): TrackingInfo {
  const { company, number, url } = tracking;
  if (url !== null || number === null || company === null || !companies.has(company)) return tracking;
  return { ...tracking, url: `https://links.example/${encodeURIComponent(company)}/${number}` };
}

function describeEntry(shop: ShopState, { order }: FulfillmentOrder, entry: FulfillmentOrderLine) {
  const { id, line, total, remaining } = entry;
  return {
    __typename: "FulfillmentOrderLineItem",
    id: gid("FulfillmentOrderLineItem", id),
    totalQuantity: total,
    remainingQuantity: remaining,
    productTitle: line.title,
    vendor: line.vendor,
    requiresShipping: line.requiresShipping,
    originalUnitPriceSet: moneyBag(shop, Number(line.price)),
    warnings: [],
    image: null,
    weight: line.variant.item.weight,
    lineItem: () => describeLine(shop, order, line),
    ...currentVariant(shop, line),
  };
}

function describeRequest(shop: ShopState, fulfillmentOrder: FulfillmentOrder, request: MerchantRequest) {
  return {
    __typename: "FulfillmentOrderMerchantRequest",
    id: gid("FulfillmentOrderMerchantRequest", request.id),
    kind: request.kind,
    message: request.message,
    requestOptions: request.options,
    // Null also after an answer: airhorns/shopify-draft-proxy, fulfillment-order-request-lifecycle.
    responseData: null,
    sentAt: isoTime(request.sentAt),
    fulfillmentOrder: () => describeFulfillmentOrder(shop, fulfillmentOrder),
  };
}

function describeShippedLine(
  shop: ShopState,
  { order }: Fulfillment,
  { id, line, quantity }: FulfillmentLine,
) {
  return {
    __typename: "FulfillmentLineItem",
    id: gid("FulfillmentLineItem", id),
    quantity,
    lineItem: () => describeLine(shop, order, line),
    originalTotalSet: moneyBag(shop, Number(line.price) * quantity),
    discountedTotalSet: moneyBag(shop, Number(line.price) * quantity),
  };
}

/**
 * Without approval of protected customer data every field is null, outside development stores (shopify.dev: Work with
 * protected customer data).
 */
function describeDestination({ order }: FulfillmentOrder, approved: boolean) {
  if (!order.shippingAddress) return null;
  const { provinceCode: _code, ...address } = order.destination ?? order.shippingAddress;
  const shown = { ...address, email: order.email, phone: address.phone ?? order.phone };
  return {
    __typename: "FulfillmentOrderDestination",
    id: gid("FulfillmentOrderDestination", order.id),
    ...(approved ? shown : Object.fromEntries(Object.keys(shown).map((name) => [name, null]))),
    location: null,
  };
}
