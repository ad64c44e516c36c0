import { describe, expect, it } from "vitest";

import { shopCarrier, shopCarriers } from "../../app/shop/orders/carriers.ts";
import { trackingCompanies } from "../sandbox/shop/orders/tracking-companies.ts";

it("the list is Shopify's own, as the Admin schema has it", async () => {
  expect(new Set(shopCarriers)).toEqual(await trackingCompanies());
});

describe("a carrier", () => {
  it.each(shopCarriers)("that is spelled as Shopify does (%s) stays as it is", (name) => {
    expect(shopCarrier(name)).toBe(name);
  });

  it.each([
    ["dhl", "DHL"],
    ["DHL Paket", "DHL"],
    ["dhl-express", "DHL Express"],
    ["FEDEX", "FedEx"],
    ["Fed-Ex", "FedEx"],
    ["U.P.S.", "UPS"],
    ["United States Postal Service", "USPS"],
    ["postnl", "PostNL"],
    ["bpost", "BPost"],
    ["Zasilkovna", "Zásilkovna"],
    ["Osterreichische Post", "Österreichische Post"],
    ["R + L Carriers", "R+L Carriers"],
    ["InPost", "Inpost"],
    [" gls ", "GLS"],
  ])("that a supplier calls %j is %s", (name, known) => {
    expect(shopCarrier(name)).toBe(known);
  });

  it.each(["Bob's Bikes", "DHL Freight", "", "??", "エコ"])(
    "that Shopify does not know (%j) stays as it is",
    (name) => {
      expect(shopCarrier(name)).toBe(name);
    },
  );
});
