import type { ChoiceRules } from "../../app/orders/choices/choose.ts";
import { times } from "../../app/lib/money.ts";
import type { LinkedVariant } from "../../app/orders/placing/judge-cost.ts";
import type { Destination } from "../../app/shop/addresses/postal-address.ts";
import {
  type FulfillmentOrder,
  NO_PAST,
  type RequestedLine,
} from "../../app/shop/orders/fulfillment-order.ts";
import type { SupplierVariantId } from "../../app/wholesale/resources.ts";

export const now = new Date("2026-11-21T10:00:00Z");

export function after(seconds: number, from = now): Date {
  return new Date(from.getTime() + seconds * 1000);
}

export const home: Destination = {
  firstName: "Jürgen",
  lastName: "Groß",
  company: null,
  address1: "Königstraße 12a",
  address2: null,
  city: "Köln",
  province: null,
  provinceCode: null,
  zip: "50667",
  countryCode: "DE",
  phone: null,
  email: null,
};

/** Two pieces of `gid://shopify/ProductVariant/1`. */
export function aLine(more: Partial<RequestedLine> = {}): RequestedLine {
  const { unitPrice = { amount: "100000.00", currency: "EUR" }, ordered = 2 } = more;
  const nothing = { amount: "0.00", currency: "EUR" };
  return {
    id: "gid://shopify/FulfillmentOrderLineItem/7",
    lineItemId: "gid://shopify/LineItem/7",
    shopVariantId: "gid://shopify/ProductVariant/1",
    sku: "SKU-1",
    title: "Notizbuch Fjord",
    quantity: 2,
    ordered,
    unitPrice,
    net: unitPrice ? times(unitPrice, ordered) : nothing,
    tax: { ...nothing, currency: unitPrice?.currency ?? "EUR" },
    unitCost: null,
    shopProductId: "gid://shopify/Product/1",
    productTitle: "Notizbuch Fjord",
    attributes: [],
    ...more,
  };
}

/** A paid and requested fulfillment order that can be placed as it is. */
export function aRequest(more: Partial<FulfillmentOrder> = {}): FulfillmentOrder {
  return {
    id: "gid://shopify/FulfillmentOrder/7",
    shopOrderId: "gid://shopify/Order/7",
    orderName: "#1001",
    requestId: "gid://shopify/FulfillmentOrderMerchantRequest/7",
    requestedAt: now,
    status: "open",
    request: "submitted",
    ours: true,
    paid: true,
    outstanding: { amount: "0", currency: "EUR" },
    test: false,
    orderCanceled: false,
    delivery: "shipping",
    shippingMethod: null,
    requestMessage: null,
    orderNote: null,
    destination: home,
    orderAddress: home,
    lines: [aLine()],
    sale: { paidCurrency: "EUR", shipping: { amount: "0.00", currency: "EUR" }, pieces: 2, refunds: null },
    past: NO_PAST,
    closedOthers: [],
    ...more,
  };
}

/** Links of `gid://shopify/ProductVariant/1` and `/2` to variants that the supplier sells. */
export function linkedVariants(more: Partial<LinkedVariant> = {}): Map<string, LinkedVariant> {
  return new Map(
    ["1", "2"].map((number) => [
      `gid://shopify/ProductVariant/${number}`,
      {
        supplierVariantId: `var_${number}` as SupplierVariantId,
        sku: `S-${number}`,
        stock: 20,
        discontinued: false,
        unreadable: null,
        ofAnotherAccount: false,
        price: { amount: "12.50", currency: "EUR" },
        ...more,
      },
    ]),
  );
}

/** A shop that has decided nothing about what goes along with its orders, except this. */
export function choiceRules(holdsUnknown = false): ChoiceRules {
  return {
    method: { assigned: null, defaultMethod: null, holdsUnknown },
    sendsCustomerNote: false,
    attributeDecisions: [],
  };
}
