/**
 * `npm run check:licenses`: lists production packages whose license is not approved here, and exits with 1 if there
 * are any. It reads the lock file, which has the licenses of packages for all platforms.
 */
import { readFile } from "node:fs/promises";

/** SPDX ids of licenses that ask for nothing, or only for attribution. */
const APPROVED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
]);
/** Packages with other licenses, each with the reason why we may use it. */
const APPROVED_PACKAGES: Record<string, string> = {
  "@resvg/resvg-wasm":
    "MPL-2.0: only changes to its own files would have to be published, and we change none",
  "@shopify/polaris":
    "its own license permits use in applications that work with Shopify's software, as this one does",
  "@shopify/polaris-icons": "the same",
  "@shopify/polaris-tokens": "the same",
};

type Package = { version?: string; license?: string; dev?: boolean };

const { packages } = JSON.parse(await readFile("package-lock.json", "utf8")) as {
  packages: Record<string, Package>;
};
const inProduction = Object.entries(packages)
  .filter(([place, { dev }]) => place !== "" && dev !== true)
  .map(([place, rest]) => ({ ...rest, name: place.slice(place.lastIndexOf("node_modules/") + 13) }));

const names = new Set(inProduction.map(({ name }) => name));
const problems = [
  ...inProduction
    .filter(({ name, license }) => !(name in APPROVED_PACKAGES) && !isApproved(license))
    .map(({ name, version, license }) => `${name}@${String(version)}: ${license ?? "names no license"}`),
  ...Object.keys(APPROVED_PACKAGES)
    .filter((name) => !names.has(name))
    .map((name) => `${name}: is approved and not used`),
];
if (problems.length > 0) {
  process.stderr.write(
    `Approve these licenses in scripts/check-licenses.ts, or do without the packages:\n${problems.join("\n")}\n`,
  );
  process.exitCode = 1;
}

/** Returns true if a license is approved. Nested SPDX expressions count as not approved. */
function isApproved(license = ""): boolean {
  const alternatives = license.replace(/^\((.*)\)$/, "$1").split(" OR ");
  return alternatives.some((each) => each.split(" AND ").every((id) => APPROVED.has(id)));
}
