/**
 * Writes the table of address fields per country, from Shopify's published address data
 * (scripts/addresses/worldwide.json).
 */
import { writeFile } from "node:fs/promises";

import { type Published, type PublishedCountry, readExtract } from "./addresses/worldwide.ts";

/** Path of the table's file. */
export const TABLE = "app/shop/addresses/address-table.ts";

/** Returns the code of the table. */
export function addressTable({ version, countries }: Published): string {
  const rows = countries.map((country) => `  ${country.code}: ${JSON.stringify(rowOf(country))},\n`);
  return `// Written by scripts/address-table.ts from github.com/Shopify/worldwide ${version}.
// MIT License, Copyright 2023-present, Shopify Inc.: scripts/addresses/LICENSE.md
/** The fields of an address in a country, as in Shopify's checkout. */
export type AddressForm = {
  /** "hidden": the checkout has no such field. Only "required" may not stay empty. */
  zip: "required" | "recommended" | "optional" | "hidden";
  /** The country's only postal code. Its checkout has no field for it. */
  onlyZip?: string;
  /** The country's only city. Its checkout has no field for it. */
  onlyCity?: string;
  familyNameFirst?: boolean;
  /** True if the customer has to choose a province. */
  asksProvince?: boolean;
  /** Per province: its code, its name, and other spellings. */
  provinces?: readonly (readonly string[])[];
};

export const ADDRESS_FORMS: Readonly<Record<string, AddressForm>> = {
${rows.join("")}};
`;
}

/** Returns a country's row, without fields that have the usual value. */
function rowOf({ edit, zipAutofill, cityAutofill, provinces, ...country }: PublishedCountry) {
  if (!edit.includes("{city}") && cityAutofill === null)
    throw new Error(`${country.code} has neither a field for the city nor an only city.`);
  return {
    zip: edit.includes("{zip}") ? zipRequirement(country) : "hidden",
    onlyZip: zipAutofill ?? undefined,
    onlyCity: cityAutofill ?? undefined,
    familyNameFirst: edit.indexOf("{lastName}") < edit.indexOf("{firstName}") || undefined,
    asksProvince: (edit.includes("{province}") && !country.provinceOptional) || undefined,
    provinces: provinces.length > 0 ? provinces : undefined,
  };
}

/**
 * Follows Shopify's `Region#zip_requirement`: a country's own `zipRequirement` decides, otherwise a postal code is
 * required if the country has a pattern for it.
 */
function zipRequirement({
  zipRequirement: stated,
  hasZipPattern,
}: Pick<PublishedCountry, "zipRequirement" | "hasZipPattern">) {
  return stated ?? (hasZipPattern ? "required" : "optional");
}

if (import.meta.main) await writeFile(TABLE, addressTable(await readExtract()));
