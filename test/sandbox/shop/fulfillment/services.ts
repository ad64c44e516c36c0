import { newId } from "../ids.ts";
import { handleOf } from "../catalog/product-fields.ts";
import { createLocation, type Location } from "../stock/stock.ts";
import type { Occasion } from "../occasion.ts";
import type { SandboxApp, ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";

/** A fulfillment service, which the app registered in the shop. Its location is its own. */
export interface FulfillmentService {
  id: number;
  /** Key of the app that made it. A shop may have two installations of one app: development and production. */
  apiKey: string;
  name: string;
  handle: string;
  callbackUrl: string | null;
  inventoryManagement: boolean;
  trackingSupport: boolean;
  requiresShippingMethod: boolean;
  location: Location;
}

export interface ServiceInput {
  name?: string | null;
  callbackUrl?: string | null;
  inventoryManagement?: boolean | null;
  trackingSupport?: boolean | null;
  requiresShippingMethod?: boolean | null;
}

interface ServiceAnswer {
  service: FulfillmentService | null;
  userErrors: UserError[];
}

/** `fulfillmentServiceCreate` makes a location of the same name with it. */
export function createService({ shop, now }: Occasion, app: SandboxApp, input: ServiceInput): ServiceAnswer {
  const name = input.name ?? "";
  const userErrors = [...nameErrors(shop, undefined, name), ...callbackErrors(app, input.callbackUrl)];
  if (userErrors.length > 0) return { service: null, userErrors };
  const location = createLocation(shop, { name, service: null, now });
  const service: FulfillmentService = {
    id: newId(shop),
    apiKey: app.apiKey,
    name,
    handle: handleOf(name),
    callbackUrl: input.callbackUrl ?? null,
    inventoryManagement: input.inventoryManagement ?? false,
    trackingSupport: input.trackingSupport ?? false,
    requiresShippingMethod: input.requiresShippingMethod ?? true,
    location,
  };
  location.service = service;
  shop.services.push(service);
  return { service, userErrors: [] };
}

/** `fulfillmentServiceUpdate` renames the location too; the handle stays. */
export function updateService(
  { shop, now }: Occasion,
  app: SandboxApp,
  { service, input }: { service: FulfillmentService | undefined; input: ServiceInput },
): ServiceAnswer {
  if (!service) return { service: null, userErrors: [NOT_FOUND] };
  const name = input.name ?? service.name;
  const userErrors = [...nameErrors(shop, service, name), ...callbackErrors(app, input.callbackUrl)];
  if (userErrors.length > 0) return { service: null, userErrors };
  service.name = name;
  Object.assign(service.location, { name, updatedAt: now });
  if (input.callbackUrl !== undefined) service.callbackUrl = input.callbackUrl;
  service.inventoryManagement = input.inventoryManagement ?? service.inventoryManagement;
  service.trackingSupport = input.trackingSupport ?? service.trackingSupport;
  service.requiresShippingMethod = input.requiresShippingMethod ?? service.requiresShippingMethod;
  return { service, userErrors: [] };
}

/** Messages here and below as recorded in airhorns/shopify-draft-proxy, fulfillment-service-lifecycle. */
export const NOT_FOUND = userError(["id"], "Fulfillment service could not be found.");

const RESERVED = ["manual", "gift_card", "shopify", "amazon"];

/** fulfillment-service-uniqueness: names clash where their handles do. */
function nameErrors(shop: ShopState, own: FulfillmentService | undefined, name: string): UserError[] {
  const refuse = (message: string) => [userError(["name"], message)];
  if (name.trim() === "") return refuse("Name can't be blank");
  const errors: UserError[] = [];
  if (/^\s/.test(name)) errors.push(...refuse("Name cannot begin with a whitespace character"));
  if (/\s$/.test(name)) errors.push(...refuse("Name cannot end with a whitespace character"));
  if (errors.length > 0) return errors;
  const handle = handleOf(name);
  if (RESERVED.includes(handle)) return refuse("Name is reserved");
  const taken = shop.services.some((other) => other !== own && other.handle === handle);
  return taken ? refuse("Name has already been taken") : [];
}

/** fulfillment-service-callback-url-validation: the address must be the app's own. */
function callbackErrors(app: SandboxApp, callbackUrl: string | null | undefined): UserError[] {
  if (!callbackUrl) return [];
  const refuse = (message: string) => [userError(["callbackUrl"], message)];
  if (!URL.canParse(callbackUrl)) return refuse("Callback url is not valid");
  const { protocol, host } = new URL(callbackUrl);
  if (!["http:", "https:"].includes(protocol))
    return refuse(`Callback url protocol ${protocol}// is not supported`);
  const allowed = app.url === undefined || new URL(app.url).host === host;
  return allowed ? [] : refuse("Callback url is not allowed");
}
