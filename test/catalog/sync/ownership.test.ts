import { describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport, startImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { USUAL_OPTIONS } from "../../../app/catalog/import/import-options.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { followSupplier, keepOwn } from "../../../app/catalog/sync/merchant/own-fields.server.ts";
import {
  recordItemChange,
  recordProductChange,
} from "../../../app/catalog/sync/compare/record-shop-change.server.ts";
import { listOwnFields } from "../../../app/catalog/sync/merchant/list-own-fields.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { HOUR, openStandIn } from "../testing.ts";
import {
  historyOf,
  hourPasses,
  merchantEdits,
  merchantEditsAloud,
  merchantStocks,
  productOf,
  shopSelling,
  shown,
  supplierChanges,
} from "./testing.ts";

const supplier = await openStandIn();

openQueue();

function lamp(amount: string, more: Record<string, unknown> = {}) {
  const price = { amount, currency: "EUR" };
  return wireProduct("lamp", { variants: [wireVariant("l", { sku: "LAMP", price })], ...more });
}

async function fieldsOf(shop: ShopDomain): Promise<string[]> {
  return (await listOwnFields(shop)).rows.flatMap(({ fields }) => fields.map(({ field }) => field));
}

const LAMP = { supplierProductId: "lamp" };

/** Returns the shop's values of the lamp. */
function theirs(shop: ShopDomain) {
  const { title, descriptionHtml } = productOf(shop, "LAMP");
  return { title, descriptionHtml, ...shown(shop)["LAMP"] };
}

describe("a field that the merchant hands back or keeps", () => {
  it("follows the supplier at once after the merchant hands it back", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    merchantEdits(shop, "LAMP", { price: "19.90", compareAtPrice: "29.90" });
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    expect(await fieldsOf(shop)).toEqual(["price"]);
    await followSupplier(shop, [{ ...LAMP, field: "price" }]);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00", compareAtPrice: null } });
    expect(await fieldsOf(shop)).toEqual([]);
  });

  it("can be the status, which keeps its value but no longer counts as the merchant's", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, discontinued: "draft" });
    const imported = productOf(shop, "LAMP").status;
    const other = imported === "ACTIVE" ? "DRAFT" : "ACTIVE";
    await merchantEditsAloud(shop, "LAMP", { status: other });
    await syncProducts(shop);
    expect(await fieldsOf(shop)).toEqual(["status"]);
    await followSupplier(shop, [{ ...LAMP, field: "status" }]);
    await syncProducts(shop);
    expect(await fieldsOf(shop)).toEqual([]);
    // The next comparison does not change that.
    await timePasses(shop, 8 * 24 * HOUR);
    await syncProducts(shop);
    expect(await fieldsOf(shop)).toEqual([]);
    expect(productOf(shop, "LAMP").status).toBe(other);
  });

  it("is the merchant's again if the merchant changes it while the supplier does not sell the product", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await supplierChanges({ supplier, shop }, lamp("10.00", { discontinued: true }));
    for (const field of ["cost", "price"] as const) await followSupplier(shop, [{ ...LAMP, field }]);
    await syncProducts(shop);
    await merchantEditsAloud(shop, "LAMP", { price: "77.00", cost: "8.00" });
    await syncProducts(shop);
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "77.00", cost: "8.00" } });
  });

  it.each([
    ["price", "productVariantsBulkUpdate", { price: "77.00", compareAtPrice: "99.00" }, { price: "19.90" }],
    ["cost", "productVariantsBulkUpdate", { cost: "8.00" }, { cost: "9.00" }],
    ["title", "productUpdate", { title: "Mine again" }, { title: "Mine" }],
    ["descriptionHtml", "productUpdate", { descriptionHtml: "Mine again" }, { descriptionHtml: "Mine" }],
  ] as const)(
    "is the merchant's again if the merchant changes it (%s) before Shopify lets us write",
    async (field, mutation, edit, before) => {
      const shop = await shopSelling(supplier, lamp("10.00"));
      await merchantEditsAloud(shop, "LAMP", before);
      await syncProducts(shop);
      await followSupplier(shop, [{ ...LAMP, field }]);
      shopify.setFault(mutation, "502");
      await syncProducts(shop);
      expect(theirs(shop)).toMatchObject(before);
      await timePasses(shop, HOUR);
      await merchantEditsAloud(shop, "LAMP", edit);
      await syncProducts(shop);
      await supplierChanges({ supplier, shop }, lamp("12.00", { name: "Lampe" }));
      expect(theirs(shop)).toMatchObject(edit);
      expect(await fieldsOf(shop)).toEqual([field]);
    },
  );

  it("can be the title, which follows the supplier until the merchant edits it again", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    merchantEdits(shop, "LAMP", { title: "My lamp" });
    await followSupplier(shop, [{ ...LAMP, field: "title" }]);
    await syncProducts(shop);
    expect(productOf(shop, "LAMP").title).toBe("Product lamp");
    await supplierChanges({ supplier, shop }, lamp("10.00", { name: "Lampe" }));
    expect(productOf(shop, "LAMP").title).toBe("Lampe");
    await hourPasses(shop);
    merchantEdits(shop, "LAMP", { title: "Mine" });
    await supplierChanges({ supplier, shop }, lamp("10.00", { name: "Leuchte" }));
    expect(productOf(shop, "LAMP").title).toBe("Mine");
  });

  it("can be the description, which still follows the supplier after an import overwrites it", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await followSupplier(shop, [{ ...LAMP, field: "descriptionHtml" }]);
    await supplierChanges({ supplier, shop }, lamp("10.00", { description: "<p>Second</p>" }));
    supplier.products = [lamp("10.00", { description: "<p>Third</p>" })];
    await hourPasses(shop);
    await mirrorCatalog(shop);
    await startImport(shop, {
      selection: { kind: "products", ids: ["lamp"] },
      options: { ...USUAL_OPTIONS, overwrite: ["descriptionHtml"] },
    });
    await importProducts(shop);
    expect(theirs(shop)).toMatchObject({ descriptionHtml: "<p>Third</p>" });
    await hourPasses(shop);
    await supplierChanges({ supplier, shop }, lamp("10.00", { description: "<p>Fourth</p>" }));
    expect(theirs(shop)).toMatchObject({ descriptionHtml: "<p>Fourth</p>" });
    expect(await fieldsOf(shop)).toEqual([]);
  });

  it("can be a title in which an earlier version wrote HTML entities, which the next sync removes", async () => {
    const shop = await shopSelling(supplier, lamp("10.00", { name: "Lampe" }));
    await followSupplier(shop, [{ ...LAMP, field: "title" }]);
    await syncProducts(shop);
    productOf(shop, "LAMP").title = "Salt &amp; Pepper";
    await query(
      databaseUrl,
      `update product_link set last_written = last_written - 'title.shown' || '{"title": "Salt &amp; Pepper"}' where shop = $1`,
      [shop],
    );
    await supplierChanges({ supplier, shop }, lamp("10.00", { name: "Salt &amp; Pepper" }));
    expect(productOf(shop, "LAMP").title).toBe("Salt & Pepper");
    expect(await fieldsOf(shop)).toEqual([]);
  });

  it("keeps an edit that the merchant makes after Shopify's reply to our write got lost", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await followSupplier(shop, [{ ...LAMP, field: "title" }]);
    await syncProducts(shop);
    shopify.setFault("productUpdate", "reset-after-commit");
    await supplierChanges({ supplier, shop }, lamp("10.00", { name: "Lampe" }));
    expect(productOf(shop, "LAMP").title).toBe("Lampe");
    merchantEdits(shop, "LAMP", { title: "Mine" });
    await timePasses(shop, HOUR);
    await syncProducts(shop);
    expect(productOf(shop, "LAMP").title).toBe("Mine");
  });

  it("can be stock that the merchant keeps, which an import does not change", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await keepOwn(shop, [{ ...LAMP, field: "stock" }]);
    merchantStocks(shop, "LAMP", 1);
    await requestImport(shop, ["lamp"]);
    await importProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { available: 1 } });
  });

  it("is the merchant's as soon as the merchant chooses to keep it, even if the merchant never changed it", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await keepOwn(shop, [{ ...LAMP, field: "price" }]);
    await keepOwn(shop, [{ ...LAMP, field: "price" }]);
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "12.00" } });
  });
});

