import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { claimImports } from "../../../app/catalog/import/import-claims.server.ts";
import { requestImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import {
  claimLinkRun,
  type LinkRun,
  nextItem,
  summaryOf,
} from "../../../app/catalog/link-runs/link-run-store.server.ts";
import { processLinkRun } from "../../../app/catalog/link-runs/process-link-run.server.ts";
import { startDelisting } from "../../../app/catalog/links/begin-link-run.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { startCatalog, sweepCatalog } from "../../../app/catalog/wake-catalog.server.ts";
import { keepOwn } from "../../../app/catalog/sync/merchant/own-fields.server.ts";
import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { connect } from "../../../app/connection/connect.server.ts";
import { disconnect } from "../../../app/connection/disconnect.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { translator } from "../../../app/messages/translate.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { jobs } from "../../../app/queue/jobs.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { primaryLocation, activateStock } from "../../sandbox/shop/stock/stock.ts";
import { query } from "../../support/database.ts";
import { simulated } from "../../support/installed-shop.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import {
  disconnectAndDelist,
  onSale,
  ourLevel,
  productsIn,
  reconnect,
  runOf,
  sellingShop,
  summariesIn,
  threeProducts,
} from "../selling-shop.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { DAY, mirroredShop, rowsOf, openStandIn } from "../testing.ts";

const supplier = await openStandIn(threeProducts);

// No worker runs: each test processes the jobs itself.
beforeAll(() => startQueue(jobs));
afterAll(stopQueue);

/** Seconds of a run's lease. */
const LEASE_SECONDS = 1000;

function levelOf(shop: ShopDomain, index: number) {
  return ourLevel(productsIn(shop)[index]!.variants[0]!.item)!;
}

/** Disconnects as the merchant, before the announcement is processed. */
async function forget(shop: ShopDomain, products: "zero-stock" | "draft" = "zero-stock"): Promise<void> {
  await disconnect(shop, { why: "disconnected", products });
}

describe("a disconnected shop's products", () => {
  it("lose their stock if the merchant chose that, and no other product changes", async () => {
    const shop = await sellingShop();
    shopify.merchant.createProduct({ title: "Own mug", variants: [{ sku: "OWN-1", available: 4 }] }, shop);
    const own = productsIn(shop).at(-1)!;
    // The merchant stocks some of it in a location of their own.
    const elsewhere = activateStock(
      productsIn(shop)[0]!.variants[0]!.item,
      primaryLocation(simulated(shop)),
      new Date(),
    );
    elsewhere.available = 3;
    const before = own.variants[0]!.item.levels.map(({ available }) => available);

    await disconnectAndDelist(shop, "zero-stock");
    expect(onSale(shop)).toMatchObject({ a: [0, "ACTIVE"], b: [0, "ACTIVE"], c: [0, "ACTIVE"] });
    expect(elsewhere.available).toBe(3);
    expect(own.variants[0]!.item.levels.map(({ available }) => available)).toEqual(before);
    expect(await summariesIn(shop)).toEqual([{ code: "catalog.activity.stock-zeroed", count: 3 }]);
  });

  it("become drafts if the merchant chose that, except archived products", async () => {
    const shop = await sellingShop();
    productsIn(shop)[1]!.status = "ARCHIVED";
    await disconnectAndDelist(shop, "draft");
    expect(onSale(shop)).toEqual({ a: [5, "DRAFT"], b: [7, "ARCHIVED"], c: [9, "DRAFT"] });
  });

  it("stay as they are if the merchant chose that, without a call to the shop", async () => {
    const shop = await sellingShop();
    const before = JSON.stringify(onSale(shop));
    shopify.setFault("productByIdentifier", "502", 1);
    await disconnectAndDelist(shop, "keep");
    shopify.setFault("productByIdentifier", "502", 0);
    expect(await runOf(shop)).toMatchObject({ kind: "delist", due_at: null });
    expect(JSON.stringify(onSale(shop))).toBe(before);
    expect(await summariesIn(shop)).toEqual([]);
  });

  it("stay linked, whatever the merchant chose", async () => {
    const shop = await sellingShop();
    const links = await rowsOf("variant_link", shop);
    await disconnectAndDelist(shop, "zero-stock");
    expect(await rowsOf("variant_link", shop)).toEqual(links);
  });

  it("lose their stock even if other products were deleted in the shop", async () => {
    const shop = await sellingShop();
    shopify.merchant.deleteProduct(gid("Product", productsIn(shop)[0]!.id), shop);
    await disconnectAndDelist(shop, "zero-stock");
    expect(onSale(shop)).toEqual({ b: [0, "ACTIVE"], c: [0, "ACTIVE"] });
    expect(await summariesIn(shop)).toEqual([{ code: "catalog.activity.stock-zeroed", count: 2 }]);
  });
});

