import { withImpliedScopes } from "../access-scopes.ts";
import type { AccessGrant } from "../access-tokens.ts";
import type { FulfillmentOrder } from "./order.ts";

/**
 * Whether the app may see a fulfilment order: the scopes differ by who runs its location (Admin schema,
 * FulfillmentOrder, API access scopes).
 */
export function mayRead({ scopes }: AccessGrant, order: FulfillmentOrder): boolean {
  return withImpliedScopes(scopes).includes(`read_${subject(order)}`);
}

export function mayWrite({ scopes }: AccessGrant, order: FulfillmentOrder): boolean {
  return scopes.includes(`write_${subject(order)}`);
}

function subject({ location }: FulfillmentOrder): string {
  return location.service ? "assigned_fulfillment_orders" : "merchant_managed_fulfillment_orders";
}
