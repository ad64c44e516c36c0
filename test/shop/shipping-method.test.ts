import { expect, it } from "vitest";

import { methodKey, shippingMethodOf } from "../../app/shop/orders/shipping-method.ts";

it.each<[string, string[], string | null, string | null]>([
  ["the order's only shipping line", ["Express"], "Standard", "Express"],
  ["a line without extra spaces and invisible characters", [" Express \u2060\n 24h"], null, "Express 24h"],
  ["the line that checkout presented, if there are several", ["Standard", "Express"], "express", "express"],
  ["all lines, if checkout presented none of them", ["Standard", "Express"], "Pickup", "Express + Standard"],
  ["one of two lines that differ only in case", ["EXPRESS", "Express"], null, "Express"],
  ["the presented name without a shipping line", [], "Express", "Express"],
  ["nothing, without a shipping line and a presented name", [], null, null],
  ["nothing, if no line has a name", ["", " \u200b"], null, null],
])("names a shipping method after %s", (_, titles, presentedName, name) => {
  expect(shippingMethodOf({ titles, presentedName })).toBe(name);
});

it("shortens a name of 5,000 characters, and never splits a character", () => {
  const name = shippingMethodOf({ titles: ["🚚".repeat(2500)], presentedName: null }) ?? "";
  expect(name.length).toBeLessThanOrEqual(255);
  expect(name).toMatch(/^🚚+…$/u);
  expect(methodKey(methodKey(name))).toBe(methodKey(name));
});
