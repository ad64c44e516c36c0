import { readFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { addressFormOf, provinceCodeOf } from "../../../app/shop/addresses/postal-address.ts";
import { ADDRESS_FORMS } from "../../../app/shop/addresses/address-table.ts";
import { addressTable, TABLE } from "../../../scripts/address-table.ts";
import { readExtract } from "../../../scripts/addresses/worldwide.ts";

describe("the table of address forms", () => {
  it("matches the output of the command that generates the table", async () => {
    expect(await readFile(TABLE, "utf8")).toBe(addressTable(await readExtract()));
    expect(await readExtract()).toMatchObject({ version: "1.26.2" });
  });

  it("has as many countries of each kind as Shopify publishes", () => {
    const forms = Object.values(ADDRESS_FORMS);
    const withZip = (zip: string) => forms.filter((form) => form.zip === zip).length;
    expect(forms).toHaveLength(244);
    expect(withZip("hidden")).toBe(67);
    // Both may stay empty (`zip_requirement` in Shopify's lib/worldwide/region.rb). Eight of the recommended ones have no pattern:
    // with them, 84 checkouts ask for a postal code without need.
    expect(withZip("optional")).toBe(76);
    expect(withZip("recommended")).toBe(19);
    expect(withZip("required")).toBe(82);
    expect(forms.filter(({ onlyCity }) => onlyCity !== undefined)).toHaveLength(6);
    expect(forms.filter(({ asksProvince }) => asksProvince === true)).toHaveLength(35);
  });

  it("requires a postal code if the country is unknown or not in Shopify's data", () => {
    expect(addressFormOf("ZZ")).toEqual({ zip: "required" });
    expect(addressFormOf(null)).toEqual({ zip: "required" });
  });
});

it.each([
  ["US", "California", "CA"],
  ["US", "ca", "CA"],
  ["JP", "Tōkyō", "JP-13"],
  ["JP", "東京都", "JP-13"],
  ["CL", "Región Metropolitana de Santiago", "RM"],
  ["US", "Kalifornien", null],
  ["DE", "Bayern", null],
  ["US", "-", null],
  ["US", null, null],
  [null, "California", null],
])("provinceCodeOf finds a province's code in %s: %j has %j", (countryCode, province, code) => {
  expect(provinceCodeOf(countryCode, province)).toBe(code);
});
