import { describe, expect, it } from "vitest";

import { isElsewhere, type PostalAddress } from "../../../app/shop/addresses/postal-address.ts";

const home: PostalAddress = {
  firstName: "Jürgen",
  lastName: "Groß",
  company: null,
  address1: "Königstraße 12a",
  address2: "Apt. 5",
  city: "Köln",
  province: null,
  zip: "50667",
  countryCode: "DE",
};

describe("isElsewhere", () => {
  it.each<[string, Partial<PostalAddress>, Partial<PostalAddress>]>([
    ["case", { city: "KÖLN" }, {}],
    ["ß in capitals", { address1: "KÖNIGSTRASSE 12A" }, {}],
    ["punctuation and spaces", { address1: " Königstraße   12a,", address2: "Apt 5" }, {}],
    ["accents in two code points", { city: "Ko\u0308ln" }, {}],
    ["invisible characters", { address1: "Königstraße \u206012a" }, {}],
    ["the line of the unit", { address1: "Königstraße 12a, Apt. 5", address2: null }, {}],
    ["a missing and an empty field", { company: "" }, { company: null }],
    [
      "the name and the code of a province",
      { province: "California", countryCode: "US" },
      { province: "CA", countryCode: "US" },
    ],
  ])("returns false for addresses that differ only in %s", (_, one, other) => {
    expect(isElsewhere({ ...home, ...one }, { ...home, ...other })).toBe(false);
    expect(isElsewhere({ ...home, ...other }, { ...home, ...one })).toBe(false);
  });

  it.each<[string, Partial<PostalAddress>, Partial<PostalAddress>]>([
    ["numbers that a separator divides differently", { address1: "1-12-3" }, { address1: "11-2-3" }],
    [
      "a number and a unit",
      { address1: "Main St 1", address2: "23" },
      { address1: "Main St 12", address2: "3" },
    ],
    ["half a house number", { address1: "12½ Elm St" }, { address1: "121/2 Elm St" }],
    ["a raised digit", { address1: "Hof 1²" }, { address1: "Hof 12" }],
    ["vowel signs of a script", { address1: "किला 4" }, { address1: "कुला 4" }],
    ["voiced and unvoiced kana", { city: "かわ" }, { city: "がわ" }],
    ["the unit", { address2: "Apt. 6" }, {}],
    ["a unit that is missing", { address2: null }, {}],
    ["the company", { company: "Groß GmbH" }, { company: "Klein GmbH" }],
    ["a company that is missing", { company: "Groß GmbH" }, {}],
    ["the recipient", { firstName: "Anna" }, {}],
    ["the province", { province: "Ontario", countryCode: "CA" }, { province: "Quebec", countryCode: "CA" }],
    ["a province that no table has", { province: "Altai" }, { province: "Tuwa" }],
    ["the country", { countryCode: "AT" }, {}],
    ["a text that has moved to another field", { city: "Köln 50667", zip: null }, {}],
  ])("returns true for addresses that differ in %s", (_, one, other) => {
    expect(isElsewhere({ ...home, ...one }, { ...home, ...other })).toBe(true);
    expect(isElsewhere({ ...home, ...other }, { ...home, ...one })).toBe(true);
  });
});