describe("a reconnection", () => {
  it.each([
    ["keep", [3, 7, 9]],
    ["draft", [3, 7, 9]],
    // The disconnection emptied it, so it counts as neither the merchant's nor ours.
    ["zero-stock", [5, 7, 9]],
  ] as const)(
    "keeps stock that the merchant set, unless the disconnection set that stock to zero (choice: %s)",
    async (products, stock) => {
      const shop = await sellingShop();
      await keepOwn(shop, [{ supplierProductId: "a", field: "stock" }]);
      levelOf(shop, 0).available = 3;
      await disconnectAndDelist(shop, products);
      await reconnect(shop);
      expect([0, 1, 2].map((index) => levelOf(shop, index).available)).toEqual(stock);
    },
  );

  it("restores only stock that the disconnection had set to zero if the merchant has turned off stock sync", async () => {
    const [kept, emptied] = [await sellingShop(), await sellingShop()];
    for (const [shop, products] of [
      [kept, "keep"],
      [emptied, "zero-stock"],
    ] as const) {
      await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, stock: false });
      levelOf(shop, 0).available = 3;
      await disconnectAndDelist(shop, products);
      await reconnect(shop);
    }
    expect(levelOf(kept, 0).available).toBe(3);
    expect(levelOf(emptied, 0).available).toBe(5);
  });

  it("restores stock that an earlier disconnection had set to zero, even if a later disconnection made the products drafts", async () => {
    const shop = await sellingShop();
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, stock: false });
    await disconnectAndDelist(shop, "zero-stock");
    await connect(shop, wholesale.account);
    await disconnectAndDelist(shop, "draft");
    await reconnect(shop);
    expect([0, 1, 2].map((index) => levelOf(shop, index).available)).toEqual([5, 7, 9]);
  });

  it("leaves a product a draft if the supplier had stopped selling it before the disconnection", async () => {
    const shop = await sellingShop();
    await query(
      databaseUrl,
      "update product_link set drafted_from = 'ACTIVE', last_written = last_written || '{\"status\": \"DRAFT\"}' where shop = $1",
      [shop],
    );
    for (const product of productsIn(shop)) product.status = "DRAFT";
    await disconnectAndDelist(shop, "draft");
    await reconnect(shop);
    expect(await rowsOf("product_link", shop)).toMatchObject(
      Array.from({ length: 3 }, () => ({ drafted_from: null, last_written: { status: "DRAFT" } })),
    );
  });

  it.each([
    ["zero-stock", "ACTIVE"],
    ["draft", "DRAFT"],
    ["keep", "ACTIVE"],
  ] as const)("sets stock again, without an import, after the choice %s", async (products, status) => {
    const shop = await sellingShop();
    const before = productsIn(shop).map(({ id }) => id);
    await disconnectAndDelist(shop, products);
    const imports = await rowsOf<{ imported_at: Date }>("product_link", shop);
    // Meanwhile the supplier has sold some.
    supplier.products = [
      wireProduct("a", { variants: [wireVariant("a-1", { stock: 2 })] }),
      wireProduct("b", { variants: [wireVariant("b-1", { stock: 7 })] }),
      wireProduct("c", { discontinued: true, variants: [wireVariant("c-1", { stock: 9 })] }),
    ];
    await reconnect(shop);

    expect(onSale(shop)).toEqual({ a: [2, status], b: [7, status], c: [0, status] });
    expect(productsIn(shop).map(({ id }) => id)).toEqual(before);
    const links = await rowsOf<{ imported_at: Date; delisted: string | null }>("product_link", shop);
    expect(links.map(({ imported_at }) => imported_at)).toEqual(
      imports.map(({ imported_at }) => imported_at),
    );
    expect(links.map(({ delisted }) => delisted)).toEqual([null, null, null]);
    expect((await summariesIn(shop))[0]).toEqual(
      status === "DRAFT"
        ? { code: "catalog.activity.restored-drafts", count: 3, drafts: 3 }
        : { code: "catalog.activity.restored", count: 3 },
    );
  });

  it("restores nothing until the supplier's list has been read, and shows no overdue work meanwhile", async () => {
    const shop = await sellingShop();
    await disconnectAndDelist(shop, "zero-stock");
    supplier.answer = () => ({ status: 503, body: {} });
    await reconnect(shop);
    supplier.answer = null;
    expect(onSale(shop)).toMatchObject({ a: [0, "ACTIVE"] });
    await timePasses(shop, DAY);
    const before = Date.now();
    await processLinkRun(shop);
    expect(onSale(shop)).toMatchObject({ a: [0, "ACTIVE"] });
    expect((await runOf(shop))!.due_at!.getTime()).toBeGreaterThanOrEqual(before + 600_000);
    await mirrorCatalog(shop);
    await processLinkRun(shop);
    expect(onSale(shop)).toMatchObject({ a: [5, "ACTIVE"] });
  });

  it("continues imports that the disconnection interrupted", async () => {
    const shop = await mirroredShop();
    await requestImport(shop, ["a"]);
    await disconnectAndDelist(shop, "zero-stock");
    await importProducts(shop);
    expect(productsIn(shop)).toEqual([]);
    await reconnect(shop);
    await importProducts(shop);
    expect(onSale(shop)).toEqual({ a: [5, "ACTIVE"] });
  });
});

