import { gid } from "./ids.ts";
import { findFulfillmentOrder } from "./orders/fulfillment-orders.ts";
import { fulfillmentOrderPayload, orderPayload } from "./orders/news.ts";
import { PLANS, type ShopState } from "./state.ts";

export type Payload = Record<string, unknown>;

/** shopify.dev: Privacy law compliance. */
export const COMPLIANCE_TOPICS = ["customers/data_request", "customers/redact", "shop/redact"];

/**
 * The body that Shopify sends for a topic, about the object with this id (a number, or a gid that ends in one). The
 * compliance bodies are those of shopify.dev, Privacy law compliance. The shop's body is that of the Shop REST
 * resource. An order and a fulfillment order that the shop has are described as they are. Any other body holds little
 * more than the ids, and personal data for `include_fields` to leave out.
 */
export function buildPayload(
  topic: string,
  shop: ShopState,
  subjectId: string | undefined,
  now: Date,
): Payload {
  const id = numericId(subjectId ?? "1001");
  switch (topic) {
    case "shop/redact":
      return shopIdentity(shop);
    case "customers/redact":
      return { ...shopIdentity(shop), customer: customer(id), orders_to_redact: [299938, 280263, 220458] };
    case "customers/data_request":
      return {
        ...shopIdentity(shop),
        orders_requested: [299938, 280263, 220458],
        customer: customer(id),
        data_request: { id: 9999 },
      };
    case "refunds/create":
      return { id: 7, order_id: id, note: "as agreed", refund_line_items: [], transactions: [] };
    case "orders/risk_assessment_changed":
      return {
        provider_id: null,
        provider_title: null,
        risk_level: "high",
        created_at: now.toISOString(),
        order_id: id,
        admin_graphql_api_order_id: gid("Order", id),
      };
    case "orders/edited":
      return { order_edit: { id: 7, order_id: id, staff_note: "the customer called" } };
    case "app/uninstalled":
    case "shop/update":
      return shopResource(shop);
    default:
      return knownObject(topic, shop, id) ?? resource(topic, id, now);
  }
}

/** Keeps the named fields only; a dot leads into objects and lists (shopify.dev: Webhooks delivery structure). */
export function includeFields(payload: Payload, fields: string[]): Payload {
  return pick(
    payload,
    fields.map((field) => field.split(".")),
  ) as Payload;
}

function pick(value: unknown, paths: string[][]): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, paths));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).flatMap(([key, inner]) => {
    const below = paths.filter(([head]) => head === key).map(([, ...rest]) => rest);
    if (below.length === 0) return [];
    return [[key, below.some((path) => path.length === 0) ? inner : pick(inner, below)]];
  });
  return Object.fromEntries(kept) as Payload;
}

function numericId(subjectId: string): number {
  const digits = /(\d+)$/.exec(subjectId)?.[1];
  if (digits === undefined) throw new Error(`The subject id ${subjectId} does not end in a number.`);
  return Number(digits);
}

function shopIdentity(shop: ShopState): Payload {
  return { shop_id: shop.id, shop_domain: shop.domain };
}

function customer(id: number): Payload {
  return { id, email: "john@example.com", phone: "555-625-1199" };
}

function shopResource(shop: ShopState): Payload {
  const { displayName } = PLANS[shop.plan];
  return {
    id: shop.id,
    name: shop.name,
    email: shop.email,
    customer_email: shop.email,
    shop_owner: `${shop.owner.firstName} ${shop.owner.lastName}`,
    domain: shop.domain,
    myshopify_domain: shop.domain,
    country_code: shop.countryCode,
    currency: shop.currencyCode,
    iana_timezone: shop.ianaTimezone,
    primary_locale: shop.owner.locale,
    plan_name: displayName.toLowerCase().replaceAll(" ", "_"),
    plan_display_name: displayName,
    created_at: shop.createdAt.toISOString(),
    updated_at: shop.createdAt.toISOString(),
  };
}

/** Orders may be named by their number as well. */
function knownObject(topic: string, shop: ShopState, id: number): Payload | undefined {
  const [subject = "", event = ""] = topic.split("/");
  if (subject === "orders") {
    const order = shop.orders.find((each) => each.id === id || each.number === id);
    return order && orderPayload(shop, order);
  }
  const found = subject === "fulfillment_orders" ? findFulfillmentOrder(shop, id) : undefined;
  return found && fulfillmentOrderPayload(event, found);
}

function resource(topic: string, id: number, now: Date): Payload {
  const [plural = ""] = topic.split("/");
  const identity = { id, admin_graphql_api_id: gid(typeName(plural), id), updated_at: now.toISOString() };
  if (plural === "orders")
    return { ...identity, name: `#${id}`, email: "john@example.com", customer: customer(115310627) };
  if (plural === "fulfillment_orders") return unknownFulfillmentOrder(topic, id);
  if (plural === "customers") return { ...identity, ...customer(id) };
  return identity;
}

/** The forms of shopify.dev, Webhooks, sample payloads: they differ by event, and have no `id` at the top. */
function unknownFulfillmentOrder(topic: string, id: number): Payload {
  const summary = { id: gid("FulfillmentOrder", id), status: "open", request_status: "unsubmitted" };
  const request = { id: gid("FulfillmentOrderMerchantRequest", id), message: null };
  switch (topic) {
    case "fulfillment_orders/fulfillment_request_submitted":
      return {
        original_fulfillment_order: summary,
        submitted_fulfillment_order: summary,
        fulfillment_order_merchant_request: request,
      };
    case "fulfillment_orders/cancellation_request_submitted":
      return { fulfillment_order: summary, fulfillment_order_merchant_request: request };
    case "fulfillment_orders/moved":
      return { original_fulfillment_order: summary, moved_fulfillment_order: summary };
    case "fulfillment_orders/merged":
      return { merge_intents: [], fulfillment_order_merges: { fulfillment_order: summary } };
    default:
      return { fulfillment_order: summary };
  }
}

/** `inventory_levels` → `InventoryLevel` */
function typeName(plural: string): string {
  const words = plural.replace(/s$/, "").split("_");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
