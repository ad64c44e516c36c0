import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { ensureService } from "../../../app/catalog/location/ensure-service.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { findVariantsBySku } from "../../../app/shop/products/variants-by-sku.server.ts";
import { RULES } from "../../../scripts/shop-check/rules.ts";
import type { Wanted } from "../../../scripts/shop-check/walk-types.ts";
import { type DeviationName, deviationNames } from "../../sandbox/shop/deviations.ts";
import { copies } from "../../support/copied-shop.ts";
import { installedShop, issueToken, simulated } from "../../support/installed-shop.ts";
import { changeSettings, shopify } from "../../support/world.ts";
import { check, inBrief, misfits, openWebhookRoute, person } from "./checking.ts";

const sellingShop = copies(async () => {
  const shop = await installedShop();
  expect(await ensureService(shop)).toMatchObject({ kind: "ready" });
  return shop;
});

/** A development shop in which the app can sell. Each has points of its own. */
async function developmentShop(): Promise<ShopDomain> {
  const shop = await sellingShop();
  simulated(shop).plan = "Development";
  return shop;
}

beforeAll(async () => {
  // The service has the app's own address; webhooks arrive at the one below.
  await sellingShop();
  const route = await openWebhookRoute();
  afterAll(route.close);
  shopify.app.url = route.url;
  await changeSettings({ SHOPIFY_APP_URL: route.url });
});

/** Returns the merchant's objects in a shop that are not finished. */
function whatStands(shop: ShopDomain): string[] {
  const { catalog, orders } = simulated(shop);
  const open = orders.filter(({ cancelledAt }) => cancelledAt === null).map(({ name }) => name);
  return [...[...catalog.products.values()].map(({ title }) => title), ...open];
}

/** The rule that each deviation is against. */
const AGAINST: Record<DeviationName, keyof typeof RULES> = {
  "assigned-elsewhere": "routing",
  "callback-elsewhere": "callback",
  "cancellation-not-shown": "cancelling",
  "customer-data-withheld": "customer-data",
  "definition-of-another-type": "definitions",
  "left-over-name-taken": "left-over-name",
  "location-inactive": "location",
  "no-online-store": "online-store",
  "no-rates": "shipping-rates",
  "own-name-taken": "own-name",
  "points-untold": "points",
  "published-not-shown": "publishing",
  "scope-not-granted": "scopes",
  "second-product-made": "product",
  "second-cancellation-refused": "cancelling-again",
  "stale-stock-accepted": "stale-stock",
  "stock-not-set": "stock",
  "taken-product-id-accepted": "taken-product-id",
  "taken-variant-id-accepted": "taken-variant-id",
  "tracking-lost": "tracking",
  "variant-without-picture": "pictures",
  "webhook-late": "webhook-time",
  "webhook-missing": "webhooks",
  "webhook-version-older": "subscriptions",
  "webhook-without-ids": "webhook-ids",
  "webhooks-signed-otherwise": "webhook-signing",
  "zones-kept": "own-rates",
};

/** Deviations in which the check waits for what never comes. */
const WAITED_FOR: DeviationName[] = [
  "cancellation-not-shown",
  "variant-without-picture",
  "webhook-missing",
  "webhooks-signed-otherwise",
];

