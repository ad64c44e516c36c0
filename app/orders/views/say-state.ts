import { groupOf, type Sorted } from "../order-group.ts";
import type { OrderState } from "../order-state.ts";

/** What the merchant's words depend on. */
export type Standing = Sorted & { said: string | null };

/** Where an order stands in the merchant's words: a word for a badge, a few for a list, and a sentence. */
export type Told = {
  label: string;
  /** A badge's tone; null for what nobody has to look at. */
  tone: "info" | "success" | "attention" | "warning" | "critical" | null;
  /** Why, where there is a why. */
  short: string | null;
  sentence: string;
};

/** The one place that says where an order stands: its pages and the order's page in the shop's admin all ask here. */
export function sayState(order: Standing): Told {
  const { state, reason, said } = order;
  return {
    ...look(order),
    short: reason === null ? null : (SHORT[reason] ?? null),
    sentence: said ?? SENTENCES[state],
  };
}

function look(order: Standing): Pick<Told, "label" | "tone"> {
  const { state, cancelRequestedAt } = order;
  const needsAttention = groupOf(order) === "needs-attention";
  const cancelling = { label: "Being cancelled", tone: "attention" } as const;
  switch (state) {
    case "held":
    case "ready":
      if (cancelRequestedAt !== null) return cancelling;
      if (needsAttention) return { label: "Needs you", tone: "warning" };
      return state === "held"
        ? { label: "Waiting", tone: "attention" }
        : { label: "To be ordered", tone: "info" };
    case "placing":
      return { label: "Being ordered", tone: "info" };
    case "in_doubt":
      return { label: "Unclear if ordered", tone: "critical" };
    case "placed":
      if (cancelRequestedAt !== null) return cancelling;
      return { label: "Ordered", tone: needsAttention ? "warning" : "info" };
    case "partially_shipped":
      return { label: "Partly shipped", tone: needsAttention ? "warning" : "info" };
    case "shipped":
      return { label: "Shipped", tone: needsAttention ? "warning" : "success" };
    case "delivered":
      return { label: "Delivered", tone: "success" };
    case "cancelled":
      return { label: "Cancelled", tone: needsAttention ? "critical" : null };
    case "rejected":
      return { label: "Turned down", tone: needsAttention ? "critical" : null };
  }
}

/** Where the row itself says nothing. */
const SENTENCES: Record<OrderState, string> = {
  held: "It waits.",
  ready: "It is about to be ordered.",
  placing: "Stockbridge is sending it to the supplier.",
  in_doubt: "The supplier did not say whether it took the order.",
  placed: "The supplier has it.",
  partially_shipped: "Part of it has left. The rest follows.",
  shipped: "All of it has left.",
  delivered: "All of it has arrived.",
  cancelled: "It was cancelled.",
  rejected: "The supplier turned it down.",
};

/** A row's reason in a few words. */
const SHORT: Record<string, string> = {
  "not-connected": "Not connected",
  "ordering-paused": "Ordering is paused",
  "ordering-paused-for-all": "Ordering is paused for all shops",
  "not-confirmed": "Not confirmed by who runs Stockbridge",
  unpaid: "Not paid",
  "on-hold": "On hold in Shopify",
  "unlinked-variant": "A product is not linked",
  "account-changed": "Linked with another account",
  "no-sku": "A variant has no SKU",
  "no-quantity": "Nothing left to fulfil",
  "no-address": "No shipping address",
  "no-name": "No name in the address",
  "no-street": "No street in the address",
  "no-city": "No city in the address",
  "no-postcode": "No postcode in the address",
  "no-country": "No country in the address",
  discontinued: "No longer sold by the supplier",
  "out-of-stock": "Out of stock",
  "price-rose": "The price rose",
  "already-ordered": "Ordered already",
  rejected: "Refused by the supplier",

  "never-sent": "The supplier cannot be reached",
  unreachable: "The supplier cannot be reached",
  "rate-limited": "The supplier asked to wait",
  "key-unauthorized": "The supplier refuses the key",
  "access-lost": "Your shop does not let us in",

  unclear: "No clear answer",
  abandoned: "Interrupted while ordering",
  "found-dead": "Found, but not alive",
  "found-different": "Found, but different",
  "found-twice": "Found more than once",
  "not-found": "Not found so far",
  "cannot-tell": "Could not be looked up",

  "not-accepted": "Not accepted in Shopify yet",
  "request-gone": "Request taken back in Shopify",
  "not-cancelled": "Could not be cancelled",
  "not-declined": "Not turned down in Shopify yet",

  "rest-cancelled": "The supplier cancelled the rest",
  "update-differs": "The supplier's news do not fit",
  "unknown-to-supplier": "The supplier does not know it any more",
  "update-unreadable": "News cannot be read",

  "cancelled-there": "Cancelled by the supplier",
  "rejected-there": "Turned down by the supplier",
  gone: "Request taken back in Shopify",
  "not-ours": "Assigned to another location",
};
