import { variantTitle } from "../catalog/catalog.ts";
import { gid } from "../ids.ts";
import { isoTime } from "../occasion.ts";
import {
  displayFulfillmentStatus,
  type Address,
  type Customer,
  type Order,
  type OrderLine,
  type Refund,
  unfulfilledQuantity,
} from "../orders/order.ts";
import {
  currentShipping,
  lineMoney,
  moneyBag,
  orderTotal,
  shippingTax,
  taxIn,
} from "../orders/order-money.ts";
import { mayRead } from "../orders/visibility.ts";
import type { ShopState } from "../state.ts";
import { connect, type PageArgs } from "./connection.ts";
import { describeFulfillment, describeFulfillmentOrder } from "./fulfillment-order-descriptions.ts";
import { describeProduct, describeVariant } from "./product-descriptions.ts";
import type { AdminContext } from "./resolver.ts";

export function describeOrder(shop: ShopState, order: Order) {
  const { money } = order;
  const lines = order.lines.map((line) => ({ line, current: line.quantity - line.removed }));
  const subtotal = lines.reduce((sum, { line, current }) => sum + lineMoney(order, line, current).price, 0);
  const total = moneyBag(shop, orderTotal(order));
  const nothing = moneyBag(shop, 0);
  const received = moneyBag(shop, order.received);
  const capturable = order.financialStatus === "AUTHORIZED" ? total : nothing;
  return {
    __typename: "Order",
    id: gid("Order", order.id),
    legacyResourceId: String(order.id),
    name: order.name,
    number: order.number,
    email: protectedData(order.email),
    phone: protectedData(order.phone),
    note: order.note,
    tags: order.tags,
    test: order.test,
    risk: {
      assessments: order.riskAssessments.map((riskLevel) => ({ riskLevel, provider: null, facts: [] })),
      recommendation: recommendationFor(order),
    },
    confirmed: true,
    currencyCode: shop.currencyCode,
    presentmentCurrencyCode: money.presentment?.currencyCode ?? shop.currencyCode,
    taxesIncluded: money.taxesIncluded,
    taxExempt: money.taxPercent === 0,
    dutiesIncluded: money.dutiesIncluded,
    currentSubtotalLineItemsQuantity: order.cancelledAt
      ? 0
      : lines.reduce((sum, { current }) => sum + current, 0),
    displayFinancialStatus: order.financialStatus,
    displayFulfillmentStatus: displayFulfillmentStatus(order),
    fullyPaid: order.financialStatus === "PAID",
    unpaid: order.received === 0,
    closed: order.closedAt !== null,
    cancelReason: order.cancelReason,
    cancelledAt: order.cancelledAt && isoTime(order.cancelledAt),
    closedAt: order.closedAt && isoTime(order.closedAt),
    createdAt: isoTime(order.createdAt),
    processedAt: isoTime(order.createdAt),
    updatedAt: isoTime(order.updatedAt),
    requiresShipping: order.lines.some(({ requiresShipping }) => requiresShipping),
    subtotalLineItemsQuantity: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    totalRefundedSet: moneyBag(
      shop,
      order.refunds.reduce((sum, { amount }) => sum + amount, 0),
      money.presentment,
    ),
    totalPriceSet: total,
    currentTotalPriceSet: order.cancelledAt ? nothing : total,
    subtotalPriceSet: moneyBag(shop, subtotal, money.presentment),
    totalShippingPriceSet: moneyBag(shop, money.shipping, money.presentment),
    totalReceivedSet: received,
    netPaymentSet: order.financialStatus === "REFUNDED" ? nothing : received,
    totalCapturableSet: capturable,
    shippingAddress: protectedData(order.shippingAddress && describeMailingAddress(order)),
    billingAddress: protectedData(order.shippingAddress && describeMailingAddress(order)),
    shippingLine: shippingLines(order).map((line) => describeShippingLine(shop, order, line))[0] ?? null,
    shippingLines: (args: PageArgs) =>
      connect(shippingLines(order), args, (line) => describeShippingLine(shop, order, line)),
    customAttributes: [],
    customer: protectedData(order.customer && describeCustomer(order.customer)),
    lineItems: (args: PageArgs) => connect(order.lines, args, (line) => describeLine(shop, order, line)),
    /** Only those that the app's scopes let it see. */
    fulfillmentOrders: (args: PageArgs, { grant }: AdminContext) =>
      connect(
        order.fulfillmentOrders.filter((each) => mayRead(grant, each)),
        args,
        (each) => describeFulfillmentOrder(shop, each),
      ),
    fulfillments: ({ first }: { first?: number | null }) =>
      order.fulfillments.slice(0, first ?? undefined).map((each) => describeFulfillment(shop, each)),
    refunds: ({ first }: { first?: number | null }) =>
      order.refunds.slice(0, first ?? undefined).map((each) => describeRefund(shop, order, each)),
    fulfillmentsCount: { count: order.fulfillments.length, precision: "EXACT" },
  };
}

