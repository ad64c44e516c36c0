import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { wakeBulkOperation } from "../../../app/catalog/wake-catalog.server.ts";
import { recordProductChange } from "../../../app/catalog/sync/compare/record-shop-change.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { holdOperations, runningOperations } from "../../sandbox/shop/bulk/operation.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { copies } from "../../support/copied-shop.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { change } from "../matching/testing.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { DAY, openStandIn, rowsOf } from "../testing.ts";
import { historyOf, merchantEdits, productOf, shopSelling, shown } from "./testing.ts";

// Denials of the test before.
beforeEach(() => query(databaseUrl, "delete from bulk_access"));

const MANY = 260;
const supplier = await openStandIn();

openQueue();

const some = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    wireProduct(`p${String(index)}`, {
      variants: [wireVariant(`v${String(index)}`, { sku: `S${String(index)}` })],
    }),
  );

/** A shop that sells many products and was compared a week ago. No webhook reports its changes. */
const largeShop = copies(async () => {
  const shop = await shopSelling(supplier, ...some(MANY));
  for (let left = MANY; left > 0;) {
    await importProducts(shop);
    left = (await rowsOf("product_link", shop)).filter(({ state }) => state !== "imported").length;
  }
  await timePasses(shop, DAY);
  return shop;
});

async function compareNow(shop: ShopDomain): Promise<void> {
  await change(
    shop,
    `insert into catalog_sync (shop, compare_due_at) values ($1, date_trunc('milliseconds', now()))
     on conflict (shop) do update set compare_due_at = excluded.compare_due_at`,
  );
  await syncProducts(shop);
}

async function queriesEnd(shop: ShopDomain): Promise<void> {
  await expect.poll(() => runningOperations(simulated(shop), "QUERY")).toEqual([]);
}

const dueOf = async (shop: ShopDomain) =>
  (await rowsOf<{ compare_due_at: Date | null }>("product_link", shop)).filter((row) => row.compare_due_at)
    .length;

function denyBulk(shop: ShopDomain): void {
  // This plan restores points fast enough that no call waits.
  simulated(shop).plan = "Plus";
  shopify.app.bulkDenied = ["QUERY", "MUTATION"];
  onTestFinished(() => void (shopify.app.bulkDenied = []));
}

