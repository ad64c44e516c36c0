import { describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { startImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { previewProducts } from "../../../app/catalog/import/runs/preview-import.server.ts";
import { USUAL_OPTIONS } from "../../../app/catalog/import/import-options.ts";
import { findPricing } from "../../../app/catalog/pricing/find-pricing.server.ts";
import { markForSync } from "../../../app/catalog/links/mark-for-sync.server.ts";
import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { recordProductChange } from "../../../app/catalog/sync/compare/record-shop-change.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { inShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { shopify } from "../../support/world.ts";
import { wireProduct, wireVariant, type WireProduct } from "../stand-in-supplier.ts";
import { mirroredShop, openStandIn, rowsOf } from "../testing.ts";
import {
  historyOf,
  hourPasses,
  merchantEdits,
  productOf,
  shown,
  supplierChanges,
  undoAgreed,
} from "./testing.ts";

const supplier = await openStandIn();

openQueue();

/** Prices in Kuwaiti dinars have three decimals; Shopify stores two. */
function dates(amount: string, ...more: string[]): WireProduct {
  return wireProduct("dates", {
    options: ["Weight"],
    variants: ["1 kg", ...more].map((weight) =>
      wireVariant(weight, { sku: weight, options: { Weight: weight }, price: { amount, currency: "KWD" } }),
    ),
  });
}

/** A shop in Kuwait that sells dates bought for 1.001: 1.502 with the usual markup, and stored as 1.50. */
async function shopInKuwait(): Promise<ShopDomain> {
  supplier.products = [dates("1.001")];
  const shop = await mirroredShop();
  await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, approveAbove: null });
  Object.assign(simulated(shop), { plan: "Plus", currencyCode: "KWD" });
  await startImport(shop, {
    selection: { kind: "products", ids: ["dates"] },
    options: USUAL_OPTIONS,
  });
  await importProducts(shop);
  return shop;
}

/** Shopify reports the product, so that it is compared. */
async function compare(shop: ShopDomain): Promise<void> {
  await hourPasses(shop);
  const subjectId = gid("Product", productOf(shop, "1 kg").id);
  await recordProductChange(shop, { subjectId, triggeredAt: new Date(Date.now() + 60_000) });
  await syncProducts(shop);
}

async function theirs(shop: ShopDomain): Promise<string[]> {
  const rows = await rowsOf<{ merchant_fields: string[] }>("variant_link", shop);
  return rows.flatMap((row) => row.merchant_fields);
}

/** The next sync has nothing to write. */
async function expectSettled(shop: ShopDomain): Promise<void> {
  await compare(shop);
  expect(await theirs(shop)).toEqual([]);
  const before = await historyOf(shop);
  await inShop(shop, (tx) => markForSync(tx, shop, ["dates"]));
  await syncProducts(shop);
  expect(await historyOf(shop)).toEqual(before);
}

describe("a price that Shopify rounds", () => {
  it("does not count as the merchant's edit after an import, and is not written again", async () => {
    const shop = await shopInKuwait();
    expect(shown(shop)).toMatchObject({ "1 kg": { price: "1.50", cost: "1.00" } });
    await expectSettled(shop);
  });

  it("does not count as the merchant's edit after a sync, and follows the next cost", async () => {
    const shop = await shopInKuwait();
    await supplierChanges({ supplier, shop }, dates("1.901"));
    expect(shown(shop)).toMatchObject({ "1 kg": { price: "2.85", cost: "1.90" } });
    await expectSettled(shop);
    await supplierChanges({ supplier, shop }, dates("2.801"));
    expect(shown(shop)).toMatchObject({ "1 kg": { price: "4.20", cost: "2.80" } });
    expect(await historyOf(shop)).toContain("we: price 2.85 → 4.20");
  });

  it("does not count as the merchant's edit if Shopify's reply to the write got lost", async () => {
    const shop = await shopInKuwait();
    shopify.setFault("productVariantsBulkUpdate", "reset-after-commit");
    await supplierChanges({ supplier, shop }, dates("1.901"));
    await hourPasses(shop);
    await syncProducts(shop);
    await expectSettled(shop);
  });

  it("does not count as the merchant's edit of a new variant", async () => {
    const shop = await shopInKuwait();
    await supplierChanges({ supplier, shop }, dates("1.001", "2 kg"));
    expect(shown(shop)).toMatchObject({ "2 kg": { price: "1.50", cost: "1.00" } });
    await expectSettled(shop);
  });

  it("is not shown as a difference by the next import, unlike a price that the merchant has edited", async () => {
    const shop = await shopInKuwait();
    const selection = { kind: "products" as const, ids: ["dates"] };
    const pricing = await findPricing(shop);
    const [preview] = await previewProducts(shop, ["dates"], { selection, pricing });
    expect(preview?.differences).toEqual({ shown: [], total: 0 });
    await startImport(shop, { selection, options: USUAL_OPTIONS });
    await importProducts(shop);
    await expectSettled(shop);
    merchantEdits(shop, "1 kg", { price: "1.51" });
    await compare(shop);
    expect(await theirs(shop)).toEqual(["price"]);
  });

  it("is restored to its former value by an undo", async () => {
    const shop = await shopInKuwait();
    await supplierChanges({ supplier, shop }, dates("1.901"));
    const [run] = await rowsOf<{ id: string; changed: number }>("sync_run", shop).then((runs) =>
      runs.filter(({ changed }) => changed > 0),
    );
    expect(await undoAgreed(shop, run?.id ?? "")).toMatchObject({ restored: 1 });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ "1 kg": { price: "1.50", cost: "1.90" } });
  });
});
