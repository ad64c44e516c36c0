import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

import { USUAL_OPTIONS } from "../../../app/catalog/import/import-options.ts";
import { cancelImport } from "../../../app/catalog/import/runs/cancel-import.server.ts";
import { findImport } from "../../../app/catalog/import/runs/find-import.server.ts";
import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { readSelection } from "../../../app/catalog/import/runs/selection.ts";
import { startImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { wakeBulkOperation } from "../../../app/catalog/wake-catalog.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { type BulkOperation, holdOperations, runningOperations } from "../../sandbox/shop/bulk/operation.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { activateStock, primaryLocation } from "../../sandbox/shop/stock/stock.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { change } from "../matching/testing.ts";
import { productsIn } from "../selling-shop.ts";
import { type WireProduct, wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { openStandIn, rowsOf } from "../testing.ts";
import { importThem, linksIn, readLater, shopWith } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

const ONE_BY_ONE = 500;
const MANY = 120;

function sized(id: string, more: Record<string, unknown> = {}): WireProduct {
  return wireProduct(id, {
    options: ["Size"],
    images: [1, 2].map((place) => ({ url: `https://images.example/${id}-${String(place)}.jpg` })),
    variants: ["S", "M"].map((size) => wireVariant(`${id}-${size}`, { options: { Size: size } })),
    ...more,
  });
}

const abc = () => ["a", "b", "c"].map((id) => sized(id));

async function start(shop: ShopDomain): Promise<string> {
  const selection = readSelection(new URLSearchParams("all=1"))!;
  const started = await startImport(shop, { selection, options: { ...USUAL_OPTIONS, tags: ["new"] } });
  return started!.id;
}

/** Starts an import in bulk, without the 500 products that it normally takes. */
async function startInBulk(shop: ShopDomain): Promise<string> {
  const id = await start(shop);
  await change(shop, "update import_run set in_bulk = true where shop = $1");
  return id;
}

async function counts(shop: ShopDomain, id: string) {
  const found = await findImport(shop, { id, after: null });
  return { state: found!.state, ...found!.counts };
}

const operations = (shop: ShopDomain): BulkOperation[] => simulated(shop).bulk.operations;
const titles = (shop: ShopDomain): string[] =>
  productsIn(shop)
    .map(({ title }) => title)
    .sort();
const ABC = ["Product a", "Product b", "Product c"];

async function operationsEnd(shop: ShopDomain): Promise<void> {
  await expect.poll(() => runningOperations(simulated(shop), "MUTATION")).toEqual([]);
}

/** Ends the bulk operations without a webhook, and lets the worker poll them. */
async function looks(shop: ShopDomain, seconds = 60): Promise<void> {
  await operationsEnd(shop);
  await timePasses(shop, seconds);
  await importProducts(shop);
}

const many = () => Array.from({ length: MANY }, (_, index) => sized(`p${String(index)}`));

describe("a bulk import", () => {
  it.each([
    [ONE_BY_ONE + 1, true],
    [ONE_BY_ONE, false],
  ])("starts only if more than 500 products are new (here %s)", async (count, inBulk) => {
    const shop = await shopWith(supplier, wireProduct("known"));
    await importThem(shop, ["known"]);
    const products = Array.from({ length: count }, (_, index) => wireProduct(`p${String(index)}`));
    await readLater({ supplier, shop }, [wireProduct("known"), ...products]);
    await start(shop);
    const runs = await rowsOf<{ total: number; in_bulk: boolean }>("import_run", shop);
    expect(runs.find(({ total }) => total === count + 1)).toMatchObject({ in_bulk: inBulk });
  });

  it("creates, publishes and stores all products with one bulk operation and few calls", async () => {
    const shop = await shopWith(supplier, ...many());
    const before = { ...simulated(shop).usage };
    const id = await startInBulk(shop);
    while (operations(shop).length === 0) await importProducts(shop);
    await operationsEnd(shop);
    // Shopify's webhook reports the end.
    await wakeBulkOperation(shop, gid("BulkOperation", operations(shop)[0]!.id));
    await importProducts(shop);
    const { calls, points } = simulated(shop).usage;
    expect(operations(shop)).toHaveLength(1);
    expect(productsIn(shop)).toHaveLength(MANY);
    expect(await counts(shop, id)).toMatchObject({ state: "ended", total: MANY, imported: MANY, skipped: 0 });
    expect((await linksIn(shop))["p7"]).toMatchObject({
      state: "imported",
      problem: null,
      images_state: "sent",
      last_written: { tags: "new", status: "ACTIVE" },
      channels: ["Online Store"],
      to_publish: false,
      retry_count: 0,
    });
    expect(await rowsOf("variant_link", shop)).toHaveLength(2 * MANY);
    expect((await rowsOf("variant_link", shop))[0]).toMatchObject({
      price: "15.00",
      cost: "10.00",
      stock: 5,
    });
    expect(productsIn(shop).every(({ publishedOn }) => publishedOn.length === 1)).toBe(true);
    expect(await rowsOf("import_bulk", shop)).toEqual([]);
    expect(await rowsOf("import_bulk_line", shop)).toEqual([]);
    expect(calls - before.calls).toBeLessThan(MANY / 5);
    expect((points - before.points) / MANY).toBeLessThan(3);

    // The result of the images is read for many products at once.
    await timePasses(shop, 60);
    await importProducts(shop);
    expect(simulated(shop).usage.calls - calls).toBeLessThan(10);
  });
});

describe("an import in bulk", () => {
  it("shows how many of its products are in the bulk operation, and lets another import finish first", async () => {
    const shop = await shopWith(supplier, ...abc());
    const release = holdOperations(simulated(shop));
    const id = await startInBulk(shop);
    await importProducts(shop);
    expect(await counts(shop, id)).toMatchObject({ state: "running", importing: 3, inBulk: 3 });
    await importProducts(shop);
    expect(productsIn(shop)).toEqual([]);
    await readLater({ supplier, shop }, [...abc(), sized("d")]);
    await start(shop);
    await importProducts(shop);
    expect(titles(shop)).toEqual(["Product d"]);
    release();
    await looks(shop);
    expect(await counts(shop, id)).toMatchObject({ state: "ended", imported: 3, importing: 0, inBulk: 0 });
    expect(operations(shop)).toHaveLength(1);
  });

  it("stores the prices and costs that it sent to Shopify, even if the supplier has changed them since", async () => {
    const shop = await shopWith(supplier, ...abc());
    const release = holdOperations(simulated(shop));
    await startInBulk(shop);
    await importProducts(shop);
    const dearer = wireVariant("a-S", {
      options: { Size: "S" },
      price: { amount: "20.00", currency: "EUR" },
    });
    await readLater({ supplier, shop }, [sized("a", { variants: [dearer] }), sized("b"), sized("c")]);
    release();
    await looks(shop);
    const variants = await rowsOf("variant_link", shop);
    for (const id of ["a-S", "a-M"])
      expect(variants.find((each) => each["supplier_variant_id"] === id)).toMatchObject({
        price: "15.00",
        cost: "10.00",
      });
    expect(await rowsOf("variant_link", shop)).toHaveLength(6);
  });

  it("is followed by a sync of stock that the supplier or the merchant changed during the bulk operation", async () => {
    const shop = await shopWith(supplier, ...abc());
    const release = holdOperations(simulated(shop));
    await startInBulk(shop);
    await importProducts(shop);
    const fewer = wireVariant("a-S", { options: { Size: "S" }, stock: 4 });
    await readLater({ supplier, shop }, [sized("a", { variants: [fewer] }), sized("b"), sized("c")]);
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, buffer: 3 });
    await syncProducts(shop);
    release();
    await looks(shop);
    await timePasses(shop, 60);
    await syncProducts(shop);
    const rows = await rowsOf<{ supplier_variant_id: string; stock: number }>("variant_link", shop);
    const stock = Object.fromEntries(rows.map((row) => [row.supplier_variant_id, row.stock]));
    expect(stock).toMatchObject({ "a-S": 1, "b-S": 2, "c-S": 2 });
  });

  it("keeps created products and drops the others if the merchant cancels the import", async () => {
    const shop = await shopWith(supplier, ...abc());
    const release = holdOperations(simulated(shop));
    const id = await startInBulk(shop);
    await importProducts(shop);
    await cancelImport(shop, id);
    await importProducts(shop);
    await looks(shop);
    expect(operations(shop)).toMatchObject([{ status: "CANCELED" }]);
    // Shopify was at its first line.
    expect(titles(shop)).toEqual(["Product a"]);
    expect(await linksIn(shop)).toMatchObject({ a: { state: "imported" } });
    expect(Object.keys(await linksIn(shop))).toEqual(["a"]);
    expect(await counts(shop, id)).toMatchObject({ state: "canceled", total: 1, imported: 1 });
    release();

    simulated(shop).bulk.failing = { after: 2, errorCode: "TIMEOUT" };
    const again = await startInBulk(shop);
    await importProducts(shop);
    await operationsEnd(shop);
    await cancelImport(shop, again);
    await importProducts(shop);
    await looks(shop);
    expect(titles(shop)).toEqual(ABC);
    expect(await counts(shop, again)).toMatchObject({ state: "canceled", total: 3, imported: 3 });
    expect(await rowsOf("import_bulk_line", shop)).toEqual([]);
  });

  it("waits while five other bulk operations run in the shop", async () => {
    const shop = await shopWith(supplier, ...abc());
    const release = holdOperations(simulated(shop));
    const busy = operations(shop);
    for (let n = 0; n < 5; n += 1)
      busy.push({
        id: n,
        type: "MUTATION",
        status: "RUNNING",
        query: "",
        createdAt: new Date(),
        output: null,
      } as BulkOperation);
    const id = await startInBulk(shop);
    await importProducts(shop);
    expect(operations(shop)).toHaveLength(5);
    for (const operation of busy) operation.status = "COMPLETED";
    release();
    await timePasses(shop, 90);
    await importProducts(shop);
    await looks(shop);
    expect(await counts(shop, id)).toMatchObject({ imported: 3 });
  });
});

