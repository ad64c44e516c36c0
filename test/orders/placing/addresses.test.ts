import { beforeEach, expect, it } from "vitest";

import { translator } from "../../../app/messages/translate.ts";
import { messageOf } from "../../../app/orders/reasons/reason-words.ts";
import { openQueue } from "../../support/queue.ts";
import { shopify } from "../../support/world.ts";
import { type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeEach(async () => {
  world = await sellingShop();
});

type Address = NonNullable<Parameters<SellingShop["order"]>[0]>["address"];

const street = { address1: "Main Street 1", firstName: "Erika", lastName: "Mustermann" };

/** Requests an order to an address, and processes it. */
async function orderTo(address: Address): Promise<string> {
  const { name } = world.order({ address });
  world.request(name);
  await world.ingestRequests();
  await world.processDue();
  return name;
}

it.each<[string, Address, object]>([
  [
    "an address with format characters",
    { ...street, address1: "Kerkstraat \u206012", city: "Delft\r\n", zip: "2611 GA", countryCode: "NL" },
    { address1: "Kerkstraat 12", city: "Delft" },
  ],
  [
    "California",
    {
      ...street,
      city: "Fresno",
      province: "California",
      provinceCode: "CA",
      zip: "93650",
      countryCode: "US",
    },
    { region: "CA" },
  ],
  [
    "a prefecture, which Shopify codes by its name",
    {
      address1: "永田町２丁目３−１",
      firstName: "太郎",
      lastName: "山田",
      city: "千代田区",
      province: "東京都",
      zip: "100-0014",
      countryCode: "JP",
    },
    { name: "山田 太郎", region: "JP-13" },
  ],
  ["Curaçao", { ...street, city: "Willemstad", countryCode: "CW" }, { postalCode: null }],
  ["Fiji", { ...street, city: "Suva", countryCode: "FJ" }, { postalCode: null }],
  ["Chile", { ...street, city: "Santiago", countryCode: "CL" }, { postalCode: null, region: null }],
  ["Gibraltar", { ...street, countryCode: "GI" }, { city: "Gibraltar", postalCode: "GX11 1AA" }],
])("places an order to %s", async (_, address, shipTo) => {
  await orderTo(address);
  expect(await world.row()).toMatchObject({ state: "placed", reason: null });
  expect(await world.bought()).toMatchObject([{ shipTo }]);
});

it.each<[string, Address, string]>([
  [
    "an address of format characters only",
    { address1: "\u2060", city: "\u200b", zip: "\ufeff", firstName: "\u2060", lastName: "\u00ad" },
    "The shipping address has no street. Add it to the order in Shopify, then try again.",
  ],
  [
    "a street of format characters only",
    { ...street, address1: "\u2060", city: "Delft", zip: "2611 GA", countryCode: "NL" },
    "The shipping address has no street. Add it to the order in Shopify, then try again.",
  ],
  [
    "a state that Shopify cannot code",
    { ...street, city: "Fresno", province: "Kalifornien", zip: "93650", countryCode: "US" },
    "Shopify doesn't know the state or province in the shipping address, so your supplier might ship to the wrong place. Choose it from the list in the order's address in Shopify, then try again.",
  ],
])("holds an order to %s, and places it once the address is corrected", async (_, address, sentence) => {
  const name = await orderTo(address);
  const row = await world.row();
  expect(row).toMatchObject({ state: "held" });
  expect(translator("en")(messageOf({ reason: row.reason ?? "", reasonParams: row.reason_params }))).toBe(
    sentence,
  );
  expect(await world.bought()).toEqual([]);
  const corrected = { ...street, city: "Fresno", province: "California", zip: "93650", countryCode: "US" };
  shopify.merchant.changeAddress(name, corrected, world.shop);
  await world.processLater(3601);
  expect(await world.bought()).toMatchObject([{ shipTo: { region: "CA" } }]);
});
