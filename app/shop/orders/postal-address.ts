import type { PostalAddress } from "./fulfillment-order.ts";

type ReadAddress = {
  [Field in Exclude<keyof PostalAddress, "countryCode">]?: string | null;
} & { countryCodeV2?: string | null };

/** Translates an order's address; null if it has none, or the shop does not show it. */
export function toPostalAddress(address: ReadAddress | null | undefined): PostalAddress | null {
  if (!address) return null;
  const { countryCodeV2: countryCode = null, ...fields } = address;
  const { firstName = null, lastName = null, company = null, address1 = null, address2 = null } = fields;
  const { city = null, province = null, zip = null } = fields;
  return { firstName, lastName, company, address1, address2, city, province, zip, countryCode };
}