/** Shopify does not document how it derives its recommendation. */
function recommendationFor({ riskAssessments }: Order): string {
  if (riskAssessments.includes("HIGH")) return "CANCEL";
  if (riskAssessments.includes("MEDIUM")) return "INVESTIGATE";
  return riskAssessments.includes("LOW") ? "ACCEPT" : "NONE";
}

type ShippingLine = { id: number; title: string; price: number };

/** The first one carries the price. It has no title if the order names no method. */
function shippingLines({ id, shippingLines: titles, money }: Order): ShippingLine[] {
  const named = titles.length === 0 && money.shipping > 0 ? [""] : titles;
  return named.map((title, at) => ({ id: id * 10 + at, title, price: at === 0 ? money.shipping : 0 }));
}

function describeShippingLine(shop: ShopState, order: Order, { id, title, price }: ShippingLine) {
  const shown = moneyBag(shop, price, order.money.presentment);
  return {
    id: gid("ShippingLine", id),
    title,
    code: title,
    isRemoved: false,
    originalPriceSet: shown,
    discountedPriceSet: shown,
    currentDiscountedPriceSet:
      price === 0 ? shown : moneyBag(shop, currentShipping(order), order.money.presentment),
    taxLines: price === 0 ? [] : describeTax(shop, order, shippingTax(order)),
  };
}

/** Returns null if the app's access to customers' data is not approved. */
function protectedData<Data>(data: Data) {
  return (_args: object, { app }: AdminContext): Data | null =>
    app.customerDataApproved === false ? null : data;
}

export function describeLine(shop: ShopState, order: Order, line: OrderLine) {
  const { variant, quantity } = line;
  const exists = shop.catalog.variants.get(variant.id) === variant;
  const current = quantity - line.removed;
  const { presentment } = order.money;
  const [ofAll, ofCurrent] = [quantity, order.cancelledAt ? 0 : current].map((pieces) =>
    lineMoney(order, line, pieces),
  ) as [ReturnType<typeof lineMoney>, ReturnType<typeof lineMoney>];
  return {
    __typename: "LineItem",
    id: gid("LineItem", line.id),
    title: line.title,
    variantTitle: line.variantTitle,
    name: line.variantTitle === null ? line.title : `${line.title} - ${line.variantTitle}`,
    sku: line.sku,
    vendor: line.vendor,
    quantity,
    currentQuantity: order.cancelledAt ? 0 : current,
    unfulfilledQuantity: order.cancelledAt ? 0 : unfulfilledQuantity(order, line),
    refundableQuantity: order.cancelledAt ? 0 : current,
    nonFulfillableQuantity: 0,
    requiresShipping: line.requiresShipping,
    taxable: true,
    isGiftCard: false,
    customAttributes: line.customAttributes,
    originalUnitPriceSet: moneyBag(shop, Number(line.price)),
    discountedUnitPriceSet: moneyBag(shop, Number(line.price)),
    // Admin schema: "The approximate unit price".
    discountedUnitPriceAfterAllDiscountsSet: moneyBag(shop, ofAll.price / quantity, presentment),
    // Admin schema: of the current pieces, without taxes. Taxes and duties are those of all pieces.
    priceAfterAllDiscountsBeforeTaxesSet: moneyBag(shop, ofCurrent.beforeTax, presentment),
    taxLines: describeTax(shop, order, ofAll.tax),
    duties:
      ofAll.duties === 0
        ? []
        : [{ id: gid("Duty", line.id), price: moneyBag(shop, ofAll.duties, presentment), taxLines: [] }],
    originalTotalSet: moneyBag(shop, Number(line.price) * quantity),
    discountedTotalSet: moneyBag(shop, Number(line.price) * quantity),
    product: () => (exists ? describeProduct(shop, variant.product) : null),
    variant: () => (exists ? describeVariant(shop, variant) : null),
    image: null,
  };
}

