import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import { messageOfUserErrors } from "../failures.ts";
import type { DeliveryLocationGroupZoneInput, DeliveryProfileInput } from "../generated/admin.d.ts";

/**
 * Maximum number of zones to create per request, as Shopify recommends (Admin schema,
 * DeliveryProfileLocationGroupInput).
 */
export const ZONES_PER_CALL = 5;
/** Maximum length of an array in a request (shopify.dev: arrays). */
export const VARIANTS_PER_CALL = 250;

export type Zone = DeliveryLocationGroupZoneInput;

export type ReadProfile = {
  id: string;
  group: { id: string; locationIds: string[] } | null;
  zoneIds: string[];
};

/**
 * `marketDriven`: if true, adding a variant to our profile does not change the merchant's rates. If false, Shopify moves the
 * variant out of the merchant's profile (shopify.dev: Upgrade your app for market-driven shipping).
 */
export type ReadShipping = { currency: string; marketDriven: boolean; profile: ReadProfile | null };

/**
 * Reads our profile, and the shop's currency and shipping model. `profile` is null if the shop has no such profile.
 * Needs the scope `read_shipping`.
 */
export async function readProfile(shop: ShopDomain, id: string): Promise<ReadShipping> {
  const data = await queryShop(
    shop,
    (request) =>
      request(
        `#graphql
        query ownDeliveryProfile($id: ID!) {
          shop { currencyCode features { marketDrivenShipping } }
          deliveryProfile(id: $id) {
            id
            profileLocationGroups {
              locationGroup { id locations(first: 5, includeLegacy: true) { nodes { id } } }
              locationGroupZones(first: 50) { nodes { zone { id } } }
            }
          }
        }
      `,
        { variables: { id } },
      ),
    { pace: "bulk" },
  );
  const { currencyCode: currency, features } = data.shop;
  const groups = data.deliveryProfile?.profileLocationGroups ?? [];
  const [group] = groups.map(({ locationGroup }) => ({
    id: locationGroup.id,
    locationIds: locationGroup.locations.nodes.map((location) => location.id),
  }));
  const zoneIds = groups.flatMap(({ locationGroupZones }) =>
    locationGroupZones.nodes.map(({ zone }) => zone.id),
  );
  const profile = data.deliveryProfile && { id: data.deliveryProfile.id, group: group ?? null, zoneIds };
  return { currency, marketDriven: features.marketDrivenShipping, profile };
}

/** Returns the id of the profile with this name; null if the shop has none. Shops have at most a hundred profiles. */
export async function findProfile(shop: ShopDomain, name: string): Promise<string | null> {
  const { deliveryProfiles } = await queryShop(
    shop,
    (request) =>
      request(`#graphql
        query deliveryProfileNames { deliveryProfiles(first: 250) { nodes { id name default } } }
      `),
    { pace: "bulk" },
  );
  return deliveryProfiles.nodes.find((profile) => profile.name === name && !profile.default)?.id ?? null;
}

/** Creates a profile without rates. @returns its id, or why Shopify rejected it. */
export async function createProfile(
  shop: ShopDomain,
  { name, locationId }: { name: string; locationId: string },
): Promise<{ kind: "created"; id: string } | { kind: "user-errors"; problem: Message }> {
  const profile = { name, locationGroupsToCreate: [{ locations: [locationId] }] };
  const { deliveryProfileCreate } = await mutateShop(
    shop,
    (request) =>
      request(
        `#graphql
        mutation createDeliveryProfile($profile: DeliveryProfileInput!) {
          deliveryProfileCreate(profile: $profile) { profile { id } userErrors { message } }
        }
      `,
        { variables: { profile } },
      ),
    { pace: "bulk" },
  );
  const { profile: created, userErrors = [] } = deliveryProfileCreate ?? {};
  if (created) return { kind: "created", id: created.id };
  return {
    kind: "user-errors",
    problem: messageOfUserErrors(userErrors) ?? { code: "shipping.not-created" },
  };
}

