import { describe, expect, it } from "vitest";

import { shopCarrier, shopCarriers } from "../../app/shop/orders/carriers.ts";
import { trackingCompanies } from "../sandbox/shop/orders/tracking-companies.ts";

it("lists exactly the carriers of the Admin schema", async () => {
  expect(new Set(shopCarriers)).toEqual(await trackingCompanies());
});

describe("a carrier name", () => {
  it.each(shopCarriers)("keeps Shopify's spelling: %s", (name) => {
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
  ])("changes from the supplier's %j to Shopify's %s", (name, known) => {
    expect(shopCarrier(name)).toBe(known);
  });

  it.each(["Bob's Bikes", "DHL Freight", "", "??", "エコ"])(
    "stays unchanged if Shopify does not know it: %j",
    (name) => {
      expect(shopCarrier(name)).toBe(name);
    },
  );
});