describe("a bulk operation that fails or is interrupted", () => {
  const BREAKS: [string, (shop: ShopDomain) => Promise<void> | void][] = [
    [
      "before the upload of its file",
      (shop) => {
        simulated(shop).bulk.refusesUploads = true;
      },
    ],
    [
      "before its start",
      () => {
        shopify.setFault("bulkOperationRunMutation", "502");
      },
    ],
    [
      "in the reply to its start",
      () => {
        shopify.setFault("bulkOperationRunMutation", "reset-after-commit");
      },
    ],
  ];

  it.each(BREAKS)("creates each product once if it fails %s", async (_when, breakOff) => {
    const shop = await shopWith(supplier, ...abc());
    await breakOff(shop);
    const id = await startInBulk(shop);
    await importProducts(shop);
    simulated(shop).bulk.refusesUploads = false;
    await looks(shop);
    await looks(shop);
    expect(operations(shop)).toHaveLength(1);
    expect(titles(shop)).toEqual(ABC);
    expect(await counts(shop, id)).toMatchObject({ state: "ended", imported: 3, skipped: 0 });
  });

  it("is found again if its worker died before storing the operation's id, and creates each product once", async () => {
    const shop = await shopWith(supplier, ...abc());
    const id = await startInBulk(shop);
    await importProducts(shop);
    await change(shop, "update import_bulk set operation_id = null where shop = $1");
    await looks(shop);
    await looks(shop);
    expect(operations(shop)).toHaveLength(1);
    expect(titles(shop)).toEqual(ABC);
    expect(await counts(shop, id)).toMatchObject({ state: "ended", imported: 3 });
  });

  it("stores each product once if its result breaks off while we read it", async () => {
    const shop = await shopWith(
      supplier,
      ...Array.from({ length: 60 }, (_, index) => sized(`p${String(index)}`)),
    );
    const id = await startInBulk(shop);
    await importProducts(shop);
    await operationsEnd(shop);
    const output = operations(shop)[0]!.output!;
    output.cutOff = true;
    await looks(shop);
    expect(await counts(shop, id)).toMatchObject({ state: "running", imported: 50, inBulk: 10 });
    output.cutOff = false;
    const { publishedOn, updatedAt } = productsIn(shop).at(-1)!;
    await looks(shop);
    expect(await counts(shop, id)).toMatchObject({ state: "ended", imported: 60 });
    expect(productsIn(shop)).toHaveLength(60);
    expect(productsIn(shop).at(-1)).toMatchObject({ publishedOn, updatedAt });
  });

  const ENDS: [string, (operation: BulkOperation) => void][] = [
    ["whose result has expired", ({ output }) => (output!.expiresAt = new Date(0))],
    ["that Shopify no longer knows", (operation) => (operation.id = 1)],
    [
      "whose result lacks lines",
      ({ output }) => (output!.bytes = output!.bytes.subarray(0, output!.bytes.indexOf("\n") + 1)),
    ],
  ];

  it.each(ENDS)("still gives the shop each product once if it is an operation %s", async (_what, spoil) => {
    const shop = await shopWith(supplier, ...abc());
    const id = await startInBulk(shop);
    await importProducts(shop);
    await operationsEnd(shop);
    spoil(operations(shop)[0]!);
    await looks(shop);
    expect(titles(shop)).toEqual(ABC);
    expect(await counts(shop, id)).toMatchObject({ state: "ended", imported: 3 });
    expect(productsIn(shop).every(({ publishedOn }) => publishedOn.length === 1)).toBe(true);
    expect((await rowsOf("variant_link", shop))[0]).toMatchObject({ price: "15.00", cost: "10.00" });
  });

  it("keeps the products that it created, and the other products are imported one by one", async () => {
    const shop = await shopWith(supplier, ...abc());
    simulated(shop).bulk.failing = { after: 2, errorCode: "INTERNAL_SERVER_ERROR" };
    const id = await startInBulk(shop);
    await importProducts(shop);
    await looks(shop);
    expect(operations(shop)).toMatchObject([{ status: "FAILED" }]);
    expect(titles(shop)).toEqual(ABC);
    expect(await counts(shop, id)).toMatchObject({ state: "ended", imported: 3 });
  });
});

