import { env } from "../lib/env.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import { mutateShop, queryShop } from "./call.server.ts";
import { messageOfUserErrors } from "./user-errors.ts";

/** A fulfillment service with the location that Shopify made for it. */
export type Service = { id: string; name: string; locationId: string; callbackUrl: string | null };

/**
 * Where Shopify calls a service of ours. With stock and tracking callbacks off it uses one path below:
 * `/fulfillment_order_notification` (app/wiring/webhooks/receive-notification.server.ts).
 */
export const callbackUrl = `${env.SHOPIFY_APP_URL}/fulfillment-service`;

/** The third-party services in the shop, other apps' included. */
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
 * Creates a service, and with it a location of the same name. Shopify polls it for nothing: stock and tracking are
 * pushed. It is created without a callback address, so that a shop has its service even if Shopify rejects the address.
 */
export async function createService(
  shop: ShopDomain,
  name: string,
): Promise<{ kind: "created"; service: Service } | { kind: "user-errors"; problem: Message }> {
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
  if (!made?.location) {
    const problem = messageOfUserErrors(userErrors) ?? { code: "catalog.location-not-created" };
    return { kind: "user-errors", problem };
  }
  return {
    kind: "created",
    service: { id: made.id, name, locationId: made.location.id, callbackUrl: null },
  };
}

/** Has Shopify call a service at `callbackUrl` from now on. @returns why Shopify rejected that; null when it did not. */
export async function setCallback(shop: ShopDomain, serviceId: string): Promise<Message | null> {
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
  return messageOfUserErrors(fulfillmentServiceUpdate?.userErrors ?? []);
}