function describeTax(shop: ShopState, { money }: Order, tax: number) {
  const rate = money.taxPercent / 100;
  if (rate === 0) return [];
  return [
    {
      title: "VAT",
      rate,
      ratePercentage: money.taxPercent,
      priceSet: moneyBag(shop, tax, money.presentment),
    },
  ];
}

function describeRefund(
  shop: ShopState,
  order: Order,
  { id, createdAt, amount: refunded, shipping, lines }: Refund,
) {
  const { presentment } = order.money;
  return {
    __typename: "Refund",
    id: gid("Refund", id),
    legacyResourceId: String(id),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(createdAt),
    totalRefundedSet: moneyBag(shop, refunded, order.money.presentment),
    refundLineItems: (args: PageArgs) =>
      connect(lines, args, (each) => ({
        __typename: "RefundLineItem",
        id: gid("RefundLineItem", each.id),
        quantity: each.quantity,
        restockType: each.restockType,
        restocked: each.restockType !== "NO_RESTOCK",
        subtotalSet: moneyBag(shop, lineMoney(order, each.line, each.quantity).price, presentment),
        totalTaxSet: moneyBag(shop, lineMoney(order, each.line, each.quantity).tax, presentment),
        lineItem: () => describeLine(shop, order, each.line),
      })),
    refundShippingLines: (args: PageArgs) =>
      connect(shipping === 0 ? [] : [{ id, price: shipping }], args, ({ id: own, price }) => ({
        __typename: "RefundShippingLine",
        id: gid("RefundShippingLine", own),
        subtotalAmountSet: moneyBag(shop, price, presentment),
        taxAmountSet: moneyBag(shop, taxIn(price, order.money), presentment),
      })),
  };
}

/** Returns a fulfillment order's view of the variant behind it; nothing once it is deleted. */
export function currentVariant(shop: ShopState, { variant, sku, variantTitle: title }: OrderLine) {
  const exists = shop.catalog.variants.get(variant.id) === variant;
  return {
    sku: exists ? variant.item.sku : sku,
    variantTitle: exists ? variantTitle(variant) : title,
    inventoryItemId: exists ? gid("InventoryItem", variant.item.id) : null,
    variant: () => (exists ? describeVariant(shop, variant) : null),
  };
}

function countryName(countryCode: string): string {
  return COUNTRIES.of(countryCode) ?? countryCode;
}

const COUNTRIES = new Intl.DisplayNames("en", { type: "region" });

function describeMailingAddress({ id, shippingAddress }: Order) {
  const address = shippingAddress as Address;
  const name = [address.firstName, address.lastName].filter(Boolean).join(" ");
  const country = countryName(address.countryCode);
  return {
    __typename: "MailingAddress",
    id: `${gid("MailingAddress", id)}?model_name=Address`,
    ...address,
    name: name || null,
    country,
    countryCodeV2: address.countryCode,
    coordinatesValidated: false,
    latitude: null,
    longitude: null,
    timeZone: null,
    formattedArea: [address.city, country].filter(Boolean).join(", "),
    formatted: ({ withName, withCompany }: { withName: boolean; withCompany: boolean }) =>
      [
        ...(withName ? [name] : []),
        ...(withCompany ? [address.company] : []),
        address.address1,
        address.address2,
        [address.zip, address.city].filter(Boolean).join(" "),
        country,
      ].filter(Boolean),
  };
}

function describeCustomer({ id, firstName, lastName, email, phone }: Customer) {
  return {
    __typename: "Customer",
    id: gid("Customer", id),
    legacyResourceId: String(id),
    firstName,
    lastName,
    displayName: [firstName, lastName].filter(Boolean).join(" "),
    email,
    phone,
    defaultEmailAddress: email === null ? null : { emailAddress: email },
    defaultPhoneNumber: phone === null ? null : { phoneNumber: phone },
    locale: "en",
    tags: [],
  };
}
