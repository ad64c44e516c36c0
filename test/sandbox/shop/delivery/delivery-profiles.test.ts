import { describe, expect, it } from "vitest";
import { MerchantRefusal } from "../merchant-refusal.ts";
import { APP_SCOPES, startShopWithService } from "../orders/testing.ts";
import type { Json } from "../testing.ts";

/**
 * Facts recorded in airhorns/shopify-draft-proxy, harry-test-heelo, 2026-04/shipping-fulfillments: delivery-profile-writes,
 * -create-validation, -update-validation, -create-disallowed-update-keys and -variant-associations. What differs between
 * the two models of shipping is documented only (shopify.dev/changelog: market-driven-shipping-now-available-in-feature-preview).
 */
async function start({ marketDriven = false, scopes = [...APP_SCOPES, "write_shipping"] } = {}) {
  const shop = await startShopWithService({ scopes });
  const { merchant, shops } = shop.shop;
  merchant.setShipping("Stockbridge", { rates: false });
  merchant.setMarketDriven(marketDriven);
  const locationId = shop.service.location.id as string;
  const variants = [...shops[0]!.catalog.variants.values()];
  const variantOf = (sku: string) =>
    `gid://shopify/ProductVariant/${variants.find(({ item }) => item.sku === sku)!.id}`;
  const create = async (profile: Json) => (await shop.run(CREATE, { profile })).deliveryProfileCreate as Json;
  const update = async (id: string, profile: Json) =>
    (await shop.run(UPDATE, { id, profile })).deliveryProfileUpdate as Json;
  const price = (...skus: string[]) =>
    merchant.shippingPrice({ lines: skus.map((sku) => ({ sku, quantity: 1 })) });
  const zone = (amount: string, more: Json = {}) => ({
    name: "Germany",
    countries: [{ code: "DE", includeAllProvinces: true }],
    methodDefinitionsToCreate: [
      { name: "Standard", active: true, rateDefinition: { price: { amount, currencyCode: "EUR" } }, ...more },
    ],
  });
  const rates = (amount: string, more: Json = {}) => ({
    name: "App",
    locationGroupsToCreate: [{ locations: [locationId], zonesToCreate: [zone(amount, more)] }],
  });
  return { ...shop, merchant, locationId, variantOf, create, update, price, zone, rates };
}

const PROFILE = `
  profile {
    id name version originLocationCount zoneCountryCount activeMethodDefinitionsCount
    productVariantsCount { count precision }
    profileItems(first: 5) { nodes { variants(first: 5) { nodes { id } } } }
    profileLocationGroups {
      countriesInAnyZone { zone country { code { countryCode restOfWorld } } }
      locationGroup { id }
      locationGroupZones(first: 5) {
        nodes {
          zone { id name countries { code { countryCode restOfWorld } } }
          methodDefinitions(first: 5) {
            nodes {
              name active description
              rateProvider { ... on DeliveryRateDefinition { price { amount currencyCode } } }
              methodConditions { field operator conditionCriteria { __typename ... on Weight { value unit } } }
            }
          }
        }
      }
    }
  }
  userErrors { field message }`;
const CREATE = `mutation ($profile: DeliveryProfileInput!) { deliveryProfileCreate(profile: $profile) { ${PROFILE} } }`;
const UPDATE = `mutation ($id: ID!, $profile: DeliveryProfileInput!) { deliveryProfileUpdate(id: $id, profile: $profile) { ${PROFILE} } }`;
const REMOVE = `mutation ($id: ID!) { deliveryProfileRemove(id: $id) { job { done } userErrors { field message } } }`;
const MERCHANTS = `{ deliveryProfiles(first: 5, merchantOwnedOnly: true) { nodes {
  id name profileLocationGroups { locationGroup { locations(first: 5) { nodes { name } } } } } } }`;