describe("a comparison of all products", () => {
  it("uses one bulk query for many products, and notices the merchant's changes", async () => {
    const shop = await largeShop();
    merchantEdits(shop, "S3", { price: "19.90" });
    merchantEdits(shop, "S4", { status: "ARCHIVED" });
    productOf(shop, "S5").variants[0]!.item.cost = "11.00";
    const before = { ...simulated(shop).usage };
    await compareNow(shop);
    expect(await rowsOf("catalog_sync", shop)).toMatchObject([
      { operation_id: expect.stringContaining("Bulk") },
    ]);
    await queriesEnd(shop);
    // Shopify's webhook reports the end.
    await wakeBulkOperation(shop, gid("BulkOperation", simulated(shop).bulk.operations.at(-1)!.id));
    await syncProducts(shop);
    expect(await historyOf(shop)).toEqual(
      ["merchant: price 15.00 → 19.90", "merchant: cost 10.00 → 11.0"].toSorted(),
    );
    expect(
      (await rowsOf("product_link", shop)).filter((row) => row["shop_state"] === "archived"),
    ).toHaveLength(1);
    expect(await dueOf(shop)).toBe(0);
    expect(await rowsOf("catalog_sync", shop)).toMatchObject([{ operation_id: null, leased_until: null }]);
    const { calls, points } = simulated(shop).usage;
    // One more call for the merchant's change.
    expect(calls - before.calls).toBeLessThanOrEqual(3);
    expect(points - before.points).toBeLessThan(30);
  });

  it("does not take a price that we write during the comparison for the merchant's edit", async () => {
    const shop = await largeShop();
    const release = holdOperations(simulated(shop));
    await compareNow(shop);
    await change(
      shop,
      "update product_link set written_at = now() where shop = $1 and supplier_product_id = 'p7'",
    );
    await change(
      shop,
      `update variant_link set price = '99.00', in_shop = in_shop || '{"price": "99.00"}'
        where shop = $1 and supplier_variant_id = 'v7'`,
    );
    const product = productOf(shop, "S7");
    release();
    await queriesEnd(shop);
    // The result has the former price.
    Object.assign(product.variants[0]!, { price: "99.00" });
    await timePasses(shop, 60);
    await syncProducts(shop);
    expect(await historyOf(shop)).toEqual([]);
    expect(await dueOf(shop)).toBe(0);
  });

  it("reads the products directly that a failed bulk query left out", async () => {
    const shop = await largeShop();
    merchantEdits(shop, "S3", { price: "19.90" });
    simulated(shop).bulk.failing = { after: 10, errorCode: "TIMEOUT" };
    await compareNow(shop);
    await queriesEnd(shop);
    await timePasses(shop, 60);
    await syncProducts(shop);
    while ((await dueOf(shop)) > 0) await syncProducts(shop);
    expect(await historyOf(shop)).toEqual(["merchant: price 15.00 → 19.90"]);
  });

  it("notices a change at once that Shopify reports while the bulk query runs", async () => {
    const shop = await largeShop();
    const release = holdOperations(simulated(shop));
    await compareNow(shop);
    merchantEdits(shop, "S3", { price: "19.90" });
    await recordProductChange(shop, {
      subjectId: gid("Product", productOf(shop, "S3").id),
      triggeredAt: new Date(),
    });
    await syncProducts(shop);
    expect(await historyOf(shop)).toEqual(["merchant: price 15.00 → 19.90"]);
    release();
    await queriesEnd(shop);
    await timePasses(shop, 60);
    await syncProducts(shop);
    expect(await historyOf(shop)).toHaveLength(1);
  });

  it("reads page by page if the app may run no bulk operations", async () => {
    const shop = await largeShop();
    denyBulk(shop);
    merchantEdits(shop, "S3", { price: "19.90" });
    await compareNow(shop);
    while ((await dueOf(shop)) > 0) await syncProducts(shop);
    expect(await historyOf(shop)).toEqual(["merchant: price 15.00 → 19.90"]);
    expect(await rowsOf("catalog_sync", shop)).toMatchObject([{ operation_id: null, leased_until: null }]);
  });

  it("delays no product that is due for a sync if the app may run no bulk operations", async () => {
    const shop = await largeShop();
    denyBulk(shop);
    await change(
      shop,
      `with due as (update product_link set sync_due_at = date_trunc('milliseconds', now()) where shop = $1 and supplier_product_id = 'p3')
       update supplier_variant set stock = 1 where shop = $1 and id = 'v3'`,
    );
    await compareNow(shop);
    expect(shown(shop)["S3"]).toMatchObject({ available: 1 });
  });

  it("delays no product that is due for a sync if Shopify fails to start the bulk query", async () => {
    const shop = await largeShop();
    shopify.setFault("bulkOperationRunQuery", "502");
    await change(
      shop,
      `with due as (update product_link set sync_due_at = date_trunc('milliseconds', now()) where shop = $1 and supplier_product_id = 'p3')
       update supplier_variant set stock = 1 where shop = $1 and id = 'v3'`,
    );
    await compareNow(shop);
    expect(shown(shop)["S3"]).toMatchObject({ available: 1 });
  });

  it("reads a few products directly, without a bulk query", async () => {
    const shop = await shopSelling(supplier, ...some(3));
    merchantEdits(shop, "S1", { price: "19.90" });
    await compareNow(shop);
    expect(await historyOf(shop)).toEqual(["merchant: price 15.00 → 19.90"]);
    expect(simulated(shop).bulk.operations).toEqual([]);
  });
});
