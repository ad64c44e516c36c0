import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/import-products.server.ts";
import { requestImport, claimImport } from "../../../app/catalog/import/import-store.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { nextItem, claimLinkRun } from "../../../app/catalog/links/link-run-store.server.ts";
import { startCatalog } from "../../../app/catalog/start-catalog.server.ts";
import { startDelisting } from "../../../app/catalog/links/start-delisting.server.ts";
import { sweepLinkRuns } from "../../../app/catalog/links/sweep-link-runs.server.ts";
import { processLinkRun } from "../../../app/catalog/links/process-link-run.server.ts";
import { connect } from "../../../app/connection/connect.server.ts";
import { forgetKey } from "../../../app/connection/connection-store.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { jobHandlers } from "../../../app/wiring/handlers.server.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { primaryLocation, activateStock } from "../../sandbox/shop/stock/stock.ts";
import { query } from "../../support/database.ts";
import { simulated } from "../../support/installed-shop.ts";
import { holdLock, killedAt, someoneWaits } from "../../support/killed.ts";
import { changeSettings, databaseUrl, shopify, wholesale } from "../../support/world.ts";
import {
  disconnect,
  onSale,
  productsIn,
  reconnect,
  roundOf,
  sellingShop,
  threeProducts,
  told,
} from "../selling-shop.ts";
import { startStandIn, wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { after, connectedShop, now, rowsOf } from "../testing.ts";

const supplier = await startStandIn();
await changeSettings({ WHOLESALE_BASE_URL: supplier.url });
afterAll(() => supplier.close());

// Nobody works off what is enqueued: each test does, when it wants to.
beforeAll(() => startQueue(jobHandlers));
afterAll(stopQueue);

beforeEach(() => {
  supplier.pageSize = 100;
  supplier.products = threeProducts();
});

describe("a disconnected shop's products", () => {
  it("have no stock any more, where the merchant wants that, and are the only ones touched", async () => {
    const shop = await sellingShop();
    shopify.merchant.createProduct({ title: "Own mug", variants: [{ sku: "OWN-1", available: 4 }] }, shop);
    const own = productsIn(shop).at(-1)!;
    // The merchant keeps some of it in a place of their own.
    const elsewhere = activateStock(
      productsIn(shop)[0]!.variants[0]!.item,
      primaryLocation(simulated(shop)),
      now,
    );
    elsewhere.available = 3;
    const before = own.variants[0]!.item.levels.map(({ available }) => available);

    await disconnect(shop, "zero-stock", after(60));
    expect(onSale(shop)).toMatchObject({ a: [0, "ACTIVE"], b: [0, "ACTIVE"], c: [0, "ACTIVE"] });
    expect(elsewhere.available).toBe(3);
    expect(own.variants[0]!.item.levels.map(({ available }) => available)).toEqual(before);
    expect(await told(shop)).toEqual([
      "Set the stock of 3 of the supplier's products to zero, because the shop was disconnected.",
    ]);
  });

  it("are drafts, where the merchant wants that, and what is archived stays so", async () => {
    const shop = await sellingShop();
    productsIn(shop)[1]!.status = "ARCHIVED";
    await disconnect(shop, "draft", after(60));
    expect(onSale(shop)).toEqual({ a: [5, "DRAFT"], b: [7, "ARCHIVED"], c: [9, "DRAFT"] });
  });

  it("stay as they are, where the merchant wants that, without a word to the shop", async () => {
    const shop = await sellingShop();
    const before = JSON.stringify(onSale(shop));
    shopify.setFault("productByIdentifier", "502", 1);
    await disconnect(shop, "keep", after(60));
    shopify.setFault("productByIdentifier", "502", 0);
    expect(await roundOf(shop)).toMatchObject({ kind: "delist", next_at: null });
    expect(JSON.stringify(onSale(shop))).toBe(before);
    expect(await told(shop)).toEqual([]);
  });

  it("stay linked, whatever becomes of them", async () => {
    const shop = await sellingShop();
    const links = await rowsOf("variant_link", shop);
    await disconnect(shop, "zero-stock", after(60));
    expect(await rowsOf("variant_link", shop)).toEqual(links);
  });

  it("that were deleted in the shop do not stop the others", async () => {
    const shop = await sellingShop();
    shopify.merchant.deleteProduct(gid("Product", productsIn(shop)[0]!.id), shop);
    await disconnect(shop, "zero-stock", after(60));
    expect(onSale(shop)).toEqual({ b: [0, "ACTIVE"], c: [0, "ACTIVE"] });
    expect(await told(shop)).toEqual([
      "Set the stock of 2 of the supplier's products to zero, because the shop was disconnected.",
    ]);
  });
});

describe("connecting again", () => {
  it.each([
    ["zero-stock", "ACTIVE"],
    ["draft", "DRAFT"],
    ["keep", "ACTIVE"],
  ] as const)(
    "after %s sets the stock again without importing anything a second time",
    async (products, status) => {
      const shop = await sellingShop();
      const before = productsIn(shop).map(({ id }) => id);
      await disconnect(shop, products, after(60));
      const imports = await rowsOf<{ imported_at: Date }>("product_link", shop);
      // Meanwhile the supplier has sold some.
      supplier.products = [
        wireProduct("a", { variants: [wireVariant("a-1", { stock: 2 })] }),
        wireProduct("b", { variants: [wireVariant("b-1", { stock: 7 })] }),
        wireProduct("c", { discontinued: true, variants: [wireVariant("c-1", { stock: 9 })] }),
      ];
      await reconnect(shop, after(120));

      expect(onSale(shop)).toEqual({ a: [2, status], b: [7, status], c: [0, status] });
      expect(productsIn(shop).map(({ id }) => id)).toEqual(before);
      const now = await rowsOf<{ imported_at: Date; delisted: string | null }>("product_link", shop);
      expect(now.map(({ imported_at }) => imported_at)).toEqual(
        imports.map(({ imported_at }) => imported_at),
      );
      expect(now.map(({ delisted }) => delisted)).toEqual([null, null, null]);
      expect((await told(shop))[0]).toBe(
        status === "DRAFT"
          ? "Set the stock of 3 of the supplier's products again, as the supplier has it now. 3 of them stayed a draft: publish in Shopify what you want to sell again."
          : "Set the stock of 3 of the supplier's products again, as the supplier has it now.",
      );
    },
  );

  it("waits until the supplier's list has been read, however long that takes, and calls nothing overdue", async () => {
    const shop = await sellingShop();
    await disconnect(shop, "zero-stock", after(60));
    supplier.answer = () => ({ status: 503, body: {} });
    await reconnect(shop, after(120));
    supplier.answer = null;
    expect(onSale(shop)).toMatchObject({ a: [0, "ACTIVE"] });
    await processLinkRun(shop, after(3600));
    expect(onSale(shop)).toMatchObject({ a: [0, "ACTIVE"] });
    expect((await roundOf(shop))?.next_at).toEqual(after(3600 + 600));
    await mirrorCatalog(shop, after(3700));
    await processLinkRun(shop, after(3700));
    expect(onSale(shop)).toMatchObject({ a: [5, "ACTIVE"] });
  });

  it("goes on with imports that the disconnection had cut short", async () => {
    const shop = await connectedShop();
    await mirrorCatalog(shop, now);
    await requestImport(shop, ["a"], now);
    await disconnect(shop, "zero-stock", after(60));
    await importProducts(shop, after(60));
    expect(productsIn(shop)).toEqual([]);
    await reconnect(shop, after(120));
    await importProducts(shop, after(120));
    expect(onSale(shop)).toEqual({ a: [5, "ACTIVE"] });
  });
});

describe("a run over the products", () => {
  it.each([
    ["startDelisting", "lock table link_run in share row exclusive mode", []],
    ["processLinkRun", "lock table link_run in share row exclusive mode", []],
    [
      "processLinkRun",
      "select from product_link where shop = $1 and supplier_product_id = 'a' for update",
      ["a"],
    ],
    [
      "processLinkRun",
      "select from product_link where shop = $1 and supplier_product_id = 'c' for update",
      ["c"],
    ],
  ])("whose process is killed in %s, at %s, ends all the same", async (name, lock, at) => {
    const shop = await sellingShop();
    await forgetKey(shop, { why: "disconnected", products: "zero-stock", now: after(60) });
    const module = `app/catalog/links/${name === "startDelisting" ? "start-delisting" : "process-link-run"}.server.ts`;
    if (name === "processLinkRun") await startDelisting(shop, after(60));
    const held = await holdLock(lock, at.length === 0 ? [] : [shop]);
    await killedAt({ module, name, args: [shop, after(60)] }, someoneWaits);
    await held.release();
    // What it had done, it has done; nobody else does anything before its time is over.
    if (at[0] === "c")
      expect(onSale(shop)).toMatchObject({ a: [0, "ACTIVE"], b: [0, "ACTIVE"], c: [9, "ACTIVE"] });
    else expect(onSale(shop)).toMatchObject({ a: [5, "ACTIVE"], b: [7, "ACTIVE"], c: [9, "ACTIVE"] });
    await sweepLinkRuns(after(180));
    await processLinkRun(shop, after(180));
    expect(onSale(shop)).toEqual({ a: [0, "ACTIVE"], b: [0, "ACTIVE"], c: [0, "ACTIVE"] });
    expect(await told(shop)).toHaveLength(1);
  });

  it("that dies in the middle is gone on with, and misses none that was half done", async () => {
    const shop = await sellingShop();
    await forgetKey(shop, { why: "disconnected", products: "zero-stock", now: after(60) });
    await startDelisting(shop, after(60));
    // A process that marks the first product, and dies before or after it has told the shop.
    const run = await claimLinkRun(shop, after(60));
    await nextItem(run!, null, after(60));
    await processLinkRun(shop, after(61));
    expect(onSale(shop)).toMatchObject({ a: [5, "ACTIVE"], b: [7, "ACTIVE"] });
    await processLinkRun(shop, after(60 + 120));
    expect(onSale(shop)).toEqual({ a: [0, "ACTIVE"], b: [0, "ACTIVE"], c: [0, "ACTIVE"] });
  });

  it("that a connection overtakes stops, and what it had marked gets its stock again", async () => {
    const shop = await sellingShop();
    await forgetKey(shop, { why: "disconnected", products: "zero-stock", now: after(60) });
    await startDelisting(shop, after(60));
    const run = await claimLinkRun(shop, after(60));
    const item = await nextItem(run!, null, after(60));
    await reconnect(shop, after(61));
    // Late, but within its lease: the shop has had the change, our row must not get it.
    productsIn(shop)[0]!.variants[0]!.item.levels[0]!.available = 0;
    expect(await nextItem(run!, { item: item!, outcome: { kind: "done" } }, after(62))).toBeNull();
    await processLinkRun(shop, after(63));
    expect(onSale(shop)).toMatchObject({ a: [0, "ACTIVE"] });
    await processLinkRun(shop, after(60 + 120));
    expect(onSale(shop)).toEqual({ a: [5, "ACTIVE"], b: [7, "ACTIVE"], c: [9, "ACTIVE"] });
  });

  it("waits for an import that somebody is at, and takes its product as well", async () => {
    const shop = await sellingShop();
    await requestImport(shop, ["a"], after(30));
    const taken = await claimImport(shop, after(30));
    await disconnect(shop, "zero-stock", after(60));
    expect(onSale(shop)).toMatchObject({ a: [5, "ACTIVE"], b: [0, "ACTIVE"] });
    // As if its process had ended it now.
    await query(
      databaseUrl,
      "update product_link set state = 'imported', next_at = null where shop = $1 and next_at = $2",
      [shop, taken!.leasedUntil],
    );
    await processLinkRun(shop, after(120));
    expect(onSale(shop)).toMatchObject({ a: [0, "ACTIVE"] });
    expect((await roundOf(shop))?.next_at).toBeNull();
  });

  it("tries again later when the shop does not answer, and does each product once", async () => {
    const shop = await sellingShop();
    shopify.setFault("inventorySetQuantities", "502-after-commit", 1);
    await disconnect(shop, "zero-stock", after(60));
    const { next_at } = (await roundOf(shop))!;
    expect(next_at!.getTime()).toBeGreaterThan(after(60).getTime());
    await processLinkRun(shop, after(61));
    expect(onSale(shop)).toMatchObject({ a: [0, "ACTIVE"], b: [7, "ACTIVE"] });
    await processLinkRun(shop, next_at!);
    expect(onSale(shop)).toEqual({ a: [0, "ACTIVE"], b: [0, "ACTIVE"], c: [0, "ACTIVE"] });
    expect(await roundOf(shop)).toMatchObject({ done: 3, next_at: null });
  });

  it("run by four at once does each product once", async () => {
    const shop = await sellingShop();
    await forgetKey(shop, { why: "disconnected", products: "draft", now: after(60) });
    await Promise.all([1, 2, 3, 4].map(() => startDelisting(shop, after(60))));
    await Promise.all([1, 2, 3, 4].map(() => processLinkRun(shop, after(60))));
    expect(await roundOf(shop)).toMatchObject({ kind: "delist", done: 3 });
    expect(await told(shop)).toHaveLength(1);
  });

  it("whose announcement got lost is begun by the sweep, once", async () => {
    const shop = await sellingShop();
    await forgetKey(shop, { why: "disconnected", products: "zero-stock", now: after(60) });
    await sweepLinkRuns(after(120));
    await processLinkRun(shop, after(120));
    await sweepLinkRuns(after(180));
    await processLinkRun(shop, after(180));
    expect(await told(shop)).toHaveLength(1);

    await connect(shop, wholesale.account, after(240));
    await startCatalog(shop, after(240));
    await mirrorCatalog(shop, after(240));
    await sweepLinkRuns(after(300));
    await processLinkRun(shop, after(300));
    expect(onSale(shop)).toEqual({ a: [5, "ACTIVE"], b: [7, "ACTIVE"], c: [9, "ACTIVE"] });
  });
});
