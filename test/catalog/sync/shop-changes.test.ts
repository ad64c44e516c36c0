import { describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { startSync, previewSync } from "../../../app/catalog/sync/merchant/start-sync.server.ts";
import { recordProductChange } from "../../../app/catalog/sync/compare/record-shop-change.server.ts";
import { removeOldChanges } from "../../../app/catalog/sync/change-history.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { findSyncStatus } from "../../../app/catalog/sync/merchant/find-sync-status.server.ts";
import { wakeCatalogAfterAccessRestored } from "../../../app/catalog/wake-catalog.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import type { Message } from "../../../app/messages/message.ts";
import "../../../app/messages/all-languages.server.ts";
import { translator } from "../../../app/messages/translate.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { query } from "../../support/database.ts";
import { issueToken, simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { changeSettings, databaseUrl, shopify } from "../../support/world.ts";
import { productsIn } from "../selling-shop.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { DAY, HOUR, openStandIn, rowsOf } from "../testing.ts";
import { historyOf, merchantEdits, productOf, shopSelling, shown, supplierChanges } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

function lamp(amount: string, more: Record<string, unknown> = {}) {
  return wireProduct("lamp", {
    variants: [wireVariant("l", { sku: "LAMP", price: { amount, currency: "EUR" }, ...more })],
  });
}

function idOf(shop: ShopDomain): string {
  return gid("Product", productOf(shop, "LAMP").id);
}

/** Handles Shopify's webhook about the product. */
async function told(shop: ShopDomain, subjectId: string, deleted = false): Promise<void> {
  await recordProductChange(shop, { subjectId, triggeredAt: new Date(Date.now() + 60_000) }, { deleted });
  await syncProducts(shop);
}

describe("a product that the merchant deletes in Shopify", () => {
  it("is noticed, no longer written, and can be imported again", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    const id = idOf(shop);
    shopify.merchant.deleteProduct(id, shop);
    await told(shop, id, true);
    expect(await rowsOf("product_link", shop)).toMatchObject([{ shop_state: "deleted" }]);
    const before = simulated(shop).usage.calls;
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    expect(simulated(shop).usage.calls).toBe(before);
    await requestImport(shop, ["lamp"]);
    await importProducts(shop);
    await supplierChanges({ supplier, shop }, lamp("13.00", { stock: 2 }));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "19.50", cost: "13.00", available: 2 } });
  });

  it("is noticed by the next write, even without a webhook", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    shopify.merchant.deleteProduct(idOf(shop), shop);
    await supplierChanges({ supplier, shop }, lamp("12.00", { stock: 2 }));
    expect(await rowsOf("product_link", shop)).toMatchObject([{ shop_state: "deleted", sync_due_at: null }]);
    const stocked = await shopSelling(supplier, lamp("10.00"));
    shopify.merchant.deleteProduct(idOf(stocked), stocked);
    await supplierChanges({ supplier, shop: stocked }, lamp("10.00", { stock: 2 }));
    await syncProducts(stocked);
    expect(await rowsOf("product_link", stocked)).toMatchObject([{ shop_state: "deleted" }]);
  });

  it("is reported once, together with other deleted products", async () => {
    const shop = await shopSelling(supplier, wireProduct("a"), wireProduct("b"));
    for (const { id } of productsIn(shop)) shopify.merchant.deleteProduct(gid("Product", id), shop);
    // The supplier has changed nothing, no webhook has come, and a week has passed.
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    await timePasses(shop, 8 * DAY);
    await syncProducts(shop);
    const told = (await rowsOf<{ kind: string; message: Message }>("activity", shop)).filter(
      ({ kind }) => kind === "catalog.deleted-in-shop",
    );
    expect(told).toHaveLength(1);
    expect(translator("en")(told[0]!.message)).toBe(
      "“Product a”, “Product b” were deleted in your shop, so they are no longer updated. To sell them again, import them from the catalog.",
    );
  });
});

describe.each(["deleted", "archived"] as const)("the activity of products %s in the shop", (state) => {
  const names = ["A", "B", "C", "D", "E"];
  const said = (count: number, locale = "en") =>
    translator(locale)({
      code: `catalog.activity.${state}-in-shop`,
      count,
      products: names.slice(0, Math.min(count, 3)),
    });

  it("counts the products beyond the three that it names", () => {
    expect(said(1)).toContain("“A” was ");
    expect(said(2)).toContain("“A”, “B” were ");
    expect(said(3)).toContain("“A”, “B”, “C” were ");
    expect(said(4)).toContain("“A”, “B”, “C” and 1 more were ");
    expect(said(5)).toContain("“A”, “B”, “C” and 2 more were ");
    expect(said(2, "de")).toContain("„A“, „B“ wurden ");
    expect(said(4, "de")).toContain("„A“, „B“ und „C“ sowie 1 weiteres wurden ");
  });

  it("uses the singular for one product and the plural for several", () => {
    expect(said(1)).toMatch(/, so it is .* it/);
    expect(said(2)).toMatch(/, so they are .* them/);
  });
});

