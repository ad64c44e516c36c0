import { env } from "../lib/env.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryShop, mutateShop } from "./call.server.ts";
import { sayUserErrors } from "./failures.ts";

/** A fulfilment service with the location that Shopify gave it. */
export type Service = { id: string; name: string; locationId: string; callbackUrl: string | null };

/**
 * Where Shopify calls a service of ours. With stock and tracking call-backs off it uses one path below:
 * `/fulfillment_order_notification` (app/routes/fulfillment-service.fulfillment_order_notification.ts).
 */
export const callbackUrl = `${env.SHOPIFY_APP_URL}/fulfillment-service`;

/** The services of third parties in the shop, of other apps as well. */
export async function listServices(shop: ShopDomain): Promise<Service[]> {
  const data = await queryShop(shop, (request) =>
    request(`#graphql
      query fulfillmentServices {
        shop { fulfillmentServices { id serviceName type callbackUrl location { id } } }
      }
    `),
  );
  return data.shop.fulfillmentServices.flatMap(({ id, serviceName: name, type, callbackUrl, location }) =>
    type === "THIRD_PARTY" && location
      ? [{ id, name, locationId: location.id, callbackUrl: callbackUrl ?? null }]
      : [],
  );
}

/**
 * Makes a service, and with it a location of the same name. Shopify asks it nothing: stock and tracking are pushed. It
 * is made without an address to call, so that one which Shopify does not take keeps no shop from having its service.
 */
export async function createService(
  shop: ShopDomain,
  name: string,
): Promise<{ kind: "created"; service: Service } | { kind: "user-errors"; said: string }> {
  const { fulfillmentServiceCreate } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation createFulfillmentService($name: String!) {
        fulfillmentServiceCreate(
          name: $name
          inventoryManagement: false
          trackingSupport: false
          requiresShippingMethod: true
        ) {
          fulfillmentService { id location { id } }
          userErrors { message }
        }
      }
    `,
      { variables: { name } },
    ),
  );
  const { fulfillmentService: made, userErrors = [] } = fulfillmentServiceCreate ?? {};
  if (!made?.location)
    return { kind: "user-errors", said: sayUserErrors(userErrors) ?? "Shopify made no location for it." };
  return {
    kind: "created",
    service: { id: made.id, name, locationId: made.location.id, callbackUrl: null },
  };
}

/** Has Shopify call a service at `callbackUrl` from now on. @returns why not, in Shopify's words; null when it does. */
export async function setCallback(shop: ShopDomain, serviceId: string): Promise<string | null> {
  const { fulfillmentServiceUpdate } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation setFulfillmentServiceCallback($id: ID!, $callbackUrl: URL!) {
        fulfillmentServiceUpdate(id: $id, callbackUrl: $callbackUrl) { userErrors { message } }
      }
    `,
      { variables: { id: serviceId, callbackUrl } },
    ),
  );
  return sayUserErrors(fulfillmentServiceUpdate?.userErrors ?? []);
}
