/** The products that a shop recognizes after it has removed the app and installed it again. */

import { describe, expect, it } from "vitest";

import { listActivity } from "../../../app/lib/activity/list-activity.server.ts";
import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { startDelisting } from "../../../app/catalog/links/begin-link-run.server.ts";
import { processLinkRun } from "../../../app/catalog/link-runs/process-link-run.server.ts";
import { ensureService, ensureServiceIfDue } from "../../../app/catalog/location/ensure-service.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { syncNow } from "../../../app/catalog/sync/merchant/start-sync.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import type { MetafieldsAfter } from "../../sandbox/shop/installation.ts";
import { handleWebhook } from "../../support/handle-webhook.ts";
import { query } from "../../support/database.ts";
import { issueToken, simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import {
  disconnectAndDelist,
  onSale,
  productsIn,
  reconnect,
  sellingShop,
  threeProducts,
} from "../selling-shop.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { DAY, rowsOf, openStandIn } from "../testing.ts";

const supplier = await openStandIn(threeProducts);

openQueue();

/** The merchant removes the app, and the webhook arrives. */
async function uninstall(shop: ShopDomain, metafields: MetafieldsAfter): Promise<void> {
  shopify.uninstall(shop, metafields);
  await handleWebhook("app/uninstalled", { shop });
  await startDelisting(shop);
  await processLinkRun(shop);
}

async function reinstall(shop: ShopDomain): Promise<void> {
  await issueToken(shop);
  await reconnect(shop);
}

async function importAll(shop: ShopDomain): Promise<void> {
  await requestImport(shop, ["a", "b", "c"]);
  await importProducts(shop);
}

/** Returns the marks that the shop itself stores at each product and its variants. */
function marksIn(shop: ShopDomain): string[] {
  return productsIn(shop)
    .flatMap(({ metafields, variants }) => [...metafields, ...variants.flatMap((each) => each.metafields)])
    .map(({ key, value }) => `${key} ${value}`)
    .toSorted();
}

async function statesIn(shop: ShopDomain): Promise<Record<string, [state: string, code: string | null]>> {
  const rows = await rowsOf<{ supplier_product_id: string; state: string; problem: { code: string } | null }>(
    "product_link",
    shop,
  );
  return Object.fromEntries(
    rows.map(({ supplier_product_id, state, problem }) => [
      supplier_product_id,
      [state, problem?.code ?? null],
    ]),
  );
}

/** The stock last written is forgotten together with its location. */
async function linksOf(shop: ShopDomain): Promise<unknown[]> {
  const rows = await rowsOf<{ stock: number | null }>("variant_link", shop);
  return rows.map(({ stock: _, ...link }) => link);
}

async function activityCodes(shop: ShopDomain): Promise<string[]> {
  const { entries } = await listActivity(shop, { place: null });
  return entries.map(({ message }) => message.code);
}

it("keeps a price that the merchant changed before a reinstall, even if the shop's rows were erased", async () => {
  const shop = await sellingShop();
  await uninstall(shop, "kept");
  await handleWebhook("shop/redact", { shop });
  expect(await rowsOf("product_link", shop)).toEqual([]);
  const [variant] = productsIn(shop)[0]!.variants;
  Object.assign(variant!, { price: "99.00" });

  await reinstall(shop);
  await requestImport(shop, ["a"]);
  await importProducts(shop);
  await timePasses(shop, DAY);
  await mirrorCatalog(shop);
  await syncNow(shop);
  await syncProducts(shop);
  expect(productsIn(shop)[0]!.variants[0]!.price).toBe("99.00");
  const [link] = await rowsOf<{ merchant_fields: string[] }>("variant_link", shop);
  expect(link?.merchant_fields).toContain("price");
});

describe.each<MetafieldsAfter>(["kept", "gone"])(
  "a shop that installs the app again (metafields: %s)",
  (left) => {
    it("has every product once, with complete links and with stock at the new location", async () => {
      const shop = await sellingShop();
      const before = { ids: productsIn(shop).map(({ id }) => id), marks: marksIn(shop) };
      const links = await linksOf(shop);
      await uninstall(shop, left);
      expect(simulated(shop).services).toEqual([]);

      await reinstall(shop);
      expect(productsIn(shop).map(({ id }) => id)).toEqual(before.ids);
      expect(await linksOf(shop)).toEqual(links);
      expect(marksIn(shop)).toEqual(before.marks);
      expect(onSale(shop)).toEqual({ a: [5, "ACTIVE"], b: [7, "ACTIVE"], c: [9, "ACTIVE"] });
      expect(await activityCodes(shop)).toContain("catalog.activity.restored");

      await importAll(shop);
      expect(productsIn(shop).map(({ id }) => id)).toEqual(before.ids);
      expect(await linksOf(shop)).toEqual(links);
      expect(await statesIn(shop)).toMatchObject({ a: ["imported", null], b: ["imported", null] });
    });

    it("updates the existing product when it imports a product that the supplier has changed", async () => {
      const shop = await sellingShop();
      const ids = productsIn(shop).map(({ id }) => id);
      const [variant] = productsIn(shop)[0]!.variants;
      await uninstall(shop, left);
      supplier.products[0] = wireProduct("a", {
        options: ["Size"],
        variants: [
          wireVariant("a-1", { stock: 2, options: { Size: "S" } }),
          wireVariant("a-2", { stock: 3, options: { Size: "M" } }),
        ],
      });
      await issueToken(shop);
      await reconnect(shop);
      await importAll(shop);
      expect(productsIn(shop).map(({ id }) => id)).toEqual(ids);
      const { variants } = productsIn(shop)[0]!;
      expect(variants.map(({ metafields }) => metafields[0]?.value)).toEqual(["a-1", "a-2"]);
      expect(variants[0]!.id).toBe(variant!.id);
    });

    it("creates no second product with the supplier's SKU, even after shop/redact erased its rows", async () => {
      const shop = await sellingShop();
      const ids = productsIn(shop).map(({ id }) => id);
      await uninstall(shop, left);
      await handleWebhook("shop/redact", { shop });
      expect(await rowsOf("product_link", shop)).toEqual([]);
      await reinstall(shop);
      await importAll(shop);
      expect(productsIn(shop).map(({ id }) => id)).toEqual(ids);
      const expected =
        left === "kept" ? ["imported", null] : ["needs-linking", "catalog.skip.needs-linking-sku"];
      expect(await statesIn(shop)).toEqual({ a: expected, b: expected, c: expected });
    });
  },
);

describe("a product whose variants are not recognized after a reinstall", () => {
  async function unrecognized(): Promise<ShopDomain> {
    const shop = await sellingShop();
    await uninstall(shop, "gone");
    await query(databaseUrl, "delete from variant_link where shop = $1 and supplier_product_id = 'a'", [
      shop,
    ]);
    return shop;
  }

  it("is reported as needing linking, and its stock stays at zero", async () => {
    const shop = await unrecognized();
    await reinstall(shop);
    expect(await statesIn(shop)).toMatchObject({
      a: ["needs-linking", "catalog.skip.needs-linking"],
      b: ["imported", null],
    });
    expect(await activityCodes(shop)).toContain("catalog.activity.needs-linking");
    expect(onSale(shop)).toEqual({ a: [0, "ACTIVE"], b: [7, "ACTIVE"], c: [9, "ACTIVE"] });
  });

  it("is not imported a second time until the merchant deletes it", async () => {
    const shop = await unrecognized();
    await reinstall(shop);
    await importAll(shop);
    await importAll(shop);
    expect(productsIn(shop)).toHaveLength(3);
    expect(await statesIn(shop)).toMatchObject({ a: ["needs-linking", "catalog.skip.needs-linking"] });
    shopify.merchant.deleteProduct(String(productsIn(shop)[0]!.id), shop);
    await importAll(shop);
    expect(productsIn(shop)).toHaveLength(3);
    expect(await statesIn(shop)).toMatchObject({ a: ["imported", null] });
  });

  it("still needs linking after the shop disconnects", async () => {
    const shop = await unrecognized();
    await reinstall(shop);
    await disconnectAndDelist(shop, "zero-stock");
    expect(await statesIn(shop)).toMatchObject({ a: ["needs-linking", "catalog.skip.needs-linking"] });
  });
});

describe("a merchant's own product with one of the supplier's SKUs", () => {
  it("is not duplicated, and is reported by the import as needing linking", async () => {
    const shop = await sellingShop();
    supplier.products.push(wireProduct("d", { variants: [wireVariant("d-1", { sku: "OWN-1" })] }));
    shopify.merchant.createProduct({ title: "Own mug", variants: [{ sku: "OWN-1", available: 4 }] }, shop);
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    await requestImport(shop, ["d"]);
    await importProducts(shop);
    expect(productsIn(shop)).toHaveLength(4);
    const rows = await rowsOf<{ supplier_product_id: string; problem: unknown }>("product_link", shop);
    expect(rows.find((row) => row.supplier_product_id === "d")?.problem).toEqual({
      code: "catalog.skip.needs-linking-sku",
      skus: ["OWN-1"],
    });
  });
});

describe("an uninstall whose webhook arrives after the next installation", () => {
  it("leaves the products stocked at a new location", async () => {
    const shop = await sellingShop();
    shopify.uninstall(shop, "gone");
    await issueToken(shop);
    await handleWebhook("app/uninstalled", { shop });
    await ensureServiceIfDue(shop);
    await processLinkRun(shop);
    expect(onSale(shop)).toEqual({ a: [5, "ACTIVE"], b: [7, "ACTIVE"], c: [9, "ACTIVE"] });
    expect(await ensureService(shop)).toMatchObject({ kind: "ready" });
  });
});
