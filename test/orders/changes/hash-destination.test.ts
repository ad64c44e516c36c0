import { expect, it } from "vitest";

import {
  hashDestination,
  isAnotherDestination,
} from "../../../app/orders/changes/hash-destination.server.ts";
import { home } from "../testing.ts";

it("gives equal addresses one hash, however they are written, and others another", async () => {
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

it("gives no hash for a hidden address", async () => {
  expect(await hashDestination(null)).toBeNull();
  const hidden = Object.fromEntries(Object.keys(home).map((field) => [field, null])) as typeof home;
  expect(await hashDestination({ ...hidden, city: " " })).toBeNull();
});

it.each([
  [null, "aaaaaaaa.1"],
  ["aaaaaaaa.1", null],
  // Hashed under another secret.
  ["aaaaaaaa.1", "bbbbbbbb.2"],
])("compares %j and %j with no result", (kept, now) => {
  expect(isAnotherDestination(kept, now)).toBeNull();
});
