import { readFile } from "node:fs/promises";

/** A country as Shopify publishes it in github.com/Shopify/worldwide, reduced to the parts that the table needs. */
export type PublishedCountry = {
  code: string;
  /** Fields of the checkout's form in order, such as "{country}_{firstName}{lastName}_…". */
  edit: string;
  /** Shopify's requirement for the postal code; null if `hasZipPattern` decides. */
  zipRequirement: "required" | "recommended" | "optional" | null;
  /** True if Shopify has a pattern for postal codes. */
  hasZipPattern: boolean;
  /** The country's only postal code, which the checkout fills in; null if there are several. */
  zipAutofill: string | null;
  /** The country's only city, which the checkout fills in; null if there are several. */
  cityAutofill: string | null;
  provinceOptional: boolean;
  /** Per province: its code, its name, and other spellings. */
  provinces: string[][];
};

export type Published = { source: string; version: string; commit: string; countries: PublishedCountry[] };

/** Path of the extract, which `scripts/addresses/main.ts` writes. Its license is in LICENSE.md. */
export const EXTRACT = "scripts/addresses/worldwide.json";

export async function readExtract(): Promise<Published> {
  return JSON.parse(await readFile(EXTRACT, "utf8")) as Published;
}