describe("a product that the merchant archives", () => {
  it("is not changed until the merchant restores it, and then follows the supplier at once", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    merchantEdits(shop, "LAMP", { status: "ARCHIVED" });
    await told(shop, idOf(shop));
    await supplierChanges({ supplier, shop }, lamp("12.00", { stock: 2 }));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", available: 5 } });
    merchantEdits(shop, "LAMP", { status: "ACTIVE" });
    await told(shop, idOf(shop));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00", cost: "12.00", available: 2 } });
    expect(productOf(shop, "LAMP").status).toBe("ACTIVE");
  });

  it("keeps the merchant's earlier changes", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    merchantEdits(shop, "LAMP", { status: "ARCHIVED", price: "77.00" });
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    merchantEdits(shop, "LAMP", { status: "DRAFT" });
    await told(shop, idOf(shop));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "77.00", cost: "12.00" } });
    expect(productOf(shop, "LAMP").status).toBe("DRAFT");
  });
});

describe("a product that an earlier version of the app imported", () => {
  /** Returns a shop with rows of the earlier version, which stored no written values. */
  async function oldShop(): Promise<ShopDomain> {
    const shop = await shopSelling(supplier, lamp("10.00"), wireProduct("same"));
    merchantEdits(shop, "LAMP", { price: "14.00" });
    await query(
      databaseUrl,
      "update variant_link set price = null, compare_at_price = null, cost = null, stock = null where shop = $1",
      [shop],
    );
    await query(
      databaseUrl,
      "update product_link set last_written = '{}', shop_updated_at = null, compare_due_at = now() - interval '1 second' where shop = $1",
      [shop],
    );
    await supplierChanges({ supplier, shop }, lamp("12.00", { stock: 3 }), wireProduct("same"));
    await syncProducts(shop);
    return shop;
  }

  it("is first compared and previewed, and follows the supplier once the merchant agrees", async () => {
    const shop = await oldShop();
    expect(shown(shop)).toMatchObject({ LAMP: { price: "14.00", cost: "10.00", available: 5 } });
    expect(await readInShop(shop, (tx, now) => findSyncStatus(tx, { shop, now }))).toMatchObject({
      awaitingStart: 2,
    });
    const { products } = await previewSync(shop);
    expect(products.find(({ supplierProductId }) => supplierProductId === "lamp")?.changes).toEqual(
      expect.arrayContaining([
        { sku: "LAMP", field: "price", old: "14.00", new: "18.00" },
        { sku: "LAMP", field: "cost", old: "10.0", new: "12.00" },
      ]),
    );
    await startSync(shop);
    await startSync(shop);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00", cost: "12.00", available: 3 } });
    expect(await readInShop(shop, (tx, now) => findSyncStatus(tx, { shop, now }))).toMatchObject({
      awaitingStart: 0,
      due: 0,
    });
  });

  it("keeps changes that the merchant makes after the preview", async () => {
    const shop = await oldShop();
    await previewSync(shop);
    merchantEdits(shop, "LAMP", { price: "13.00" });
    await startSync(shop);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "13.00", cost: "12.00" } });
  });
});

describe("a shop that we cannot write to during a run", () => {
  it("gets each new price once after we can write to it again", async () => {
    const products = (amount: string) =>
      ["a", "b", "c"].map((id) =>
        wireProduct(id, { variants: [wireVariant(id, { sku: id, price: { amount, currency: "EUR" } })] }),
      );
    const shop = await shopSelling(supplier, ...products("10.00"));
    shopify.tokens.revokeAll(simulated(shop));
    await supplierChanges({ supplier, shop }, ...products("12.00"));
    expect(shown(shop)).toMatchObject({
      a: { price: "15.00" },
      b: { price: "15.00" },
      c: { price: "15.00" },
    });
    await issueToken(shop);
    await wakeCatalogAfterAccessRestored(shop);
    await syncProducts(shop);
    for (const id of ["a", "b", "c"])
      expect(shown(shop)[id]).toMatchObject({ price: "18.00", cost: "12.00" });
    expect((await historyOf(shop)).filter((line) => line === "we: price 15.00 → 18.00")).toHaveLength(3);
  });
});

describe("the sync history", () => {
  it("is kept for the configured number of days, and then removed in batches", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    await query(
      databaseUrl,
      `insert into catalog_change (id, shop, supplier_product_id, field, old, new, at)
       select gen_random_uuid(), $1, 'lamp', 'price', '1', '2', now() - interval '91 days' from generate_series(1, 5001)`,
      [shop],
    );
    await removeOldChanges();
    expect(await historyOf(shop)).toEqual(["we: cost 10.00 → 12.00", "we: price 15.00 → 18.00"]);
    await changeSettings({ CATALOG_HISTORY_DAYS: "7" });
    await timePasses(shop, 8 * DAY + HOUR);
    await removeOldChanges();
    await changeSettings({ CATALOG_HISTORY_DAYS: undefined });
    expect(await historyOf(shop)).toEqual([]);
    expect(await rowsOf("sync_run", shop)).toEqual([]);
  });
});
