import { expect, it } from "vitest";

import {
  hashDestination,
  isAnotherDestination,
} from "../../../app/orders/changes/hash-destination.server.ts";
import { keyedHash } from "../../../app/lib/database/keyed-hash.server.ts";
import { toPostalAddress } from "../../../app/shop/addresses/postal-address.ts";
import { home } from "../testing.ts";

it("gives equal addresses the same hash in any spelling, and different addresses different hashes", async () => {
  const hash = await hashDestination(home);
  expect(isAnotherDestination(hash, await hashDestination({ ...home, city: " KÖLN" }))).toBe(false);
  expect(isAnotherDestination(hash, await hashDestination({ ...home, zip: "50668" }))).toBe(true);
  // The same text in another field is another destination.
  const [one, other] = [
    await hashDestination({ ...home, address1: "A", address2: "B C" }),
    await hashDestination({ ...home, address1: "A B", address2: "C" }),
  ];
  expect(isAnotherDestination(one, other)).toBe(true);
  expect(hash).not.toMatch(/Köln|50667|Groß/i);
});

it("gives an address the same hash as earlier versions, so that an upgrade reports no changed address", async () => {
  const typed = { ...home, address1: "Kerkstraat \u206012", city: "Delft\u00a0", province: "Zuid-Holland" };
  const hash = await keyedHash();
  const fields = ["jürgen", "groß", "", "kerkstraat \u206012", "", "delft", "zuid-holland", "50667", "de"];
  const stored = `${hash("destination").slice(0, 8)}.${hash(JSON.stringify(fields))}`;
  const { countryCode: countryCodeV2, ...rest } = { ...typed, provinceCode: "ZH" };
  const read = toPostalAddress({ ...rest, countryCodeV2 });
  expect(isAnotherDestination(stored, await hashDestination(read))).toBe(false);
  expect(await hashDestination(read)).toBe(stored);
});

it("returns no hash for an address that the shop hides", async () => {
  expect(await hashDestination(null)).toBeNull();
  const hidden = Object.fromEntries(Object.keys(home).map((field) => [field, null])) as typeof home;
  expect(await hashDestination({ ...hidden, city: " " })).toBeNull();
});

it.each([
  [null, "aaaaaaaa.1"],
  ["aaaaaaaa.1", null],
  // Hashed under another secret.
  ["aaaaaaaa.1", "bbbbbbbb.2"],
])("cannot tell whether an address has changed if its hashes are %j and %j", (kept, now) => {
  expect(isAnotherDestination(kept, now)).toBeNull();
});
