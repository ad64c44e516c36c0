import type { ShopDomain } from "../lib/shop-domain.ts";
import { askShop, changeShop } from "./call.server.ts";
import { sayRefusal } from "./failures.ts";

/** A fulfilment service with the location that Shopify gave it. */
export type Service = { id: string; name: string; locationId: string };

/** The services of third parties in the shop, of other apps as well. */
export async function listServices(shop: ShopDomain): Promise<Service[]> {
  const data = await askShop(shop, (request) =>
    request(`#graphql
      query fulfillmentServices {
        shop { fulfillmentServices { id serviceName type location { id } } }
      }
    `),
  );
  return data.shop.fulfillmentServices.flatMap(({ id, serviceName, type, location }) =>
    type === "THIRD_PARTY" && location ? [{ id, name: serviceName, locationId: location.id }] : [],
  );
}

/**
 * Makes a service, and with it a location of the same name. Shopify asks it nothing: stock and tracking are pushed, and
 * requests for fulfilment come as webhooks.
 */
export async function createService(
  shop: ShopDomain,
  name: string,
): Promise<{ kind: "created"; service: Service } | { kind: "refused"; said: string }> {
  const { fulfillmentServiceCreate } = await changeShop(shop, (request) =>
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
    return { kind: "refused", said: sayRefusal(userErrors) ?? "Shopify made no location for it." };
  return { kind: "created", service: { id: made.id, name, locationId: made.location.id } };
}
