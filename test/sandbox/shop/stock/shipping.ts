import type { Occasion } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import type { Location } from "./stock.ts";

/** The address of a location, as far as a customer's shipping and duties depend on it. */
export interface LocationAddress {
  address1: string | null;
  address2: string | null;
  city: string | null;
  zip: string | null;
  provinceCode: string | null;
  countryCode: string;
  phone: string | null;
}

export interface LocationEdit {
  name?: string | null;
  address?: Partial<LocationAddress> | null;
  fulfillsOnlineOrders?: boolean | null;
}

/**
 * `locationEdit`, for the location of the app's own service: "Only the app that created the fulfillment service can edit
 * its associated location" (Admin schema). Refusals as recorded in airhorns/shopify-draft-proxy, location-edit and
 * location-add-edit-uniqueness-and-required-fields. No recording has a location that is given its own name again.
 */
export function editLocation(
  { shop, now }: Occasion,
  location: Location | undefined,
  { name, address, fulfillsOnlineOrders }: LocationEdit,
): UserError[] {
  if (!location) return [userError(["id"], "Location not found.", "NOT_FOUND")];
  if (fulfillsOnlineOrders !== undefined && fulfillsOnlineOrders !== null)
    return [
      userError(
        ["input", "fulfillsOnlineOrders"],
        "Cannot modify online order fulfillment for a fulfillment service location.",
        "CANNOT_MODIFY_ONLINE_ORDER_FULFILLMENT_FOR_FS_LOCATION",
      ),
    ];
  if (address?.countryCode === "US" && !/^\d{5}(-\d{4})?$/.test(address.zip ?? ""))
    return [userError(["input", "address", "zip"], "Zip is not a valid US zipcode.", "INVALID_US_ZIPCODE")];
  const refusal = nameError(shop, location, name ?? "") ?? lengthError(address ?? {});
  if (refusal) return [refusal];
  location.name = name ?? location.name;
  Object.assign(location.address, address);
  location.updatedAt = now;
  return [];
}

const MAX_NAME = 100;
const MAX_FIELD = 255;

function nameError(shop: ShopState, own: Location, name: string): UserError | undefined {
  const field = ["input", "name"];
  if (name.length > MAX_NAME)
    return userError(field, "Use a shorter location name (up to 100 characters)", "TOO_LONG");
  const isTaken = shop.locations.some((each) => each !== own && each.name === name);
  return isTaken ? userError(field, "You already have a location with this name", "TAKEN") : undefined;
}

function lengthError(address: Partial<LocationAddress>): UserError | undefined {
  const [long] = Object.entries(address).filter(([, value]) => (value?.length ?? 0) > MAX_FIELD);
  if (!long) return undefined;
  const [field] = long;
  const described = DESCRIBED[field] ?? field;
  return userError(
    ["input", "address", field],
    `Use a shorter ${described} (up to ${String(MAX_FIELD)} characters)`,
    "TOO_LONG",
  );
}

/** Recorded for these three fields. */
const DESCRIBED: Record<string, string> = {
  address1: "name for the street",
  city: "city name",
  zip: "postal / ZIP code",
};