describe("a run that delists a disconnected shop's products", () => {
  it("continues after its process died, and completes half-finished products", async () => {
    const shop = await sellingShop();
    await forget(shop);
    await startDelisting(shop);
    // A process marks the first product, and dies before or after it has changed the shop.
    const run = await claimLinkRun(shop);
    await nextItem(run!, null);
    await processLinkRun(shop);
    expect(onSale(shop)).toMatchObject({ a: [5, "ACTIVE"], b: [7, "ACTIVE"] });
    await timePasses(shop, LEASE_SECONDS);
    await processLinkRun(shop);
    expect(onSale(shop)).toEqual({ a: [0, "ACTIVE"], b: [0, "ACTIVE"], c: [0, "ACTIVE"] });
  });

  it("stops if the shop connects again, and products that it had begun get their stock back", async () => {
    const shop = await sellingShop();
    await forget(shop);
    await startDelisting(shop);
    const run = (await claimLinkRun(shop)) as LinkRun;
    const item = await nextItem(run, null);
    await reconnect(shop);
    // Late, but within its lease: the shop has the change already, and our row must not get it.
    productsIn(shop)[0]!.variants[0]!.item.levels[0]!.available = 0;
    expect(await nextItem(run, { item: item!, outcome: { kind: "done" } })).toBeNull();
    await processLinkRun(shop);
    expect(onSale(shop)).toMatchObject({ a: [0, "ACTIVE"] });
    await timePasses(shop, LEASE_SECONDS);
    await processLinkRun(shop);
    expect(onSale(shop)).toEqual({ a: [5, "ACTIVE"], b: [7, "ACTIVE"], c: [9, "ACTIVE"] });
  });

  it("waits for an import in progress, and delists the imported product as well", async () => {
    const shop = await sellingShop();
    await requestImport(shop, ["a"]);
    const [claimed] = await claimImports(shop);
    await disconnectAndDelist(shop, "zero-stock");
    expect(onSale(shop)).toMatchObject({ a: [5, "ACTIVE"], b: [0, "ACTIVE"] });
    // Its former process ends it now.
    await query(
      databaseUrl,
      "update product_link set state = 'imported', leased_until = null, due_at = null where shop = $1 and leased_until = $2",
      [shop, claimed!.leasedUntil],
    );
    await timePasses(shop, 60);
    await processLinkRun(shop);
    expect(onSale(shop)).toMatchObject({ a: [0, "ACTIVE"] });
    expect((await runOf(shop))?.due_at).toBeNull();
  });

  it("is retried if Shopify does not answer, and changes each product once", async () => {
    const shop = await sellingShop();
    shopify.setFault("inventorySetQuantities", "502-after-commit", 1);
    await disconnectAndDelist(shop, "zero-stock");
    await processLinkRun(shop);
    expect(onSale(shop)).toMatchObject({ a: [0, "ACTIVE"], b: [7, "ACTIVE"] });
    await timePasses(shop, 12);
    await processLinkRun(shop);
    expect(onSale(shop)).toEqual({ a: [0, "ACTIVE"], b: [0, "ACTIVE"], c: [0, "ACTIVE"] });
    expect(await runOf(shop)).toMatchObject({ done: 3, due_at: null });
  });

  it("changes each product once if four workers process it", async () => {
    const shop = await sellingShop();
    await forget(shop, "draft");
    await Promise.all([1, 2, 3, 4].map(() => startDelisting(shop)));
    await Promise.all([1, 2, 3, 4].map(() => processLinkRun(shop)));
    expect(await runOf(shop)).toMatchObject({ kind: "delist", done: 3 });
    expect(await summariesIn(shop)).toHaveLength(1);
  });

  it("is started once by the sweep if the job that should start it got lost", async () => {
    const shop = await sellingShop();
    await forget(shop);
    await timePasses(shop, 60);
    await sweepCatalog();
    await processLinkRun(shop);
    await sweepCatalog();
    await processLinkRun(shop);
    expect(await summariesIn(shop)).toHaveLength(1);

    await connect(shop, wholesale.account);
    await startCatalog(shop);
    await mirrorCatalog(shop);
    await timePasses(shop, 60);
    await sweepCatalog();
    await processLinkRun(shop);
    expect(onSale(shop)).toEqual({ a: [5, "ACTIVE"], b: [7, "ACTIVE"], c: [9, "ACTIVE"] });
  });
});

describe("the summary of a link run", () => {
  const t = translator("en");

  it.each([
    [{ kind: "delist", products: "draft", done: 1 }, "1 product from your supplier is now a draft."],
    [
      { kind: "delist", products: "zero-stock", done: 1200 },
      "1,200 products from your supplier was set to zero",
    ],
    [{ kind: "restore", products: null, done: 3, drafts: 1 }, "1 of them is still a draft"],
    [{ kind: "unlink", products: null, done: 2 }, "2 products in your shop are no longer linked"],
    [{ kind: "unlink", products: null, done: 2, failed: 1 }, "Shopify rejected the change to 1 product"],
    [{ kind: "unlink", products: null, failed: 4 }, "Shopify rejected the change to 4 products: check them"],
  ] as const)("says for %j: “%s”", (run, words) => {
    const summary = summaryOf({ done: 0, failed: 0, drafts: 0, ...run });
    expect(t(summary!.message)).toContain(words);
    expect(summary!.tone).toBe("failed" in run ? "warning" : "info");
  });

  it("is not recorded if nothing changed", () => {
    expect(summaryOf({ kind: "restore", products: null, done: 0, failed: 0, drafts: 0 })).toBeNull();
  });
});