describe("an app's simulated delivery profile", () => {
  it("is created with locations, zones, rates and conditions, as a recording of Shopify shows", async () => {
    const { create, locationId } = await start();
    const { profile, userErrors } = await create({
      name: "Delivery profile lifecycle",
      locationGroupsToCreate: [
        {
          locations: [locationId],
          zonesToCreate: [
            {
              name: "Domestic",
              countries: [
                { code: "US", includeAllProvinces: true },
                { code: "CA", includeAllProvinces: true },
              ],
              methodDefinitionsToCreate: [
                {
                  name: "Standard",
                  description: "Standard ground service",
                  active: true,
                  rateDefinition: { price: { amount: "7.25", currencyCode: "USD" } },
                  weightConditionsToCreate: [
                    { operator: "GREATER_THAN_OR_EQUAL_TO", criteria: { value: 1, unit: "KILOGRAMS" } },
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
    expect(userErrors).toEqual([]);
    expect(profile).toMatchObject({
      version: 1,
      originLocationCount: 1,
      zoneCountryCount: 2,
      activeMethodDefinitionsCount: 1,
      profileItems: { nodes: [] },
    });
    expect(profile.profileLocationGroups[0].locationGroupZones.nodes[0]).toMatchObject({
      zone: { name: "Domestic" },
      methodDefinitions: {
        nodes: [
          {
            name: "Standard",
            description: "Standard ground service",
            rateProvider: { price: { amount: "7.25", currencyCode: "USD" } },
            methodConditions: [
              {
                field: "TOTAL_WEIGHT",
                conditionCriteria: { __typename: "Weight", value: 1, unit: "KILOGRAMS" },
              },
            ],
          },
        ],
      },
    });
  });

  it("is refused with Shopify's messages if it is invalid", async () => {
    const { create, update, run, shop, rates } = await start();
    const refused = async (answer: Promise<Json>) => (await answer).userErrors as Json[];
    expect(await refused(create({ name: "" }))).toEqual([
      { field: ["profile", "name"], message: "Add a profile name" },
    ]);
    expect(await refused(create({ name: "x".repeat(128) }))).toEqual([
      { field: ["profile", "name"], message: "Profile name must be less than 128 characters long" },
    ]);
    const elsewhere = { locations: ["gid://shopify/Location/999999999"], zonesToCreate: [] };
    expect(await refused(create({ name: "Unknown location", locationGroupsToCreate: [elsewhere] }))).toEqual([
      { field: null, message: "The Location could not be found for this shop." },
    ]);
    const nowhere = rates("1.00");
    nowhere.locationGroupsToCreate[0]!.zonesToCreate[0]!.countries = [];
    expect(await refused(create(nowhere))).toEqual([
      { field: null, message: "Profile is invalid: cannot create LocationGroupZone without countries." },
    ]);
    expect(
      await refused(
        create({ name: "Dissociates", variantsToDissociate: ["gid://shopify/ProductVariant/1"] }),
      ),
    ).toEqual([{ field: null, message: "Cannot disassociate variants when creating a profile." }]);
    expect(await refused(update("gid://shopify/DeliveryProfile/999999999999", { name: "Nope" }))).toEqual([
      { field: null, message: "Profile could not be updated." },
    ]);
    const remove = async (id: number) =>
      (await run(REMOVE, { id: `gid://shopify/DeliveryProfile/${id}` })).deliveryProfileRemove as Json;
    expect(await remove(999999999999)).toEqual({
      job: null,
      userErrors: [{ field: null, message: "The Delivery Profile cannot be found for the shop." }],
    });
    expect(await remove(shop.shops[0]!.id)).toEqual({
      job: null,
      userErrors: [{ field: null, message: "Cannot delete the default profile." }],
    });
    expect(shop.shops[0]!.appProfiles).toEqual([]);
  });

  it("ignores a variant that does not exist, and rejects the id of something else", async () => {
    const { create, variantOf, ask } = await start();
    const { profile } = await create({
      name: "Variants",
      variantsToAssociate: [variantOf("OURS"), "gid://shopify/ProductVariant/999999999999"],
    });
    expect(profile.productVariantsCount).toEqual({ count: 1, precision: "EXACT" });
    const wrong = await ask(CREATE, {
      profile: { name: "Wrong type", variantsToAssociate: ["gid://shopify/Product/10236304163122"] },
    });
    expect(wrong.errors).toMatchObject([
      {
        message: "Invalid id: gid://shopify/Product/10236304163122",
        extensions: { code: "RESOURCE_NOT_FOUND" },
      },
    ]);
  });

  it("takes 250 variants per call, and needs the scope write_shipping", async () => {
    const { ask, create } = await start();
    const variantsToAssociate = Array.from(
      { length: 251 },
      (_, i) => `gid://shopify/ProductVariant/${i + 1}`,
    );
    expect((await ask(CREATE, { profile: { name: "Many", variantsToAssociate } })).errors).toMatchObject([
      { extensions: { code: "MAX_INPUT_SIZE_EXCEEDED" } },
    ]);
    expect((await create({ name: "Fine" })).userErrors).toEqual([]);
    const reader = await start({ scopes: [...APP_SCOPES, "read_shipping"] });
    expect((await reader.ask(CREATE, { profile: { name: "Fine" } })).errors).toMatchObject([
      { extensions: { code: "ACCESS_DENIED" } },
    ]);
  });
});

describe("a simulated checkout", () => {
  it("is refused until a rate applies, and adds up the rates of its profiles", async () => {
    const { create, price, rates, variantOf } = await start();
    expect(() => price("OURS")).toThrow(MerchantRefusal);
    expect(price("THEIRS")).toBe("4.90");
    await create({ ...rates("3.50"), variantsToAssociate: [variantOf("OURS")] });
    expect(price("OURS")).toBe("3.50");
    expect(price("OURS", "THEIRS")).toBe("8.40");
  });

  it("is refused for a country without a zone, and for an order value without a rate", async () => {
    const { create, merchant, rates, variantOf } = await start();
    const condition = {
      operator: "LESS_THAN_OR_EQUAL_TO",
      criteria: { amount: "20.00", currencyCode: "EUR" },
    };
    await create({
      ...rates("3.50", { priceConditionsToCreate: [condition] }),
      variantsToAssociate: [variantOf("OURS")],
    });
    const cart = (quantity: number, countryCode: string) => () =>
      merchant.shippingPrice({ lines: [{ sku: "OURS", quantity }], address: { countryCode } });
    expect(cart(1, "DE")()).toBe("3.50");
    expect(cart(2, "DE")).toThrow("No shipping rate applies to an order of this value");
    expect(cart(1, "FR")).toThrow("no shipping rate applies to FR");
  });

  it("uses the merchant's rate for a variant in an app's profile only with market-driven shipping", async () => {
    const priceOfTheirs = async (marketDriven: boolean) => {
      const { create, price, rates, variantOf, run } = await start({ marketDriven });
      const { profile } = await create({ ...rates("3.50"), variantsToAssociate: [variantOf("THEIRS")] });
      const shown = () => {
        try {
          return price("THEIRS");
        } catch {
          return "refused";
        }
      };
      const inProfile = shown();
      await run(REMOVE, { id: profile.id });
      return [inProfile, shown()];
    };
    // The app's profile has its own location only, where the merchant's product is not stocked.
    expect(await priceOfTheirs(false)).toEqual(["refused", "4.90"]);
    expect(await priceOfTheirs(true)).toEqual(["4.90", "4.90"]);
  });
});

describe("a merchant's profile with market-driven shipping", () => {
  it("still shows its former values, and ignores changes without an error", async () => {
    const { merchant, run, update, shop } = await start({ marketDriven: true });
    merchant.setShipping("Stockbridge", { rates: true });
    const { deliveryProfiles } = await run(MERCHANTS);
    const [own] = deliveryProfiles.nodes as [Json];
    expect(own.profileLocationGroups[0].locationGroup.locations.nodes).toEqual([{ name: "Shop location" }]);
    expect((await update(own.id, { name: "Renamed" })).userErrors).toEqual([]);
    expect((await run(MERCHANTS)).deliveryProfiles.nodes[0].name).toBe("General profile");
    expect(await run(`{ shop { features { marketDrivenShipping } } }`)).toEqual({
      shop: { features: { marketDrivenShipping: true } },
    });
    expect(shop.shops[0]!.appProfiles).toEqual([]);
  });
});
