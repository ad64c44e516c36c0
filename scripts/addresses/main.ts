/**
 * `npm run -s addresses -- DIRECTORY`: extracts Shopify's published address data from a clone of
 * github.com/Shopify/worldwide. Run it to update the data, and then `npm run -s generate` to write the table.
 */
import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { parse } from "yaml";

import { EXTRACT, type PublishedCountry } from "./worldwide.ts";

type Region = {
  code: string;
  format: { edit: string };
  zip_requirement?: NonNullable<PublishedCountry["zipRequirement"]>;
  zip_regex?: string;
  zip_autofill_enabled?: boolean;
  zip_example?: string;
  autofill_city_enabled?: boolean;
  province_optional?: boolean;
  zones?: { code: string; name: string; name_alternates?: string[] }[];
};
type Words = { en: { worldwide: Record<string, { addresses: { city: { autofill: string } } }> } };

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error("Usage: npm run -s addresses -- DIRECTORY");

const countries: PublishedCountry[] = [];
for (const file of globSync(path.join(directory, "data/regions/*.yml")).sort()) {
  const region = parse(await readFile(file, "utf8")) as Region;
  countries.push({
    code: region.code,
    edit: region.format.edit,
    zipRequirement: region.zip_requirement ?? null,
    hasZipPattern: region.zip_regex !== undefined,
    zipAutofill: (region.zip_autofill_enabled && region.zip_example) || null,
    cityAutofill: region.autofill_city_enabled ? await readCity(directory, region.code) : null,
    provinceOptional: region.province_optional ?? false,
    provinces: (region.zones ?? []).map(({ code, name, name_alternates: others = [] }) => [
      code,
      name,
      ...others,
    ]),
  });
}
const version = /VERSION = "(.+)"/.exec(
  await readFile(path.join(directory, "lib/worldwide/version.rb"), "utf8"),
);
const head = {
  source: "https://github.com/Shopify/worldwide (license: LICENSE.md)",
  version: version?.[1],
  commit: execFileSync("git", ["-C", directory, "rev-parse", "HEAD"], { encoding: "utf8" }).trim(),
};
const lines = countries.map((country) => `    ${JSON.stringify(country)}`).join(",\n");
const fields = Object.entries(head).map(([name, value]) => `  "${name}": ${JSON.stringify(value)},\n`);
await writeFile(EXTRACT, `{\n${fields.join("")}  "countries": [\n${lines}\n  ]\n}\n`);

async function readCity(from: string, code: string): Promise<string> {
  const words = parse(await readFile(path.join(from, "data/regions", code, "en.yml"), "utf8")) as Words;
  const city = words.en.worldwide[code]?.addresses.city.autofill;
  if (city === undefined) throw new Error(`${code} has no name of its city.`);
  return city;
}
