/** Importing products again after the merchant has deleted some of their variants in the shop. */
import { describe, expect, it } from "vitest";

import { type ImportOptions, USUAL_OPTIONS } from "../../../app/catalog/import/import-options.ts";
import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import {
  listChoosableVariants,
  previewProducts,
} from "../../../app/catalog/import/runs/preview-import.server.ts";
import { retryImport } from "../../../app/catalog/import/runs/retry-import.server.ts";
import type { Selection } from "../../../app/catalog/import/runs/selection.ts";
import { findUsualOptions, startImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { findPricing } from "../../../app/catalog/pricing/find-pricing.server.ts";
import { recordProductChange } from "../../../app/catalog/sync/compare/record-shop-change.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { readTicks } from "../../../app/routes/app.catalog_.import/read-ticks.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { simulated } from "../../support/installed-shop.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl } from "../../support/world.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { productOf, shopSelling, shown, supplierChanges } from "../sync/testing.ts";
import { openStandIn, rowsOf } from "../testing.ts";

const supplier = await openStandIn();

openQueue();

const SHIRT = { kind: "products", ids: ["shirt"] } satisfies Selection;

function shirt(...sizes: string[]) {
  const variants = sizes.map((size) => wireVariant(size, { sku: size, options: { Size: size } }));
  return wireProduct("shirt", { options: ["Size"], variants });
}

/** The merchant deletes a variant, and a comparison notices it. */
async function deleteVariant(shop: ShopDomain, sku: string): Promise<void> {
  const product = productOf(shop, sku);
  const [gone] = product.variants.filter(({ item }) => item.sku === sku);
  product.variants = product.variants.filter((variant) => variant !== gone);
  simulated(shop).catalog.variants.delete(gone!.id);
  product.updatedAt = new Date(Date.now() + 60_000);
  const subjectId = gid("Product", product.id);
  await recordProductChange(shop, { subjectId, triggeredAt: product.updatedAt });
  await syncProducts(shop);
}

async function importAgain(
  shop: ShopDomain,
  options: Partial<ImportOptions> = {},
  selection: Selection = SHIRT,
): Promise<void> {
  await startImport(shop, { selection, options: { ...USUAL_OPTIONS, ...options } });
  await importProducts(shop);
}

function sizesIn(shop: ShopDomain): string[] {
  return Object.keys(shown(shop)).toSorted();
}

describe("importing a product after the merchant deleted one of its variants in the shop", () => {
  it("leaves the variant deleted, and still adds variants that the supplier adds later", async () => {
    const shop = await shopSelling(supplier, shirt("M", "S"));
    await deleteVariant(shop, "M");
    await importAgain(shop);
    expect(sizesIn(shop)).toEqual(["S"]);
    await importAgain(shop, {}, { kind: "variants", id: "shirt", variants: [] });
    expect(sizesIn(shop)).toEqual(["S"]);
    await supplierChanges({ supplier, shop }, shirt("L", "M", "S"));
    expect(sizesIn(shop)).toEqual(["L", "S"]);
  });

  it("leaves the variant deleted even if the merchant had chosen that variant", async () => {
    const shop = await shopSelling(supplier, shirt("L", "M", "S"));
    await importAgain(shop, {}, { kind: "variants", id: "shirt", variants: ["M", "S"] });
    await deleteVariant(shop, "M");
    await importAgain(shop);
    expect(sizesIn(shop)).toEqual(["L", "S"]);
  });

  it("adds only the variants chosen before if the merchant submits the form unchanged", async () => {
    const shop = await shopSelling(supplier, shirt("M", "S"));
    await importAgain(shop, {}, { kind: "variants", id: "shirt", variants: ["S"] });
    await deleteVariant(shop, "M");
    const rows = await readInShop(shop, (tx) => listChoosableVariants(tx, shop, SHIRT));
    const { variants, recreated } = readTicks(
      rows,
      rows.filter(({ chosen }) => chosen).map(({ id }) => id),
    );
    await importAgain(shop, { recreated }, { kind: "variants", id: "shirt", variants });
    await supplierChanges({ supplier, shop }, shirt("L", "M", "S"));
    expect(sizesIn(shop)).toEqual(["S"]);
  });

  it("succeeds if the merchant had chosen only the deleted variant, and the shop still has another variant", async () => {
    const shop = await shopSelling(supplier, shirt("M", "S"));
    await importAgain(shop, {}, { kind: "variants", id: "shirt", variants: ["M"] });
    await deleteVariant(shop, "M");
    await importAgain(shop);
    expect(sizesIn(shop)).toEqual(["S"]);
    expect(await rowsOf("product_link", shop)).toMatchObject([{ state: "imported", chosen_variants: ["M"] }]);
  });

  it("leaves the variant deleted if the merchant deletes it again after an import recreated it", async () => {
    const shop = await shopSelling(supplier, shirt("M", "S"));
    await deleteVariant(shop, "M");
    await importAgain(shop, { recreated: ["M"] });
    expect(sizesIn(shop)).toEqual(["M", "S"]);
    await query(databaseUrl, "update product_link set failed_images = '[]' where shop = $1", [shop]);
    await deleteVariant(shop, "M");
    const [run] = await query<{ id: string }>(
      databaseUrl,
      "select import_id as id from product_link where shop = $1",
      [shop],
    );
    expect(await retryImport(shop, { id: run!.id, supplierProductId: "shirt" })).toBe(1);
    await importProducts(shop);
    expect(sizesIn(shop)).toEqual(["S"]);
  });

  it("creates a deleted variant again only if the merchant ticks that variant", async () => {
    const shop = await shopSelling(supplier, shirt("L", "M", "S"));
    await deleteVariant(shop, "L");
    await deleteVariant(shop, "M");
    await importAgain(shop, { recreated: ["M"] });
    expect(sizesIn(shop)).toEqual(["M", "S"]);
    const links = await rowsOf<{ supplier_variant_id: string; shop_state: string | null }>(
      "variant_link",
      shop,
    );
    expect(links.map((link) => [link.supplier_variant_id, link.shop_state]).toSorted()).toEqual([
      ["L", "deleted"],
      ["M", null],
      ["S", null],
    ]);
  });

  it("lets a ticked variant follow the supplier again if the shop still has it", async () => {
    const shop = await shopSelling(supplier, shirt("M", "S"));
    await query(
      databaseUrl,
      "update variant_link set shop_state = 'deleted' where shop = $1 and supplier_variant_id = 'M'",
      [shop],
    );
    await importAgain(shop, { recreated: ["M"] });
    expect(sizesIn(shop)).toEqual(["M", "S"]);
    const links = await rowsOf<{ shop_state: string | null }>("variant_link", shop);
    expect(links.map(({ shop_state }) => shop_state)).toEqual([null, null]);
  });

  it("leaves the variant deleted if the merchant ticked it only in an earlier import", async () => {
    const shop = await shopSelling(supplier, shirt("M", "S"));
    await deleteVariant(shop, "M");
    await importAgain(shop, { recreated: ["M"] });
    await deleteVariant(shop, "M");
    await importAgain(shop, await readInShop(shop, (tx) => findUsualOptions(tx, shop)));
    expect(sizesIn(shop)).toEqual(["S"]);
  });

  it("creates the product again without that variant if the merchant has deleted the whole product since", async () => {
    const shop = await shopSelling(supplier, shirt("M", "S"));
    await deleteVariant(shop, "M");
    const { id, variants } = productOf(shop, "S");
    simulated(shop).catalog.products.delete(id);
    for (const variant of variants) simulated(shop).catalog.variants.delete(variant.id);
    const subjectId = gid("Product", id);
    await recordProductChange(shop, { subjectId, triggeredAt: null }, { deleted: true });
    await syncProducts(shop);
    expect(await readInShop(shop, (tx) => listChoosableVariants(tx, shop, SHIRT))).toMatchObject([
      { id: "M", isDeleted: true, inShop: false, chosen: false },
      { id: "S", isDeleted: false, inShop: false, chosen: true },
    ]);
    await importAgain(shop);
    expect(sizesIn(shop)).toEqual(["S"]);
  });

  it("skips the product if all its variants are deleted, and says why", async () => {
    const shop = await shopSelling(supplier, shirt("S"));
    await query(databaseUrl, "update variant_link set shop_state = 'deleted' where shop = $1", [shop]);
    const reason = { code: "catalog.skip.variants-deleted" };
    const pricing = await findPricing(shop);
    expect(await previewProducts(shop, ["shirt"], { selection: SHIRT, pricing })).toMatchObject([
      { variants: 0, problem: reason },
    ]);
    expect(await readInShop(shop, (tx) => listChoosableVariants(tx, shop, SHIRT))).toMatchObject([
      { id: "S", isDeleted: true, inShop: false, chosen: false },
    ]);
    await importAgain(shop);
    expect(await rowsOf("product_link", shop)).toMatchObject([{ state: "skipped", problem: reason }]);
  });
});

describe("the preview of a product whose variant the merchant deleted in the shop", () => {
  it("does not tick the variant, and announces no new variant", async () => {
    const shop = await shopSelling(supplier, shirt("M", "S"));
    await deleteVariant(shop, "M");
    expect(await readInShop(shop, (tx) => listChoosableVariants(tx, shop, SHIRT))).toMatchObject([
      { id: "M", isDeleted: true, inShop: false, chosen: false },
      { id: "S", isDeleted: false, inShop: true, chosen: true },
    ]);
    const pricing = await findPricing(shop);
    expect(await previewProducts(shop, ["shirt"], { selection: SHIRT, pricing })).toMatchObject([
      { variants: 1, problem: null, differences: { total: 0 } },
    ]);
  });
});
