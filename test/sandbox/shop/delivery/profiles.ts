import { notServed } from "../admin-errors.ts";
import { newId, numberIn } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import { findLocation, type Location } from "../stock/stock.ts";
import { userError, type UserError } from "../user-errors.ts";

/** A shipping profile that an app made. The merchant's own is `Location.hasRates`: one rate for every country. */
export interface DeliveryProfile {
  id: number;
  /** Key of the app that made it. */
  apiKey: string;
  name: string;
  version: number;
  groups: LocationGroup[];
  variantIds: Set<number>;
}

export interface LocationGroup {
  id: number;
  locations: Location[];
  zones: Zone[];
}

export interface Zone {
  id: number;
  name: string;
  countries: ZoneCountry[];
  methods: Method[];
}

/** `code` is null for the rest of the world. */
export interface ZoneCountry {
  id: number;
  code: string | null;
}

export interface Method {
  id: number;
  name: string;
  description: string | null;
  active: boolean;
  rateId: number;
  price: Money;
  conditions: Condition[];
}

export type Condition = { id: number; operator: Operator } & (
  { field: "TOTAL_PRICE"; criteria: Money } | { field: "TOTAL_WEIGHT"; criteria: Weight }
);

type Operator = "GREATER_THAN_OR_EQUAL_TO" | "LESS_THAN_OR_EQUAL_TO";
export type Weight = { value: number; unit: "GRAMS" | "KILOGRAMS" | "OUNCES" | "POUNDS" };
type Money = { amount: string; currencyCode: string };

export interface ProfileInput {
  name?: string | null;
  coversAllItems?: boolean | null;
  locationGroupsToCreate?: GroupInput[] | null;
  locationGroupsToUpdate?: GroupInput[] | null;
  locationGroupsToDelete?: string[] | null;
  zonesToDelete?: string[] | null;
  variantsToAssociate?: string[] | null;
  variantsToDissociate?: string[] | null;
}

interface GroupInput {
  id?: string | null;
  locations?: string[] | null;
  locationsToAdd?: string[] | null;
  locationsToRemove?: string[] | null;
  zonesToCreate?: ZoneInput[] | null;
  zonesToUpdate?: unknown[] | null;
}

interface ZoneInput {
  name?: string | null;
  countries?: { code?: string | null; restOfWorld?: boolean | null }[] | null;
  methodDefinitionsToCreate?: MethodInput[] | null;
}

interface MethodInput {
  name?: string | null;
  description?: string | null;
  active?: boolean | null;
  rateDefinition?: { price: Money } | null;
  priceConditionsToCreate?: { operator: Operator; criteria: Money }[] | null;
  weightConditionsToCreate?: { operator: Operator; criteria: Weight }[] | null;
}

type Answer = { profile: DeliveryProfile | null; userErrors: UserError[] };

/**
 * `deliveryProfileCreate`. The messages here and below as recorded in airhorns/shopify-draft-proxy, API 2026-04:
 * delivery-profile-create-validation, -create-disallowed-update-keys, -update-validation and -writes.
 */
export function createProfile(occasion: Occasion, apiKey: string, input: ProfileInput): Answer {
  const { shop } = occasion;
  if ((input.variantsToDissociate ?? []).length > 0)
    return refuse(null, "Cannot disassociate variants when creating a profile.");
  if ((input.locationGroupsToCreate ?? []).some(({ zonesToUpdate }) => (zonesToUpdate ?? []).length > 0))
    return refuse(null, "Cannot update zones when creating a profile.");
  if ((input.name ?? "") === "") return refuse(["profile", "name"], "Add a profile name");
  const blank = { id: 0, apiKey, name: "", version: 0, groups: [], variantIds: new Set<number>() };
  const changed = change(shop, blank, input);
  if (Array.isArray(changed)) return { profile: null, userErrors: changed };
  const profile = { ...changed, id: newId(shop) };
  shop.appProfiles.push(profile);
  associate(shop, profile, input);
  return { profile, userErrors: [] };
}

/** `deliveryProfileUpdate` of an app's profile. */
export function updateProfile(
  { shop }: Occasion,
  profile: DeliveryProfile | undefined,
  input: ProfileInput,
): Answer {
  if (!profile) return refuse(null, "Profile could not be updated.");
  const changed = change(shop, profile, input);
  if (Array.isArray(changed)) return { profile: null, userErrors: changed };
  Object.assign(profile, changed);
  associate(shop, profile, input);
  return { profile, userErrors: [] };
}

/** `deliveryProfileRemove`. Its variants return to the merchant's profile (Admin schema, variantsToDissociate). */
export function removeProfile(shop: ShopState, profile: DeliveryProfile | undefined): UserError[] {
  if (!profile) return [userError(null, "The Delivery Profile cannot be found for the shop.")];
  shop.appProfiles = shop.appProfiles.filter((each) => each !== profile);
  return [];
}

/** Returns the app's profile that names a variant. In the old model there is at most one of all apps. */
export function appProfileOf(shop: ShopState, variantId: number): DeliveryProfile | undefined {
  return shop.appProfiles.find(({ variantIds }) => variantIds.has(variantId));
}

