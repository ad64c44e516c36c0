import { foldText } from "../../lib/fold-text.ts";
import { ADDRESS_FORMS, type AddressForm } from "./address-table.ts";

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

/** Ignores case, accents, spaces and punctuation. */
function plain(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