describe("an import that Shopify restricts", () => {
  beforeEach(async () => {
    await query(databaseUrl, "delete from bulk_access");
    onTestFinished(() => void Object.assign(shopify.app, { bulkDenied: [], bulkDeniedFromRow: null }));
  });

  it("imports products one by one without waiting if the app may run no bulk operations", async () => {
    const shop = await shopWith(supplier, ...abc());
    shopify.app.bulkDenied = ["MUTATION"];
    const id = await startInBulk(shop);
    await importProducts(shop);
    expect(titles(shop)).toEqual(ABC);
    expect(await counts(shop, id)).toMatchObject({ state: "ended", imported: 3, skipped: 0 });
    expect(await rowsOf("import_bulk", shop)).toEqual([]);
  });

  it("keeps the created products if bulk access is withdrawn midway, and imports the others one by one", async () => {
    const shop = await shopWith(supplier, ...abc());
    shopify.app.bulkDeniedFromRow = 2;
    const id = await startInBulk(shop);
    await importProducts(shop);
    await looks(shop);
    expect(operations(shop)).toMatchObject([{ status: "FAILED", errorCode: "ACCESS_DENIED" }]);
    expect(titles(shop)).toEqual(ABC);
    expect(await counts(shop, id)).toMatchObject({ state: "ended", imported: 3, skipped: 0 });
  });

  it("waits while Shopify blocks our server's IP address, and then imports every product", async () => {
    const shop = await shopWith(supplier, ...abc());
    const id = await start(shop);
    shopify.app.addressDenied = true;
    onTestFinished(() => void (shopify.app.addressDenied = false));
    await importProducts(shop);
    expect(await counts(shop, id)).toMatchObject({ state: "running", importing: 3 });
    shopify.app.addressDenied = false;
    await timePasses(shop, 60);
    await importProducts(shop);
    expect(await counts(shop, id)).toMatchObject({ state: "ended", imported: 3, skipped: 0 });
  });
});

