import { env } from "../../lib/env.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import { messageOfUserErrors } from "../failures.ts";
import type { CountryCode, LocationEditInput } from "../generated/admin.d.ts";
import type { Env } from "../../lib/env.ts";

/** A fulfillment service with the location that Shopify created for it. */
export type Service = { id: string; name: string; locationId: string; callbackUrl: string | null };

/**
 * Callback URL of our service. Stock and tracking callbacks are off, so Shopify calls only the path
 * `/fulfillment_order_notification` under this URL (app/wiring/webhooks/receive-webhook.server.ts).
 */
export const callbackUrl = `${env.SHOPIFY_APP_URL}/fulfillment-service`;

/** Lists the shop's third-party services, including those of other apps. */
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
 * Creates a service, and with it a location of the same name. We push stock and tracking, so Shopify polls nothing.
 * Creates the service without a callback URL, so that the shop gets its service even if Shopify rejects the URL.
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

/** Sets the service's callback URL to `callbackUrl`. @returns why Shopify rejected it; null on success. */
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

/**
 * Deletes our service with its location and the stock there. Succeeds if the service is gone already.
 * @returns why Shopify rejected it; null on success.
 */
export async function deleteService(shop: ShopDomain, serviceId: string): Promise<Message | null> {
  const { fulfillmentServiceDelete } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation deleteFulfillmentService($id: ID!) {
        fulfillmentServiceDelete(id: $id, inventoryAction: DELETE) { userErrors { message } }
      }
    `,
      { variables: { id: serviceId } },
    ),
  );
  const problem = messageOfUserErrors(fulfillmentServiceDelete?.userErrors ?? []);
  if (problem === null) return null;
  const isThere = (await listServices(shop)).some(({ id }) => id === serviceId);
  return isThere ? problem : null;
}

/** The address that the supplier ships from. */
type WarehouseAddress = NonNullable<Env["WHOLESALE_WAREHOUSE"]>;

/**
 * Changes the address of our service's location.
 * @returns why Shopify rejected it; null on success.
 */
export async function sendLocationAddress(
  shop: ShopDomain,
  locationId: string,
  address: WarehouseAddress,
): Promise<Message | null> {
  // Shopify rejects an unknown code.
  const countryCode = address.countryCode as CountryCode;
  return messageOfUserErrors(await editLocation(shop, locationId, { address: { ...address, countryCode } }));
}

/**
 * Returns true if this app created the service. Renames the location to its present name, because Shopify lets only the
 * creator rename it. The error TAKEN also means yes: Shopify checks the permission before the name, and a location of a
 * deleted service may have the same name.
 */
export async function isCreatedByUs(shop: ShopDomain, { locationId, name }: Service): Promise<boolean> {
  return (await editLocation(shop, locationId, { name })).every(({ code }) => code === "TAKEN");
}

async function editLocation(shop: ShopDomain, id: string, input: LocationEditInput) {
  const { locationEdit } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation editLocation($id: ID!, $input: LocationEditInput!) {
        locationEdit(id: $id, input: $input) { userErrors { code message } }
      }
    `,
      { variables: { id, input } },
    ),
  );
  return locationEdit?.userErrors ?? [];
}

/**
 * Returns true if any shipping profile of the shop has rates for a location. Without rates, customers cannot buy from the
 * location. Needs the scope `read_shipping`.
 */
export async function hasShippingRates(shop: ShopDomain, locationId: string): Promise<boolean> {
  let after: string | null = null;
  do {
    const page = await readShippingRates(shop, locationId, after);
    if (page.hasRates) return true;
    after = page.next;
  } while (after !== null);
  return false;
}

/**
 * Reads five profiles per page, because each may have many locations and zones, which cost points. `next`: null on the
 * last page.
 */
async function readShippingRates(
  shop: ShopDomain,
  locationId: string,
  after: string | null,
): Promise<{ hasRates: boolean; next: string | null }> {
  const { deliveryProfiles } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query shippingRates($after: String) {
        deliveryProfiles(first: 5, after: $after) {
          nodes {
            profileLocationGroups {
              locationGroup { locations(first: 50, includeLegacy: true) { nodes { id } } }
              locationGroupZones(first: 50) { nodes { methodDefinitionCounts { rateDefinitionsCount participantDefinitionsCount } } }
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    `,
      { variables: { after } },
    ),
  );
  const { nodes, pageInfo } = deliveryProfiles;
  const hasRates = nodes
    .flatMap(({ profileLocationGroups }) => profileLocationGroups)
    .some(
      ({ locationGroup, locationGroupZones }) =>
        locationGroup.locations.nodes.some(({ id }) => id === locationId) &&
        locationGroupZones.nodes.some(
          ({ methodDefinitionCounts: { rateDefinitionsCount, participantDefinitionsCount } }) =>
            rateDefinitionsCount + participantDefinitionsCount > 0,
        ),
    );
  return { hasRates, next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null };
}
