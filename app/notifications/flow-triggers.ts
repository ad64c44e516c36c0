import { EVENTS, type EventName } from "../lib/activity/events.ts";

/** `about`: the type of Shopify's resource in the trigger's payload; null if the payload has none. */
type Trigger = { handle: string; name: string; about: "order" | "product" | null };

/** Our triggers in Shopify Flow, as `extensions/flow-trigger-*` declare them. */
export const TRIGGERS: Record<EventName, Trigger> = {
  "order-needs-attention": {
    handle: "supplier-order-needs-attention",
    name: "Supplier order needs attention",
    about: "order",
  },
  "supplier-canceled": {
    handle: "supplier-order-canceled",
    name: "Supplier order canceled",
    about: "order",
  },
  "order-in-doubt": {
    handle: "supplier-order-in-doubt",
    name: "Supplier order in doubt",
    about: "order",
  },
  "key-refused": {
    handle: "supplier-connection-refused",
    name: "Supplier connection refused",
    about: null,
  },
  "price-moved": { handle: "supplier-cost-moved", name: "Supplier cost moved", about: "product" },
  discontinued: {
    handle: "supplier-product-discontinued",
    name: "Supplier product discontinued",
    about: "product",
  },
  "sold-out": { handle: "supplier-product-sold-out", name: "Supplier product sold out", about: "product" },
  "below-cost": { handle: "product-priced-below-cost", name: "Product priced below cost", about: "product" },
  "setup-broken": { handle: "stockbridge-setup-broken", name: "Stockbridge setup broken", about: null },
};

/** The key of the payload field that links to a page in Shopify's admin. Every trigger has this field. */
export const PAGE_FIELD = "Page";

/**
 * Returns the events of the trigger that Flow's lifecycle call names. Shopify documents "the unique identifier
 * for your trigger", but its example shows a name. For an unknown value, returns all events. Superfluous
 * triggers do no harm: Flow ignores triggers that no workflow uses.
 */
export function eventsOfTrigger(trigger: string): readonly EventName[] {
  const known = trigger.trim().toLowerCase();
  const found = EVENTS.filter((event) => {
    const { handle, name } = TRIGGERS[event];
    return known === handle || known === name.toLowerCase();
  });
  return found.length > 0 ? found : EVENTS;
}

/**
 * Matches a page about an order or product. The page is in Shopify's admin for an order that a rule holds,
 * because the app has no page for it yet.
 */
export const SUBJECT_PAGE = /^(\/app|shopify:admin)\/(orders|products)\/([^/?#]+)$/;