describe("a product of a bulk import", () => {
  it("shows why Shopify rejected it, and stops no other product", async () => {
    const shop = await shopWith(supplier, sized("a"), sized("b", { name: "" }), sized("c"));
    const id = await startInBulk(shop);
    await importProducts(shop);
    await looks(shop);
    expect(await counts(shop, id)).toMatchObject({ state: "ended", imported: 2, skipped: 1 });
    expect((await linksIn(shop))["b"]).toMatchObject({
      state: "skipped",
      problem: { code: "failure.shop.user-errors" },
    });
  });

  it("is left out of the bulk operation if the shop has its SKU, or if one request cannot create it", async () => {
    const large = wireProduct("large", {
      options: ["Size"],
      variants: Array.from({ length: 251 }, (_, n) =>
        wireVariant(`l-${String(n)}`, { options: { Size: String(n) } }),
      ),
    });
    const shop = await shopWith(supplier, sized("a"), sized("b"), large);
    shopify.merchant.createProduct({ title: "Mine", variants: [{ sku: "sku-A-s" }] }, shop);
    const id = await startInBulk(shop);
    await importProducts(shop);
    await looks(shop);
    expect(await linksIn(shop)).toMatchObject({
      a: { state: "needs-linking" },
      b: { state: "imported" },
      large: { state: "imported" },
    });
    expect(operations(shop)).toMatchObject([{ objectCount: 1 }]);
    expect(await counts(shop, id)).toMatchObject({ state: "ended", imported: 2, skipped: 1 });
  });

  it("waits for the next day if the shop has reached its daily limit of new variants", async () => {
    const shop = await shopWith(supplier, ...abc());
    Object.assign(simulated(shop).variantThrottle, { above: 1, aDay: 4 });
    const id = await startInBulk(shop);
    await importProducts(shop);
    await looks(shop);
    expect(await counts(shop, id)).toMatchObject({ state: "running", imported: 2, importing: 1 });
    expect((await linksIn(shop))["c"]).toMatchObject({
      state: "importing",
      problem: { code: "failure.shop.daily-variants" },
    });
    Object.assign(simulated(shop).variantThrottle, { aDay: 40 });
    await looks(shop, 2 * 86_400);
    expect(titles(shop)).toEqual(ABC);
  });

  it("is stocked only at our location, even if Shopify stocks new variants elsewhere", async () => {
    const shop = await shopWith(supplier, ...abc());
    const { items } = simulated(shop).catalog;
    const original = items.set.bind(items);
    items.set = (id, made) => {
      activateStock(made, primaryLocation(simulated(shop)), new Date());
      return original(id, made);
    };
    const id = await startInBulk(shop);
    await importProducts(shop);
    await looks(shop);
    expect(await counts(shop, id)).toMatchObject({ imported: 3 });
    for (const { variants } of productsIn(shop))
      for (const { item } of variants)
        expect(item.levels.map(({ location }) => location.name)).toEqual(["Stockbridge"]);
  });
});