/** Changes a profile. @returns why Shopify rejected it; null on success. */
export async function changeProfile(
  shop: ShopDomain,
  id: string,
  profile: DeliveryProfileInput,
): Promise<Message | null> {
  const { deliveryProfileUpdate } = await mutateShop(
    shop,
    (request) =>
      request(
        `#graphql
        mutation updateDeliveryProfile($id: ID!, $profile: DeliveryProfileInput!) {
          deliveryProfileUpdate(id: $id, profile: $profile) { userErrors { message } }
        }
      `,
        { variables: { id, profile } },
      ),
    { pace: "bulk" },
  );
  return messageOfUserErrors(deliveryProfileUpdate?.userErrors ?? []);
}

/**
 * Removes a profile. Its variants return to the merchant's profiles. @returns why Shopify rejected it; null
 * on success.
 */
export async function removeProfile(shop: ShopDomain, id: string): Promise<Message | null> {
  const { deliveryProfileRemove } = await mutateShop(
    shop,
    (request) =>
      request(
        `#graphql
        mutation removeDeliveryProfile($id: ID!) { deliveryProfileRemove(id: $id) { userErrors { message } } }
      `,
        { variables: { id } },
      ),
    { pace: "bulk" },
  );
  return messageOfUserErrors(deliveryProfileRemove?.userErrors ?? []);
}

/**
 * Maximum number of variants per `findOwnStock`. A variant costs at most seven points, and a query may cost a thousand.
 */
export const STOCK_PER_CALL = 100;

/**
 * Returns those variants that are in stock at a location of the merchant's own.
 *
 * @param formerLocationId location of our deleted service, which may hold the supplier's stock; null if there is
 * none.
 */
export async function findOwnStock(
  shop: ShopDomain,
  {
    locationId,
    formerLocationId,
    variantIds: ids,
  }: { locationId: string; formerLocationId: string | null; variantIds: string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { nodes } = await queryShop(
    shop,
    (request) =>
      request(
        `#graphql
        query ownStock($ids: [ID!]!, $locationId: ID!, $formerLocationId: ID!, $hasFormer: Boolean!) {
          nodes(ids: $ids) {
            ... on ProductVariant {
              id
              inventoryQuantity
              inventoryItem {
                inventoryLevel(locationId: $locationId) { quantities(names: ["available"]) { quantity } }
                former: inventoryLevel(locationId: $formerLocationId) @include(if: $hasFormer) {
                  quantities(names: ["available"]) { quantity }
                }
              }
            }
          }
        }
      `,
        {
          variables: {
            ids,
            locationId,
            formerLocationId: formerLocationId ?? locationId,
            hasFormer: formerLocationId !== null,
          },
        },
      ),
    { pace: "bulk" },
  );
  const owned = nodes.flatMap((node) => {
    if (!node || !("inventoryQuantity" in node)) return [];
    const { inventoryLevel, former } = node.inventoryItem;
    const ours = [inventoryLevel, former].reduce(
      (sum, level) => sum + (level?.quantities[0]?.quantity ?? 0),
      0,
    );
    return (node.inventoryQuantity ?? 0) > ours ? [node.id] : [];
  });
  return new Set(owned);
}

/** The shop's shipping model (see `ReadShipping`), and the country of its address. */
export type ShippingModel = { marketDriven: boolean; country: string | null };

/** Reads the shop's shipping model. Needs no scope. */
export async function readShippingModel(shop: ShopDomain): Promise<ShippingModel> {
  const data = await queryShop(shop, (request) =>
    request(`#graphql
      query shippingModel { shop { features { marketDrivenShipping } shopAddress { countryCodeV2 } } }
    `),
  );
  const { features, shopAddress } = data.shop;
  return { marketDriven: features.marketDrivenShipping, country: shopAddress.countryCodeV2 ?? null };
}
