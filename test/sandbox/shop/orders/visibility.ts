import { withImpliedScopes } from "../access-scopes.ts";
import type { AccessGrant } from "../access-tokens.ts";
import type { FulfillmentOrder, Order } from "./order.ts";

/**
 * Returns true if the app may see a fulfillment order: the scopes differ by who runs its location (Admin schema,
 * FulfillmentOrder, API access scopes).
 */
export function mayRead({ scopes }: AccessGrant, order: FulfillmentOrder): boolean {
  return withImpliedScopes(scopes).includes(`read_${subject(order)}`);
}

/** `read_orders` covers the orders of 60 days; older ones take `read_all_orders` (shopify.dev: Access scopes). */
export function mayReadOrder({ scopes }: AccessGrant, { createdAt }: Order, now: Date): boolean {
  const days = (now.getTime() - createdAt.getTime()) / 86_400_000;
  return days <= 60 || scopes.includes("read_all_orders");
}

export function mayWrite({ scopes }: AccessGrant, order: FulfillmentOrder): boolean {
  return scopes.includes(`write_${subject(order)}`);
}

function subject({ location }: FulfillmentOrder): string {
  return location.service ? "assigned_fulfillment_orders" : "merchant_managed_fulfillment_orders";
}
