import type { Variant } from "../catalog/catalog.ts";
import type { Condition, DeliveryProfile, Method, Zone, ZoneCountry } from "../delivery/profiles.ts";
import { OWN_RATE } from "../delivery/rates.ts";
import { gid } from "../ids.ts";
import type { ShopState } from "../state.ts";
import type { Location } from "../stock/stock.ts";
import { connect, type PageArgs } from "./connection.ts";
import { describeLocation } from "./inventory-descriptions.ts";
import { describeProduct, describeVariant } from "./product-descriptions.ts";

/**
 * The merchant's general profile, which holds all products that no app's profile took out of it. With market-driven
 * shipping it is the snapshot from before the move (shopify.dev: Upgrade your app for market-driven shipping).
 */
export function describeOwnProfile(shop: ShopState) {
  const shipping = shop.ratesSnapshot ?? shop.locations.filter(({ hasRates }) => hasRates);
  const group = { id: shop.id, locations: shipping };
  const price = { amount: OWN_RATE.toFixed(2), currencyCode: shop.currencyCode };
  const method = { id: shop.id, rateId: shop.id, name: "Standard", description: null, active: true, price };
  const zone = { id: shop.id, name: "Domestic", countries: [], methods: [{ ...method, conditions: [] }] };
  const taken = new Set(shop.appProfiles.flatMap(({ variantIds }) => [...variantIds]));
  const isOwn = ({ id }: Variant) => shop.marketDrivenShipping || !taken.has(id);
  const variants = [...shop.catalog.variants.values()].filter(isOwn);
  return {
    ...describeHead(shop, { id: shop.id, name: "General profile", locations: shipping, variants }),
    default: true,
    version: 1,
    activeMethodDefinitionsCount: shipping.length > 0 ? 1 : 0,
    zoneCountryCount: 1,
    profileLocationGroups: () => [
      {
        ...describeGroup(shop, group),
        countriesInAnyZone: [],
        locationGroupZones: (args: PageArgs) => connect([zone], args, describeZone),
      },
    ],
  };
}

export function describeProfile(shop: ShopState, profile: DeliveryProfile) {
  const { groups } = profile;
  const zones = groups.flatMap((group) => group.zones);
  const variants = [...profile.variantIds].flatMap((id) => shop.catalog.variants.get(id) ?? []);
  return {
    ...describeHead(shop, { ...profile, locations: groups.flatMap(({ locations }) => locations), variants }),
    default: false,
    version: profile.version,
    activeMethodDefinitionsCount: zones.flatMap(({ methods }) => methods).filter(({ active }) => active)
      .length,
    zoneCountryCount: zones.flatMap(({ countries }) => countries).length,
    profileLocationGroups: () =>
      groups.map((group) => ({
        ...describeGroup(shop, group),
        countriesInAnyZone: group.zones.flatMap(({ name, countries }) =>
          countries.map((country) => ({ zone: name, country: describeCountry(country) })),
        ),
        locationGroupZones: (args: PageArgs) => connect(group.zones, args, describeZone),
      })),
  };
}

function describeHead(
  shop: ShopState,
  head: { id: number; name: string; locations: Location[]; variants: Variant[] },
) {
  const { id, name, locations, variants } = head;
  const ids = new Set(variants.map((variant) => variant.id));
  const unassigned = shop.locations.filter((location) => !locations.includes(location));
  return {
    __typename: "DeliveryProfile",
    id: gid("DeliveryProfile", id),
    name,
    coversAllItems: false,
    locationsWithoutRatesCount: unassigned.length,
    originLocationCount: locations.length,
    // At most 500 are counted (recorded in airhorns/shopify-draft-proxy, delivery-profile-writes).
    productVariantsCount: {
      count: Math.min(variants.length, 500),
      precision: variants.length > 500 ? "AT_LEAST" : "EXACT",
    },
    profileItems: (args: PageArgs) =>
      connect(new Set(variants.map(({ product }) => product)), args, (product) => ({
        id: gid("DeliveryProfileItem", product.id),
        product: () => describeProduct(shop, product),
        variants: (page: PageArgs) =>
          connect(
            product.variants.filter(({ id }) => ids.has(id)),
            page,
            (variant) => describeVariant(shop, variant),
          ),
      })),
    unassignedLocations: () => unassigned.map((location) => describeLocation(shop, location)),
    unassignedLocationsPaginated: (args: PageArgs) =>
      connect(unassigned, args, (location) => describeLocation(shop, location)),
  };
}

function describeGroup(shop: ShopState, { id, locations }: { id: number; locations: Location[] }) {
  return {
    locationGroup: {
      id: gid("DeliveryLocationGroup", id),
      locations: (args: PageArgs) => connect(locations, args, (each) => describeLocation(shop, each)),
      locationsCount: { count: locations.length, precision: "EXACT" },
    },
  };
}

function describeZone({ id, name, countries, methods }: Zone) {
  return {
    zone: { id: gid("DeliveryZone", id), name, countries: countries.map(describeCountry) },
    methodDefinitions: (args: PageArgs) => connect(methods, args, describeMethod),
    methodDefinitionCounts: { participantDefinitionsCount: 0, rateDefinitionsCount: methods.length },
  };
}

function describeCountry({ id, code }: ZoneCountry) {
  const name =
    code === null ? "Rest of world" : (new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code);
  return {
    id: gid("DeliveryCountry", id),
    code: { countryCode: code, restOfWorld: code === null },
    name,
    translatedName: name,
    provinces: [],
  };
}

function describeMethod({ id, name, description, active, rateId, price, conditions }: Method) {
  return {
    id: gid("DeliveryMethodDefinition", id),
    name,
    description,
    active,
    rateProvider: { __typename: "DeliveryRateDefinition", id: gid("DeliveryRateDefinition", rateId), price },
    methodConditions: conditions.map(describeCondition),
  };
}

function describeCondition({ id, field, operator, criteria }: Condition) {
  return {
    id: `${gid("DeliveryCondition", id)}?operator=${operator.toLowerCase()}`,
    field,
    operator,
    conditionCriteria: { __typename: field === "TOTAL_PRICE" ? "MoneyV2" : "Weight", ...criteria },
  };
}
