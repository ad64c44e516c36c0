import type { Occasion } from "../occasion.ts";
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
 * its associated location" (Admin schema). The message as recorded in airhorns/shopify-draft-proxy, location-edit.
 */
export function editLocation(
  { now }: Occasion,
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
  location.name = name ?? location.name;
  Object.assign(location.address, address);
  location.updatedAt = now;
  return [];
}