/** Returns the changed profile. If there are errors, returns these, and changes nothing. */
function change(
  shop: ShopState,
  profile: DeliveryProfile,
  input: ProfileInput,
): DeliveryProfile | UserError[] {
  if (input.coversAllItems !== undefined) throw notServed("DeliveryProfileInput", "coversAllItems");
  const name = input.name ?? profile.name;
  if (name === "") return [userError(["profile", "name"], "Add a profile name")];
  if (name.length >= 128)
    return [userError(["profile", "name"], "Profile name must be less than 128 characters long")];
  for (const id of [...(input.variantsToAssociate ?? []), ...(input.variantsToDissociate ?? [])])
    numberIn("ProductVariant", id);
  const wishes = [...(input.locationGroupsToCreate ?? []), ...(input.locationGroupsToUpdate ?? [])];
  if (wishes.flatMap(locationIds).some((id) => !findLocation(shop, id)))
    return [userError(null, "The Location could not be found for this shop.")];
  const deletedGroups = numbers("DeliveryLocationGroup", input.locationGroupsToDelete);
  const deletedZones = numbers("DeliveryZone", input.zonesToDelete);
  const kept = profile.groups
    .filter(({ id }) => !deletedGroups.has(id))
    .map((group) => ({ ...group, zones: group.zones.filter(({ id }) => !deletedZones.has(id)) }));
  const groups = [
    ...kept.map((group) => {
      const edits = (input.locationGroupsToUpdate ?? []).filter(
        ({ id }) => id != null && numberIn("DeliveryLocationGroup", id) === group.id,
      );
      return edits.reduce((so, edit) => extend(shop, so, edit), group);
    }),
    ...(input.locationGroupsToCreate ?? []).map((wish) =>
      extend(shop, { id: newId(shop), locations: [], zones: [] }, wish),
    ),
  ];
  const zones = groups.flatMap((group) => group.zones);
  if (zones.some(({ countries }) => countries.length === 0))
    return [userError(null, "Profile is invalid: cannot create LocationGroupZone without countries.")];
  return { ...profile, name, version: profile.version + 1, groups };
}

function extend(shop: ShopState, group: LocationGroup, wish: GroupInput): LocationGroup {
  const removed = numbers("Location", wish.locationsToRemove);
  const locations = locationIds(wish).flatMap((id) => findLocation(shop, id) ?? []);
  return {
    ...group,
    locations: [...group.locations.filter(({ id }) => !removed.has(id)), ...locations],
    zones: [...group.zones, ...(wish.zonesToCreate ?? []).map((zone) => newZone(shop, zone))],
  };
}

function locationIds({ locations, locationsToAdd }: GroupInput): number[] {
  return [...(locations ?? []), ...(locationsToAdd ?? [])].map((id) => numberIn("Location", id));
}

function newZone(shop: ShopState, { name, countries, methodDefinitionsToCreate }: ZoneInput): Zone {
  return {
    id: newId(shop),
    name: name ?? "",
    countries: (countries ?? []).map(({ code, restOfWorld }) => ({
      id: newId(shop),
      code: restOfWorld ? null : (code ?? null),
    })),
    methods: (methodDefinitionsToCreate ?? []).map((method) => newMethod(shop, method)),
  };
}

function newMethod(shop: ShopState, input: MethodInput): Method {
  const { name, description = null, active, rateDefinition } = input;
  return {
    id: newId(shop),
    name: name ?? "",
    description,
    active: active ?? true,
    rateId: newId(shop),
    price: rateDefinition?.price ?? { amount: "0.0", currencyCode: shop.currencyCode },
    conditions: [
      ...(input.priceConditionsToCreate ?? []).map((each) => ({
        ...each,
        id: newId(shop),
        field: "TOTAL_PRICE" as const,
      })),
      ...(input.weightConditionsToCreate ?? []).map((each) => ({
        ...each,
        id: newId(shop),
        field: "TOTAL_WEIGHT" as const,
      })),
    ],
  };
}

/**
 * A variant that the shop lacks is ignored (delivery-profile-variant-associations). In the old model a variant is in exactly
 * one profile, so that naming it takes it out of the others; market-driven shipping leaves them alone (shopify.dev/changelog:
 * market-driven-shipping-now-available-in-feature-preview).
 */
function associate(shop: ShopState, profile: DeliveryProfile, input: ProfileInput): void {
  for (const id of numbers("ProductVariant", input.variantsToDissociate)) profile.variantIds.delete(id);
  for (const id of numbers("ProductVariant", input.variantsToAssociate)) {
    if (!shop.catalog.variants.has(id)) continue;
    if (!shop.marketDrivenShipping) for (const other of shop.appProfiles) other.variantIds.delete(id);
    profile.variantIds.add(id);
  }
}

function numbers(type: string, ids: string[] | null | undefined): Set<number> {
  return new Set((ids ?? []).map((id) => numberIn(type, id)));
}

function refuse(field: string[] | null, message: string): Answer {
  return { profile: null, userErrors: [userError(field, message)] };
}
