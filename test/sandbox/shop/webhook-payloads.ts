import { gid, PLANS, type ShopState } from "./state.ts";

export type Payload = Record<string, unknown>;

/** shopify.dev: Privacy law compliance. */
export const COMPLIANCE_TOPICS = ["customers/data_request", "customers/redact", "shop/redact"];

/**
 * The body that Shopify sends for a topic, about the object with this id (a number, or a gid that ends in one).
 * The compliance bodies are those of shopify.dev, Privacy law compliance; the shop's is that of the Shop REST
 * resource; any other holds little more than the ids, and personal data for `include_fields` to leave out.
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
    case "app/uninstalled":
    case "shop/update":
      return shopResource(shop);
    default:
      return resource(topic, id, now);
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

function resource(topic: string, id: number, now: Date): Payload {
  const [plural = ""] = topic.split("/");
  const identity = { id, admin_graphql_api_id: gid(typeName(plural), id), updated_at: now.toISOString() };
  if (plural === "orders")
    return { ...identity, name: `#${id}`, email: "john@example.com", customer: customer(115310627) };
  if (plural === "customers") return { ...identity, ...customer(id) };
  return identity;
}

/** `fulfillment_orders` → `FulfillmentOrder` */
function typeName(plural: string): string {
  const words = plural.replace(/s$/, "").split("_");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
