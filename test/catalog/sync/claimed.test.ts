import { describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { linkProducts, unlinkProducts } from "../../../app/catalog/matching/link-products.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { followSupplier, keepOwn } from "../../../app/catalog/sync/merchant/own-fields.server.ts";
import { syncNow } from "../../../app/catalog/sync/merchant/start-sync.server.ts";
import { claimBatch, syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { compareProducts, findDueBatch } from "../../../app/catalog/sync/compare/compare-batch.server.ts";
import { recordItemChange } from "../../../app/catalog/sync/compare/record-shop-change.server.ts";
import { followBatch } from "../../../app/catalog/sync/follow/follow-batch.server.ts";
import { findPriceOf } from "../../../app/catalog/sync/load-products.server.ts";
import { claimSync, releaseSync } from "../../../app/catalog/sync/sync-lease.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { disconnectAndDelist } from "../selling-shop.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { DAY, HOUR, openStandIn, rowsOf } from "../testing.ts";
import { merchantEdits, shopSelling, shown } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

function lamp(amount: string, stock = 5) {
  const price = { amount, currency: "EUR" };
  return wireProduct("lamp", { variants: [wireVariant("l", { sku: "LAMP", stock, price })] });
}

/** Syncs a lamp with a new price and stock. `happens` runs between the claim and the write. */
async function meanwhile(happens: (shop: ShopDomain) => Promise<unknown>): Promise<ShopDomain> {
  const shop = await shopSelling(supplier, lamp("10.00"));
  supplier.products = [lamp("12.00", 9)];
  await timePasses(shop, HOUR);
  await mirrorCatalog(shop);
  const lease = await claimSync(shop);
  const batch = lease && (await claimBatch(lease));
  if (!lease || !batch) throw new Error("Nothing was claimed.");
  const priceOf = await findPriceOf(shop);
  await happens(shop);
  await followBatch(batch, { priceOf, until: performance.now() + 10_000 });
  await releaseSync(lease, null);
  return shop;
}

describe("a product that a sync has claimed", () => {
  it("keeps a price that the merchant chooses to keep before the write", async () => {
    const shop = await meanwhile((of) => keepOwn(of, [{ supplierProductId: "lamp", field: "price" }]));
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "12.00", available: 9 } });
  });

  it("is due at once if the merchant syncs now, even if the running sync then fails", async () => {
    const shop = await meanwhile(async (of) => {
      shopify.setFault("productVariantsBulkUpdate", "502", 100);
      await syncNow(of);
    });
    shopify.setFault("productVariantsBulkUpdate", "502", 0);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00", cost: "12.00", available: 9 } });
  });

  it("is not written if the merchant unlinks it before the write", async () => {
    const shop = await meanwhile(async (of) => {
      await unlinkProducts(of, ["lamp"]);
      await linkProducts(of);
    });
    expect(await rowsOf("variant_link", shop)).toEqual([]);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "10.00" } });
  });

  it("stays at zero stock if the shop disconnects before the write", async () => {
    const shop = await meanwhile((of) => disconnectAndDelist(of, "zero-stock"));
    await timePasses(shop, 8 * DAY);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { available: 0 } });
  });

  it("keeps following the supplier if the merchant imports it again before the write, because an import is no edit", async () => {
    const shop = await meanwhile(async (of) => {
      await requestImport(of, ["lamp"]);
      await importProducts(of);
    });
    const [link] = await rowsOf<{ merchant_fields: string[] }>("variant_link", shop);
    expect(link?.merchant_fields).toEqual([]);
    await timePasses(shop, HOUR);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00", cost: "12.00", available: 9 } });
  });
});

describe("a product that is being compared with the shop", () => {
  /** Compares a shop. `happens` runs between the reads of our rows and of the shop. */
  async function beforeTheShopIsRead(happens: (shop: ShopDomain) => Promise<unknown>): Promise<ShopDomain> {
    const shop = await shopSelling(supplier, lamp("10.00"));
    supplier.products = [lamp("12.00", 9)];
    await timePasses(shop, HOUR);
    await mirrorCatalog(shop);
    await query(
      databaseUrl,
      "update product_link set compare_due_at = now() - interval '1 second' where shop = $1",
      [shop],
    );
    const lease = await claimSync(shop);
    const batch = lease && (await findDueBatch(lease));
    if (!lease || !batch) throw new Error("Nothing is due.");
    await happens(shop);
    await compareProducts(lease, batch);
    await releaseSync(lease, null);
    return shop;
  }

  it("keeps following the supplier if an import writes it before the shop is read", async () => {
    const shop = await beforeTheShopIsRead(async (of) => {
      await requestImport(of, ["lamp"]);
      await importProducts(of);
    });
    await syncProducts(shop);
    const [link] = await rowsOf<{ merchant_fields: string[] }>("variant_link", shop);
    expect(link?.merchant_fields).toEqual([]);
  });

  it("follows the supplier if the merchant lets its price follow again before the shop is read", async () => {
    const shop = await beforeTheShopIsRead(async (of) => {
      merchantEdits(of, "LAMP", { price: "99.00" });
      await followSupplier(of, [{ supplierProductId: "lamp", field: "price" }]);
    });
    await syncProducts(shop);
    const [link] = await rowsOf<{ merchant_fields: string[] }>("variant_link", shop);
    expect(link?.merchant_fields).toEqual([]);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00" } });
  });

  it("is compared once more if Shopify reports a change before the comparison ends", async () => {
    const shop = await beforeTheShopIsRead(async (of) => {
      const [link] = await rowsOf<{ inventory_item_id: string }>("variant_link", of);
      await recordItemChange(of, { subjectId: link!.inventory_item_id, triggeredAt: later(60) });
    });
    const [product] = await rowsOf<{ compare_due_at: Date | null }>("product_link", shop);
    expect(product?.compare_due_at).not.toBeNull();
  });
});

function later(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}
