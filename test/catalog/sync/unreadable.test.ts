import { describe, expect, it } from "vitest";

import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { countConcerns } from "../../../app/catalog/sync/merchant/find-home-figures.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { DAY, openStandIn, rowsOf } from "../testing.ts";
import { shopSelling, shown } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

const lamp = (variant: object = {}, more: Record<string, unknown> = {}) =>
  wireProduct("lamp", { variants: [wireVariant("l", { sku: "LAMP", ...variant })], ...more });

/** A shop that sells the lamp and two others. */
async function shopThat(settings: Partial<typeof DEFAULT_SETTINGS>): Promise<ShopDomain> {
  const shop = await shopSelling(supplier, lamp(), wireProduct("b"), wireProduct("c"));
  await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, ...settings });
  await syncProducts(shop);
  return shop;
}

async function nextDay(shop: ShopDomain, product: ReturnType<typeof lamp>): Promise<void> {
  supplier.products = [product, wireProduct("b"), wireProduct("c")];
  await timePasses(shop, DAY);
  await mirrorCatalog(shop);
  await syncProducts(shop);
}

const inShop = (shop: ShopDomain) => shown(shop)["LAMP"];
const unreadable = async (shop: ShopDomain) =>
  (await readInShop(shop, (tx) => countConcerns(tx, shop, 100))).unreadable;

const comma = { price: { amount: "125,00", currency: "EUR" } };

describe.each<[string, ReturnType<typeof lamp>]>([
  ["price", lamp(comma)],
  ["price of 1e9", lamp({ price: { amount: 1e9, currency: "EUR" } })],
  ["stock", lamp({ stock: "N/A" })],
  ["stock of 1e9", lamp({ stock: 1e9 })],
  ["name", lamp({}, { name: 5 })],
])("a product in the shop whose %s cannot be read", (_, shownAs) => {
  it("stays as it is in the shop, and is counted on Home until it is readable again", async () => {
    const shop = await shopThat({});
    const before = inShop(shop);
    expect(await unreadable(shop)).toBe(0);
    await nextDay(shop, shownAs);
    expect(inShop(shop)).toEqual(before);
    expect(await unreadable(shop)).toBe(1);
    await nextDay(shop, lamp({ stock: 8 }));
    expect(inShop(shop)).toMatchObject({ available: 8 });
    expect(await unreadable(shop)).toBe(0);
  });

  it("has zero stock if the merchant chose that, is reported once, and gets its stock back once it is readable", async () => {
    const shop = await shopThat({ zeroUnreadable: true });
    const before = inShop(shop);
    for (let day = 0; day < 2; day += 1) await nextDay(shop, shownAs);
    expect(inShop(shop)).toEqual({ ...before, available: 0 });
    const told = await rowsOf<{ kind: string }>("activity", shop);
    expect(told.filter(({ kind }) => kind.startsWith("catalog.off-sale"))).toMatchObject([
      { kind: "catalog.off-sale-unreadable", message: { count: 1 } },
    ]);
    await nextDay(shop, lamp());
    expect(inShop(shop)).toEqual(before);
  });
});

describe("the setting of zero stock for unreadable products", () => {
  it("applies at once to products that are already unreadable", async () => {
    const shop = await shopThat({});
    await nextDay(shop, lamp(comma));
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, zeroUnreadable: true });
    await syncProducts(shop);
    expect(inShop(shop)).toMatchObject({ available: 0 });
    await storeSyncSettings(shop, DEFAULT_SETTINGS);
    await syncProducts(shop);
    expect(inShop(shop)).toMatchObject({ available: 5 });
  });
});

it("syncs the stock of a product whose price cannot be read", async () => {
  const shop = await shopThat({});
  await nextDay(shop, lamp({ ...comma, stock: 2 }));
  expect(inShop(shop)).toMatchObject({ price: "15.00", available: 2 });
});
