import { accessDenied } from "../admin-errors.ts";
import { withImpliedScopes } from "../access-scopes.ts";
import { gid } from "../ids.ts";
import type { ShopState } from "../state.ts";
import type { Location } from "../stock/stock.ts";
import { connect, type PageArgs } from "./connection.ts";
import { describeLocation } from "./inventory-descriptions.ts";
import type { Resolvers } from "./resolver.ts";

/** The general profile, which holds all products of this shop. */
export const deliveryProfileResolvers: Resolvers = {
  QueryRoot: {
    deliveryProfiles: (_source, args: PageArgs, { shop, grant }) => {
      // The schema names no scope; the pages of the types do (shopify.dev: DeliveryProfile).
      if (!withImpliedScopes(grant.scopes).includes("read_shipping"))
        throw accessDenied("deliveryProfiles", RULE);
      return connect([{ id: shop.id }], args, () => describeProfile(shop));
    },
  },
};

const RULE = {
  anyOf: [["read_shipping"], ["read_assigned_shipping"]].flat(),
  requiredAccess:
    "Any of `read_assigned_shipping` or `read_shipping` access scopes or `manage_delivery_settings` user permission.",
};

function describeProfile(shop: ShopState) {
  const assigned = shop.locations.filter(({ hasRates }) => hasRates);
  const unassigned = shop.locations.filter(({ hasRates }) => !hasRates);
  return {
    __typename: "DeliveryProfile",
    id: gid("DeliveryProfile", shop.id),
    name: "General profile",
    default: true,
    coversAllItems: true,
    activeMethodDefinitionsCount: assigned.length > 0 ? 1 : 0,
    locationsWithoutRatesCount: unassigned.length,
    originLocationCount: assigned.length,
    zoneCountryCount: 1,
    profileLocationGroups: () => [describeGroup(shop, assigned)],
    unassignedLocations: () => unassigned.map((location) => describeLocation(shop, location)),
    unassignedLocationsPaginated: (args: PageArgs) =>
      connect(unassigned, args, (location) => describeLocation(shop, location)),
  };
}

function describeGroup(shop: ShopState, locations: Location[]) {
  return {
    locationGroup: {
      id: gid("DeliveryLocationGroup", shop.id),
      locations: (args: PageArgs) => connect(locations, args, (each) => describeLocation(shop, each)),
      locationsCount: { count: locations.length, precision: "EXACT" },
    },
    countriesInAnyZone: [],
    locationGroupZones: (args: PageArgs) =>
      connect([{ id: shop.id }], args, () => ({
        zone: { id: gid("DeliveryZone", shop.id), name: "Domestic", countries: [] },
        methodDefinitionCounts: { participantDefinitionsCount: 0, rateDefinitionsCount: 1 },
      })),
  };
}