describe("a change that Shopify reports", () => {
  it("makes the edited field the merchant's at once, however often it arrives", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await merchantEditsAloud(shop, "LAMP", { price: "19.90" }, 3);
    await syncProducts(shop);
    expect(await historyOf(shop)).toEqual(["merchant: price 15.00 → 19.90"]);
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "19.90", cost: "12.00" } });
  });

  it("is not taken for the merchant's edit if it reports our own write, however early, late or often", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    const subjectId = gid("Product", productOf(shop, "LAMP").id);
    await recordProductChange(shop, { subjectId, triggeredAt: new Date() });
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    for (const seconds of [-1, 0, 1, 60, 3600])
      await recordProductChange(shop, { subjectId, triggeredAt: new Date(Date.now() + seconds * 1000) });
    await syncProducts(shop);
    await supplierChanges({ supplier, shop }, lamp("14.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "21.00", cost: "14.00" } });
    expect(await fieldsOf(shop)).toEqual([]);
    expect((await historyOf(shop)).filter((line) => line.startsWith("merchant"))).toEqual([]);
  });

  it("leaves an edited cost to the merchant even if Shopify shows no newer version of the product", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    const [variant] = productOf(shop, "LAMP").variants;
    if (!variant) throw new Error("There is no variant.");
    variant.item.cost = "7.77";
    const subjectId = gid("InventoryItem", variant.item.id);
    await recordItemChange(shop, { subjectId, triggeredAt: new Date(Date.now() + 60_000) });
    await syncProducts(shop);
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00", cost: "7.77" } });
  });

  it.each([{ subjectId: null }, { subjectId: "gid://shopify/Product/1' or true" }, { subjectId: "" }])(
    "is ignored if it names no product of ours: %o",
    async ({ subjectId }) => {
      const shop = await shopSelling(supplier, lamp("10.00"));
      await recordProductChange(shop, { subjectId, triggeredAt: null });
      const before = simulated(shop).usage.calls;
      await syncProducts(shop);
      expect(simulated(shop).usage.calls).toBe(before);
    },
  );
});