describe("checkShop", () => {
  it("passes the simulated shop, and leaves it unchanged", async () => {
    const shop = await developmentShop();
    const checked = await check(shop);
    expect(checked.lines.filter(({ result }) => result !== "fits")).toEqual([]);
    expect(checked.lines.map(({ rule }) => rule).sort()).toEqual(Object.keys(RULES).sort());
    expect(checked.remarks).toEqual([]);
    expect(whatStands(shop)).toEqual([]);
  });

  it.each([
    ["QUERY", "bulk-queries"],
    ["MUTATION", "bulk-mutations"],
  ] as const)(
    "reports that Shopify denies the app bulk operations of the kind %s, and nothing else",
    async (kind, rule) => {
      const shop = await developmentShop();
      shopify.app.bulkDenied = [kind];
      onTestFinished(() => void (shopify.app.bulkDenied = []));
      const found = misfits(await check(shop));
      expect(found).toEqual([
        expect.stringMatching(new RegExp(`^${rule}: misfit: Shopify doesn't let Stockbridge run bulk`)),
      ]);
    },
  );

  it("suggests checking the shop's IP allowlist if Shopify answers 403", async () => {
    const shop = await developmentShop();
    shopify.app.addressDenied = true;
    onTestFinished(() => void (shopify.app.addressDenied = false));
    await expect(check(shop)).rejects.toThrow("IP allowlist");
  });

  it.each(deviationNames)("reports a shop that deviates by %s, and nothing else", async (name) => {
    const shop = await developmentShop();
    shopify.deviate(name, shop);
    const found = misfits(await check(shop, WAITED_FOR.includes(name) ? { shopMs: 1500 } : {}));
    expect(found).toEqual([expect.stringMatching(new RegExp(`^${AGAINST[name]}: misfit: `))]);
    expect(whatStands(shop)).toEqual([]);
  });

  it("changes nothing without permission", async () => {
    const shop = await developmentShop();
    const { lastId } = simulated(shop);
    const checked = await check(shop, null);
    expect(misfits(checked)).toEqual([]);
    expect(checked.lines.filter(({ result }) => result === "fits")).toHaveLength(12);
    expect(checked.lines.map(({ rule }) => rule).sort()).toEqual(Object.keys(RULES).sort());
    // Shopify numbers its bulk operations, too.
    expect(simulated(shop).lastId - lastId).toBe(simulated(shop).bulk.operations.length);
  });

  it("refuses a shop in which customers can buy, unless that is allowed", async () => {
    const shop = await sellingShop();
    await expect(check(shop)).rejects.toThrow(`${shop} is no development shop but on the plan “Basic”`);
    expect(misfits(await check(shop, { anyPlan: true }))).toEqual([]);
  });

  it("asks a person to request fulfillment if the app lacks the scope", async () => {
    const shop = await developmentShop();
    await issueToken(shop, {
      scopes: shopify.app.scopes.filter((scope) => scope !== "write_third_party_fulfillment_orders"),
    });
    const asked: Wanted["kind"][] = [];
    const ask = (wanted: Wanted) => {
      asked.push(wanted.kind);
      person(shop)(wanted);
    };
    expect(misfits(await check(shop, { ask }))).toEqual([]);
    expect(asked).toEqual([
      "order",
      "request",
      "cancellation",
      "cancellation",
      "cancel-order",
      "delete-location",
    ]);
  });

  it("reports checks as not proven if the person placed no order, and removes its own product", async () => {
    const shop = await developmentShop();
    const found = misfits(await check(shop, { ask: () => undefined, personMs: 1 }));
    expect(found).toEqual([
      expect.stringMatching(/^routing: not proven: no fulfillment order with its SKU/),
      expect.stringMatching(/^taking-back: not proven: THE LOCATION/),
    ]);
    expect(whatStands(shop)).toEqual([]);
  });

  it("names an order that the person did not cancel, and names it again at the next run", async () => {
    const shop = await developmentShop();
    const ask = (wanted: Wanted) => {
      if (wanted.kind !== "cancel-order") person(shop)(wanted);
    };
    const found = misfits(await check(shop, { ask, personMs: 1 }));
    expect(found).toEqual([expect.stringMatching(/^taking-back: not proven: THE ORDER #1001 STILL STANDS/)]);
    expect(whatStands(shop)).toEqual(["#1001"]);
    const again = await check(shop);
    expect(again.remarks).toEqual([
      expect.stringContaining("the order #1001 of an earlier run still stands"),
    ]);
    expect(misfits(again)).toEqual([]);
  });

  it("reports a failed deletion in capitals, and the next run deletes the product", async () => {
    const shop = await developmentShop();
    shopify.setFault("productDelete", "502", 3);
    const found = misfits(await check(shop));
    expect(found).toEqual([
      expect.stringMatching(/^taking-back: misfit: NOT ALL COULD BE TAKEN BACK\. the product/),
    ]);
    expect(whatStands(shop)).toHaveLength(2);
    expect(misfits(await check(shop))).toEqual([]);
    expect(whatStands(shop)).toEqual([]);
  });

  it("never changes a product that is not its own, whatever its name", async () => {
    const shop = await developmentShop();
    shopify.merchant.createProduct(
      { title: "Stockbridge shop check", variants: [{ sku: "STOCKBRIDGE-SHOP-CHECK-1" }] },
      shop,
    );
    expect(misfits(await check(shop))).toEqual([]);
    expect(whatStands(shop)).toEqual(["Stockbridge shop check"]);
  });

  it("asks a person to order a product only once it is unlinked, so that the app does not order it", async () => {
    const shop = await developmentShop();
    const linked: (string | null)[] = [];
    const looks: Promise<void>[] = [];
    const ask = (wanted: Wanted) => {
      if (wanted.kind === "order")
        looks.push(
          findVariantsBySku(shop, [wanted.sku]).then((found) => {
            linked.push(...found.map(({ supplierVariantId }) => supplierVariantId));
          }),
        );
      person(shop)(wanted);
    };
    await check(shop, { ask });
    await Promise.all(looks);
    expect(linked).toEqual([null]);
  });

  it("asks for no order of a product that could not be unlinked", async () => {
    const shop = await developmentShop();
    const asked: Wanted["kind"][] = [];
    shopify.setFault("metafieldsDelete", "502", 1);
    const { lines } = await check(shop, { ask: ({ kind }) => void asked.push(kind) });
    expect(lines.map(inBrief)).toContainEqual(expect.stringMatching(/^unlinking: unreachable/));
    expect(asked).toEqual(["delete-location"]);
    expect(whatStands(shop)).toEqual([]);
  });
});
