import { cleanText } from "../../lib/clean-text.ts";
import { foldText } from "../../lib/fold-text.ts";
import { ADDRESS_FORMS, type AddressForm } from "./address-table.ts";

export type PostalAddress = {
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  zip: string | null;
  countryCode: string | null;
};

/** The recipient of a package. Its texts are cleaned (`cleanText`). A text of which nothing is left is empty. */
export type Destination = PostalAddress & {
  /** Shopify's code of the province; null if Shopify has none for it. */
  provinceCode: string | null;
  phone: string | null;
  email: string | null;
};

type ReadAddress = {
  [Field in Exclude<keyof PostalAddress, "countryCode">]?: string | null;
} & { countryCodeV2?: string | null };

/**
 * Translates an order's address as the customer typed it; null if the order has no address, or the shop does not show
 * it. Does not clean the text: stored hashes of open orders come from uncleaned text, and must stay comparable.
 */
export function toPostalAddress(address: ReadAddress | null | undefined): PostalAddress | null {
  if (!address) return null;
  const { countryCodeV2: countryCode = null, ...fields } = address;
  const { firstName = null, lastName = null, company = null, address1 = null, address2 = null } = fields;
  const { city = null, province = null, zip = null } = fields;
  return { firstName, lastName, company, address1, address2, city, province, zip, countryCode };
}

type ReadDestination = { [Field in Exclude<keyof Destination, "provinceCode">]?: string | null };

/**
 * Translates a fulfillment order's destination, and cleans its text. Before API version 2027-01, Shopify's destination
 * lacks the province's code. If the order's address has the same province, its code is used. If not, or if the shop
 * does not show the order, the code comes from Shopify's published names.
 */
export function toDestination(
  {
    firstName,
    lastName,
    company,
    address1,
    address2,
    city,
    province,
    zip,
    countryCode,
    phone,
    email,
  }: ReadDestination,
  orderAddress: (ReadAddress & { provinceCode?: string | null }) | null | undefined,
): Destination {
  const isSameProvince =
    (orderAddress?.province ?? null) === (province ?? null) && orderAddress?.countryCodeV2 === countryCode;
  const named = clean(province);
  return {
    firstName: clean(firstName),
    lastName: clean(lastName),
    company: clean(company),
    address1: clean(address1),
    address2: clean(address2),
    city: clean(city),
    province: named,
    provinceCode:
      (isSameProvince ? orderAddress?.provinceCode : null) || provinceCodeOf(countryCode ?? null, named),
    zip: clean(zip),
    countryCode: countryCode ?? null,
    phone: clean(phone),
    email: clean(email),
  };
}

/**
 * Returns true if a package would go to another place or recipient than the order's address says. Shopify does not document if
 * the destination follows an address that is edited later.
 */
export function isElsewhere(destination: PostalAddress, orderAddress: PostalAddress): boolean {
  return labelOf(destination) !== labelOf(orderAddress);
}

/**
 * Returns a text of an address. Two addresses have the same text if they differ only in case, separators or the line of
 * the unit.
 */
function labelOf(address: PostalAddress): string {
  const { firstName, lastName, company, address1, address2, city, province, zip, countryCode } = address;
  const name = [firstName, lastName];
  const region = [provinceCodeOf(countryCode, clean(province)) ?? province];
  return [name, [company], [address1, address2], [city], region, [zip], [countryCode]]
    .map(wordsOf)
    .join("\n");
}

/**
 * Returns the words of an address's fields. Keeps separators, accents, vowel signs and fractions. Without them,
 * "1-12-3" would equal "11-2-3", and "12½" would equal "121/2".
 */
function wordsOf(fields: (string | null)[]): string {
  return fields
    .map((field) => clean(field) ?? "")
    .join(" ")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

function clean(text: string | null | undefined): string | null {
  return text == null ? null : cleanText(text);
}

/** Returns the fields of an address in a country. */
export function addressFormOf(countryCode: string | null): AddressForm {
  return ADDRESS_FORMS[countryCode ?? ""] ?? UNKNOWN;
}

const UNKNOWN: AddressForm = { zip: "required" };

/** Returns Shopify's code of a province, found by its code, its name or another spelling; null if there is none. */
export function provinceCodeOf(countryCode: string | null, province: string | null): string | null {
  const wanted = plain(province ?? "");
  if (wanted === "") return null;
  const found = addressFormOf(countryCode).provinces?.find((names) =>
    names.some((name) => plain(name) === wanted),
  );
  return found?.[0] ?? null;
}

/** Returns a text without case, accents, spaces and punctuation. */
function plain(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