describe("a write whose reply gets lost", () => {
  it.each(["502-after-commit", "reset-after-commit"] as const)(
    "is repeated without harm, and does not count as the merchant's edit (%s)",
    async (fault) => {
      const shop = await shopSelling(supplier, lamp("10.00"));
      shopify.setFault("productVariantsBulkUpdate", fault);
      await supplierChanges({ supplier, shop }, lamp("12.00"));
      await timePasses(shop, HOUR);
      await syncProducts(shop);
      await supplierChanges({ supplier, shop }, lamp("13.00"));
      expect(shown(shop)).toMatchObject({ LAMP: { price: "19.50", cost: "13.00" } });
      expect(await fieldsOf(shop)).toEqual([]);
    },
  );

  it("is not repeated over a later change by the merchant", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    shopify.setFault("productVariantsBulkUpdate", "reset-after-commit");
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    merchantEdits(shop, "LAMP", { price: "19.90" });
    await timePasses(shop, HOUR);
    await syncProducts(shop);
    await supplierChanges({ supplier, shop }, lamp("14.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "19.90", cost: "14.00" } });
  });

  it.each([
    { field: "title", mutation: "productUpdate", fault: "502-after-commit" },
    { field: "price", mutation: "productVariantsBulkUpdate", fault: "reset-after-commit" },
  ] as const)(
    "is read back at once, so that the merchant can restore the former $field",
    async ({ field, mutation, fault }) => {
      const shop = await shopSelling(supplier, lamp("10.00"));
      const own = { title: "Mine", price: "19.90" };
      merchantEdits(shop, "LAMP", own);
      await timePasses(shop, HOUR);
      await supplierChanges({ supplier, shop }, lamp("12.00"));
      await followSupplier(shop, [{ ...LAMP, field }]);
      shopify.setFault(mutation, fault);
      await syncProducts(shop);
      expect(theirs(shop)).toMatchObject({
        ...own,
        [field]: { title: "Product lamp", price: "18.00" }[field],
      });
      await timePasses(shop, HOUR);
      merchantEdits(shop, "LAMP", own);
      await syncProducts(shop);
      await supplierChanges({ supplier, shop }, lamp("14.00"));
      expect(theirs(shop)).toMatchObject(own);
    },
  );

  it("does not hide an edit that the merchant makes before the connection breaks", async () => {
    const both = (s: string, m: string) => {
      const variant = (sku: string, amount: string) =>
        wireVariant(sku, { sku, options: { Size: sku }, price: { amount, currency: "EUR" } });
      return wireProduct("lamp", { options: ["Size"], variants: [variant("S", s), variant("M", m)] });
    };
    const shop = await shopSelling(supplier, both("10.00", "20.00"));
    await timePasses(shop, HOUR);
    shopify.setFault("productVariantsBulkUpdate", "reset-a-second-after-commit");
    const following = supplierChanges({ supplier, shop }, both("12.00", "20.00"));
    await expect.poll(() => shown(shop)["S"]?.price).toBe("18.00");
    const subjectId = merchantEdits(shop, "M", { price: "77.00" });
    const triggeredAt = new Date();
    await following;
    await recordProductChange(shop, { subjectId, triggeredAt });
    for (const cost of ["20.00", "22.00"]) await supplierChanges({ supplier, shop }, both("12.00", cost));
    expect(shown(shop)).toMatchObject({ S: { price: "18.00" }, M: { price: "77.00", cost: "22.00" } });
  });

  it("stops the sync's other writes to the product, so that an edit of the title stays", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await followSupplier(shop, [{ ...LAMP, field: "title" }]);
    await supplierChanges({ supplier, shop }, lamp("10.00"));
    shopify.setFault("productVariantsBulkUpdate", "reset-a-second-after-commit");
    const following = supplierChanges({ supplier, shop }, lamp("12.00", { name: "Lampe" }));
    await expect.poll(() => shown(shop)["LAMP"]?.price).toBe("18.00");
    merchantEdits(shop, "LAMP", { title: "Mine" });
    await following;
    await timePasses(shop, HOUR);
    await syncProducts(shop);
    expect(theirs(shop)).toMatchObject({ title: "Mine", price: "18.00" });
    expect(await fieldsOf(shop)).toEqual(["title"]);
  });

  it("does not hide a merchant's edit of a price that the same sync had written before", async () => {
    const many = (amount: string) =>
      wireProduct("many", {
        options: ["No"],
        variants: Array.from({ length: 252 }, (_, at) =>
          wireVariant(`v${String(at).padStart(3, "0")}`, {
            sku: `V${String(at)}`,
            options: { No: String(at) },
            price: { amount, currency: "EUR" },
          }),
        ),
      });
    const shop = await shopSelling(supplier, many("10.00"));
    // More than Shopify accepts at once.
    while (productOf(shop, "V0").variants.length < 252)
      await supplierChanges({ supplier, shop }, many("10.00"));
    shopify.setFault("productVariantsBulkUpdate", "502", 1, 1);
    await supplierChanges({ supplier, shop }, many("12.00"));
    expect(shown(shop)).toMatchObject({ V0: { price: "18.00" }, V251: { price: "15.00" } });
    merchantEdits(shop, "V0", { price: "15.00" });
    await timePasses(shop, HOUR);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({
      V0: { price: "15.00" },
      V1: { price: "18.00" },
      V251: { price: "18.00" },
    });
  });

  it("is repeated later if Shopify had not carried it out", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    shopify.setFault("productVariantsBulkUpdate", "502");
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    await timePasses(shop, HOUR);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00", cost: "12.00" } });
  });
});
