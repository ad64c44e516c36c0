/**
 * Events that Stockbridge reports by e-mail and to Shopify Flow. Never rename one: rows and settings store the names.
 */
export const EVENTS = [
  "order-needs-attention",
  "supplier-canceled",
  "order-in-doubt",
  "key-refused",
  "price-moved",
  "discontinued",
  "sold-out",
  "below-cost",
  "setup-broken",
] as const;

export type EventName = (typeof EVENTS)[number];

/** The event of each kind of activity. Kinds that are not listed have no event. */
export const EVENT_OF: Record<string, EventName> = {
  "orders.held": "order-needs-attention",
  "orders.held-by-rule": "order-needs-attention",
  "orders.not-canceled": "order-needs-attention",
  "orders.not-accepted": "order-needs-attention",
  "orders.still-waiting": "order-needs-attention",
  "orders.changed-in-shop": "order-needs-attention",
  "orders.differs-at-supplier": "order-needs-attention",
  "orders.part-refused": "order-needs-attention",
  "orders.request-gone": "order-needs-attention",
  "orders.mismatch": "order-needs-attention",
  "orders.unknown-to-supplier": "order-needs-attention",
  "orders.update-differs": "order-needs-attention",
  "orders.missing-not-ordered": "order-needs-attention",
  "orders.request-failed": "order-needs-attention",
  "orders.request-hidden": "order-needs-attention",
  "tracking.failed": "order-needs-attention",
  "tracking.waits": "order-needs-attention",
  "orders.canceled": "supplier-canceled",
  "orders.rejected": "supplier-canceled",
  "orders.in-doubt": "order-in-doubt",
  "orders.paused-by-doubts": "order-in-doubt",
  "connection.unauthorized": "key-refused",
  "catalog.discontinued": "discontinued",
  "catalog.off-sale": "discontinued",
  "catalog.off-sale-as-drafts": "discontinued",
  "catalog.price-moved": "price-moved",
  "catalog.sold-out": "sold-out",
  "catalog.below-cost": "below-cost",
  "catalog.service-gone": "setup-broken",
  "shop.access-lost": "setup-broken",
  "shop.permissions-missing": "setup-broken",
  "shop.setup-broken": "setup-broken",
};

/**
 * Returns the event of an activity; null if the activity has no event, such as good news ("info", "success").
 */
export function eventOf({ kind, tone }: { kind: string; tone: string }): EventName | null {
  return tone === "warning" || tone === "critical" ? (EVENT_OF[kind] ?? null) : null;
}

/** The tone of an entry: news (`info`, `success`), or a task for the merchant (`warning`, `critical`). */
export type Tone = "info" | "success" | "warning" | "critical";

/** The tones of entries that need the merchant's attention. */
export const NEEDS_ATTENTION: Tone[] = ["warning", "critical"];
