import type { FulfillmentService } from "../fulfillment/services.ts";
import { gid } from "../ids.ts";
import type { ShopState } from "../state.ts";
import { primaryLocation } from "../stock/stock.ts";
import { describeLocation } from "./inventory-descriptions.ts";

export function describeService(shop: ShopState, service: FulfillmentService) {
  return {
    __typename: "FulfillmentService",
    // Shopify's own form, in which the id of a deleted one is not: airhorns/shopify-draft-proxy,
    // fulfillment-service-lifecycle.
    id: `${gid("FulfillmentService", service.id)}?id=true`,
    handle: service.handle,
    serviceName: service.name,
    callbackUrl: service.callbackUrl,
    inventoryManagement: service.inventoryManagement,
    trackingSupport: service.trackingSupport,
    requiresShippingMethod: service.requiresShippingMethod,
    type: "THIRD_PARTY",
    location: () => describeLocation(shop, service.location),
  };
}

/** Describes fulfillment by the merchant's own hands, which every shop lists as its first service. */
export function describeManual(shop: ShopState) {
  return {
    __typename: "FulfillmentService",
    id: gid("FulfillmentService", "manual"),
    handle: "manual",
    serviceName: "Manual",
    callbackUrl: null,
    inventoryManagement: false,
    trackingSupport: false,
    requiresShippingMethod: true,
    type: "MANUAL",
    location: () => describeLocation(shop, primaryLocation(shop)),
  };
}
