/** Links survive whatever merchant and shop do in the meantime. */

import { describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { processLinkRun } from "../../../app/catalog/link-runs/process-link-run.server.ts";
import { startDelisting } from "../../../app/catalog/links/begin-link-run.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import type { MetafieldsAfter } from "../../sandbox/shop/installation.ts";
import { handleWebhook } from "../../support/handle-webhook.ts";
import { readLinked } from "../../support/linked-variants.ts";
import { issueToken } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { shopify } from "../../support/world.ts";
import { disconnectAndDelist, productsIn, reconnect } from "../selling-shop.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { openStandIn, rowsOf } from "../testing.ts";
import { linkFirst, match, shopWithOwn } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

/** A merchant's own mug, linked to the supplier's. */
async function linkedShop(): Promise<ShopDomain> {
  const shop = await shopWithOwn({
    supplier,
    products: [wireProduct("a", { variants: [wireVariant("a-1", { sku: "MUG", stock: 5 })] })],
    own: [{ title: "My mug", variants: [{ sku: "MUG", available: 0 }] }],
  });
  await linkFirst(shop);
  return shop;
}

async function importAgain(shop: ShopDomain): Promise<void> {
  await requestImport(shop, ["a"]);
  await importProducts(shop);
}

/** Returns the marks of each product's variants and their stock at our location, by title. */
function marksIn(shop: ShopDomain) {
  return Object.fromEntries(
    productsIn(shop).map(({ title, metafields, variants }) => [
      title,
      [metafields, ...variants.map((each) => each.metafields)].map((each) => each[0]?.value ?? null),
    ]),
  );
}

function stockIn(shop: ShopDomain): (number | null)[] {
  return productsIn(shop).flatMap(({ variants }) =>
    variants.map(({ item }) => item.levels.find(({ location }) => location.service)?.available ?? null),
  );
}

async function linkedIn(shop: ShopDomain): Promise<(string | null)[]> {
  const ids = productsIn(shop).flatMap(({ variants }) =>
    variants.map(({ id }) => `gid://shopify/ProductVariant/${String(id)}`),
  );
  const linked = await readLinked(shop, ids);
  return ids.map((id) => linked.get(id)?.supplierVariantId ?? null);
}

async function uninstall(shop: ShopDomain, left: MetafieldsAfter): Promise<void> {
  shopify.uninstall(shop, left);
  await handleWebhook("app/uninstalled", { shop });
  await startDelisting(shop);
  await processLinkRun(shop);
}

describe("a linked product", () => {
  it("stays linked if the merchant changes its SKU", async () => {
    const shop = await linkedShop();
    const [product] = shopify.merchant.products(shop);
    const variants = [{ id: product?.variants[0]?.id ?? "", sku: "MINE-1" }];
    shopify.merchant.editProduct(product?.id ?? "", { variants }, shop);
    expect(await match(shop)).toEqual([]);
    await importAgain(shop);
    expect(await linkedIn(shop)).toEqual(["a-1"]);
    expect(productsIn(shop)).toHaveLength(1);
  });

  it("stays linked after a disconnection and a reconnection", async () => {
    const shop = await linkedShop();
    await disconnectAndDelist(shop, "zero-stock");
    expect(stockIn(shop)).toEqual([0]);
    await reconnect(shop);
    expect(stockIn(shop)).toEqual([5]);
    expect(await linkedIn(shop)).toEqual(["a-1"]);
  });

  it.each<MetafieldsAfter>(["kept", "gone"])("stays linked in a reinstall (metafields %s)", async (left) => {
    const shop = await linkedShop();
    const before = marksIn(shop);
    await uninstall(shop, left);
    await issueToken(shop);
    await reconnect(shop);
    expect(marksIn(shop)).toEqual(before);
    expect(stockIn(shop)).toEqual([5]);
    expect(await linkedIn(shop)).toEqual(["a-1"]);
  });
});

describe("a copy of a linked product", () => {
  it("is not linked, and changes neither the original's link nor its stock", async () => {
    const shop = await linkedShop();
    shopify.merchant.duplicateProduct(shopify.merchant.products(shop)[0]?.id ?? "", shop);
    expect(await linkedIn(shop)).toEqual(["a-1", null]);
    await importAgain(shop);
    expect(await linkedIn(shop)).toEqual(["a-1", null]);
    expect(stockIn(shop)).toEqual([5, 0]);
    expect(Object.values(marksIn(shop))).toEqual([
      ["a", "a-1"],
      [null, null],
    ]);
  });

  it("is not offered for linking while the original is linked", async () => {
    const shop = await linkedShop();
    shopify.merchant.duplicateProduct(shopify.merchant.products(shop)[0]?.id ?? "", shop);
    expect(await match(shop)).toEqual([]);
  });

  it("is not taken for the original by its copied metafields, even if the app was uninstalled meanwhile", async () => {
    const shop = await linkedShop();
    await uninstall(shop, "kept");
    shopify.merchant.duplicateProduct(shopify.merchant.products(shop)[0]?.id ?? "", shop);
    expect(Object.values(marksIn(shop))).toEqual([
      ["a", "a-1"],
      ["a", "a-1"],
    ]);
    await issueToken(shop);
    await reconnect(shop);
    expect(await linkedIn(shop)).toEqual(["a-1", null]);
    expect(stockIn(shop)).toEqual([5, null]);
    await importAgain(shop);
    expect(await linkedIn(shop)).toEqual(["a-1", null]);
    expect(await rowsOf("product_link", shop)).toMatchObject([{ state: "imported" }]);
  });
});
