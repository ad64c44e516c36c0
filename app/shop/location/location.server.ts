import type { CountryCode } from "../generated/admin.d.ts";
import type { Env } from "../../lib/env.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import { messageOfUserErrors } from "../user-errors.ts";

/** The address that the supplier ships from. */
export type WarehouseAddress = NonNullable<Env["WHOLESALE_WAREHOUSE"]>;

/**
 * Changes the name or address of our service's location. Shopify rejects changes to other apps' locations.
 * @returns why Shopify rejected it; null on success.
 */
export async function editLocation(
  shop: ShopDomain,
  locationId: string,
  input: { name: string } | { address: WarehouseAddress },
): Promise<Message | null> {
  const { locationEdit } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation editLocation($id: ID!, $input: LocationEditInput!) {
        locationEdit(id: $id, input: $input) { userErrors { message } }
      }
    `,
      { variables: { id: locationId, input: toInput(input) } },
    ),
  );
  return messageOfUserErrors(locationEdit?.userErrors ?? []);
}

function toInput(input: { name: string } | { address: WarehouseAddress }) {
  if ("name" in input) return input;
  // Shopify rejects an unknown code.
  return { address: { ...input.address, countryCode: input.address.countryCode as CountryCode } };
}

/**
 * Returns true if any of the shop's shipping profiles has rates for a location. Without rates, customers
 * cannot buy from it. Needs the scope `read_shipping`.
 */
export async function hasShippingRates(shop: ShopDomain, locationId: string): Promise<boolean> {
  const { deliveryProfiles } = await queryShop(shop, (request) =>
    request(`#graphql
      query shippingRates {
        deliveryProfiles(first: 5) {
          nodes {
            profileLocationGroups {
              locationGroup { locations(first: 50, includeLegacy: true) { nodes { id } } }
              locationGroupZones(first: 50) { nodes { methodDefinitionCounts { rateDefinitionsCount participantDefinitionsCount } } }
            }
          }
        }
      }
    `),
  );
  return deliveryProfiles.nodes
    .flatMap(({ profileLocationGroups }) => profileLocationGroups)
    .some(
      ({ locationGroup, locationGroupZones }) =>
        locationGroup.locations.nodes.some(({ id }) => id === locationId) &&
        locationGroupZones.nodes.some(
          ({ methodDefinitionCounts: { rateDefinitionsCount, participantDefinitionsCount } }) =>
            rateDefinitionsCount + participantDefinitionsCount > 0,
        ),
    );
}
