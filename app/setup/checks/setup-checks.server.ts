import { automaticOrdering } from "./automatic-ordering.server.ts";
import { customerData } from "./customer-data.server.ts";
import { grantedScopes } from "./granted-scopes.server.ts";
import { locationAddress } from "./location-address.server.ts";
import { metafieldDefinitions } from "./metafield-definitions.server.ts";
import { ordersElsewhere } from "./orders-elsewhere.server.ts";
import { shippingRates } from "./shipping-rates.server.ts";
import { warehouse } from "./warehouse.server.ts";
import { webhooks } from "./webhooks.server.ts";
import type { SetupCheck } from "../setup-check.ts";

/** All checks by name, in the order in which Home lists them. Findings are stored under these names. */
export const setupChecks = {
  "granted-scopes": grantedScopes,
  "automatic-ordering": automaticOrdering,
  "customer-data": customerData,
  webhooks,
  "metafield-definitions": metafieldDefinitions,
  warehouse,
  "location-address": locationAddress,
  "shipping-rates": shippingRates,
  "orders-elsewhere": ordersElsewhere,
} satisfies Record<string, SetupCheck>;

export type SetupCheckName = keyof typeof setupChecks;

/** Returns the check with this name, which comes from a form; undefined if there is none. */
export function findCheck(name: string): SetupCheck | undefined {
  return Object.hasOwn(setupChecks, name) ? setupChecks[name as SetupCheckName] : undefined;
}
