import { describe, expect, it, onTestFinished } from "vitest";

import { findMatching, type ListedMatch } from "../../../app/catalog/matching/list-matches.server.ts";
import { matchProducts } from "../../../app/catalog/matching/match-products.server.ts";
import { skipMatch } from "../../../app/catalog/matching/confirm-matches.server.ts";
import { startMatching } from "../../../app/catalog/matching/match-run-store.server.ts";
import { wakeBulkOperation } from "../../../app/catalog/wake-catalog.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import { type BulkOperation, runningOperations } from "../../sandbox/shop/bulk/operation.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { openStandIn, rowsOf } from "../testing.ts";
import { change, match, review, shopWithOwn } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

/** Returns the first candidate's variants, each as "supplier's = shop's SKU: evidence". */
function linesOf({ candidates: [candidate] }: ListedMatch): string[] {
  return (candidate?.lines ?? []).map(({ supplierVariantId, chosen, choices }) => {
    const choice = choices.find(({ shopVariantId }) => shopVariantId === chosen);
    return `${supplierVariantId} = ${choice?.sku ?? "?"}: ${choice?.by.join("+") ?? choices.length}`;
  });
}

describe("matching the whole shop", () => {
  it("finds the supplier's products by SKU, barcode or title, and names which of these matched", async () => {
    const shop = await shopWithOwn({
      supplier,
      products: [
        wireProduct("a", { variants: [wireVariant("a-1", { sku: "MUG-1" })] }),
        wireProduct("b", { variants: [wireVariant("b-1", { sku: "mug-2 " })] }),
        wireProduct("c", { variants: [wireVariant("c-1", { sku: null, barcode: "0012345678905" })] }),
        wireProduct("d", { name: "Green  Bowl", variants: [wireVariant("d-1", { sku: null })] }),
        wireProduct("e", { variants: [wireVariant("e-1", { sku: "ELSE" })] }),
      ],
      own: [
        { title: "One", variants: [{ sku: "MUG-1" }] },
        { title: "Two", variants: [{ sku: "MUG-2" }] },
        { title: "Three", variants: [{ sku: "T", barcode: "12345678905" }] },
        { title: "green bowl", variants: [{ sku: "GB", kind: null }] },
        { title: "Other", variants: [{ sku: "O" }] },
      ],
    });
    const rows = await match(shop);
    expect(rows.map((row) => [row.id, row.clear, row.candidates.length, ...linesOf(row)])).toEqual([
      ["a", true, 1, "a-1 = MUG-1: sku"],
      ["b", true, 1, "b-1 = MUG-2: sku-folded"],
      ["c", true, 1, "c-1 = T: barcode-folded"],
      ["d", false, 1, "d-1 = GB: title"],
    ]);
    expect(await readInShop(shop, (tx) => findMatching(tx, shop))).toMatchObject({
      open: 4,
      clear: 3,
      run: { running: false, read: 5 },
    });
  });

  it.each([
    ["text", "Does not apply"],
    ["a number that a spreadsheet has rounded", "4.00638E+12"],
    ["a number without a right check digit", "4006381333932"],
    ["a number of another length", "123456"],
  ])("does not match by a barcode that is %s", async (_, barcode) => {
    const shop = await shopWithOwn({
      supplier,
      products: [wireProduct("a", { name: "Hose", variants: [wireVariant("a-1", { sku: "H", barcode })] })],
      own: [{ title: "Mug", variants: [{ sku: "M", barcode }] }],
    });
    expect(await match(shop)).toEqual([]);
  });

  it("leaves a product with several candidates to the merchant", async () => {
    const shop = await shopWithOwn({
      supplier,
      products: [
        wireProduct("a", { variants: [wireVariant("a-1", { sku: "X" })] }),
        wireProduct("b", { variants: [wireVariant("b-1", { sku: "Y" })] }),
        wireProduct("c", { variants: [wireVariant("c-1", { sku: "Y" })] }),
      ],
      own: [
        { title: "One", variants: [{ sku: "X" }] },
        { title: "Two", variants: [{ sku: "x" }] },
        { title: "Three", variants: [{ sku: "Y" }] },
      ],
    });
    const rows = await match(shop);
    expect(rows.map(({ id, clear, candidates }) => [id, clear, candidates.length])).toEqual([
      ["a", false, 2],
      ["b", false, 1],
      ["c", false, 1],
    ]);
  });

  it("matches SKUs with quotes, wildcards and operators literally, and ignores placeholders such as N/A", async () => {
    const hostile = ['A" OR sku:"B', "back\\slash", "C*", "(D)", "O'Brien", "emoji 🐚", "لون", "-E", "NOT F"];
    const shop = await shopWithOwn({
      supplier,
      products: [
        ...hostile.map((sku, index) =>
          wireProduct(`h${index}`, { variants: [wireVariant(`h${index}-1`, { sku })] }),
        ),
        wireProduct("z", { variants: [wireVariant("z-1", { sku: "N/A" })] }),
      ],
      own: [
        ...hostile.map((sku, index) => ({ title: `Own ${index}`, variants: [{ sku, kind: null }] })),
        ...Array.from({ length: 21 }, (_, index) => ({
          title: `Nothing ${index}`,
          variants: [{ sku: "N/A", kind: null }],
        })),
      ],
    });
    expect((await match(shop)).map((row) => [row.id, ...linesOf(row)])).toEqual(
      hostile.map((sku, index) => [`h${index}`, `h${index}-1 = ${sku}: sku`]),
    );
  });

  it("reads several pages of the shop's products, and forgets products that the merchant has deleted", async () => {
    const shop = await shopWithOwn({
      supplier,
      products: [
        wireProduct("a", { variants: [wireVariant("a-1", { sku: "S-0-0" })] }),
        wireProduct("b", { variants: [wireVariant("b-1", { sku: "S-4-49" })] }),
      ],
      own: Array.from({ length: 5 }, (_, product) => ({
        title: `Own ${product}`,
        variants: Array.from({ length: 50 }, (_each, index) => ({ sku: `S-${product}-${index}` })),
      })),
    });
    expect((await match(shop)).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(await readInShop(shop, (tx) => findMatching(tx, shop))).toMatchObject({ run: { read: 250 } });
    const [first] = shopify.merchant.products(shop);
    shopify.merchant.deleteProduct(first?.id ?? "", shop);
    expect((await match(shop)).map(({ id }) => id)).toEqual(["b"]);
    expect(await rowsOf("shop_variant", shop)).toHaveLength(200);
  });

  describe("with more than five hundred variants", () => {
    const own = Array.from({ length: 7 }, (_, product) => ({
      title: `Own ${String(product)}`,
      variants: Array.from({ length: 90 }, (_, n) => ({ sku: `OWN-${String(product)}-${String(n)}` })),
    }));
    const products = [wireProduct("a", { variants: [wireVariant("a-1", { sku: "OWN-6-89" })] })];

    async function readPages(shop: ShopDomain): Promise<BulkOperation[]> {
      const { operations } = simulated(shop).bulk;
      await startMatching(shop, "shop");
      while (operations.length === 0) await matchProducts(shop);
      await expect.poll(() => runningOperations(simulated(shop), "QUERY")).toEqual([]);
      return operations;
    }

    it("reads the variants with one bulk query, and matches them once Shopify reports its end", async () => {
      const shop = await shopWithOwn({ supplier, products, own });
      const before = simulated(shop).usage.calls;
      const [operation] = await readPages(shop);
      expect(await readInShop(shop, (tx) => findMatching(tx, shop))).toMatchObject({
        open: 0,
        run: { running: true },
      });
      await wakeBulkOperation(shop, gid("BulkOperation", operation!.id));
      await matchProducts(shop);
      expect((await review(shop)).map((row) => [row.id, ...linesOf(row)])).toEqual([
        ["a", "a-1 = OWN-6-89: sku"],
      ]);
      expect(await readInShop(shop, (tx) => findMatching(tx, shop))).toMatchObject({
        run: { running: false, read: 630, problem: null },
      });
      expect(simulated(shop).usage.calls - before).toBeLessThan(10);
    });

    it("retries a failed bulk query, and shows the problem meanwhile", async () => {
      const shop = await shopWithOwn({ supplier, products, own });
      simulated(shop).bulk.failing = { after: 10, errorCode: "INTERNAL_SERVER_ERROR" };
      const operations = await readPages(shop);
      await timePasses(shop, 60);
      await matchProducts(shop);
      expect(await readInShop(shop, (tx) => findMatching(tx, shop))).toMatchObject({
        run: { running: true, problem: { code: "failure.shop.internal-error" } },
      });
      await timePasses(shop, 90);
      await matchProducts(shop);
      await expect.poll(() => runningOperations(simulated(shop), "QUERY")).toEqual([]);
      operations[1]!.output!.cutOff = true;
      await timePasses(shop, 60);
      await matchProducts(shop);
      operations[1]!.output!.cutOff = false;
      await timePasses(shop, 60);
      await matchProducts(shop);
      expect(await readInShop(shop, (tx) => findMatching(tx, shop))).toMatchObject({
        open: 1,
        run: { running: false, read: 630 },
      });
      expect(operations).toHaveLength(2);
    });
  });

  describe("with more than five hundred variants and no right to bulk operations", () => {
    const own = Array.from({ length: 7 }, (_, product) => ({
      title: `Own ${String(product)}`,
      variants: Array.from({ length: 90 }, (_each, n) => ({ sku: `OWN-${String(product)}-${String(n)}` })),
    }));
    const products = [wireProduct("a", { variants: [wireVariant("a-1", { sku: "OWN-6-89" })] })];

    async function shopToMatch(): Promise<ShopDomain> {
      await query(databaseUrl, "delete from bulk_access");
      onTestFinished(() => void Object.assign(shopify.app, { bulkDenied: [], bulkDeniedFromRow: null }));
      const shop = await shopWithOwn({ supplier, products, own });
      // This plan restores points fast enough that no call waits.
      simulated(shop).plan = "Plus";
      return shop;
    }

    it("reads the variants page by page", async () => {
      const shop = await shopToMatch();
      shopify.app.bulkDenied = ["QUERY"];
      expect((await match(shop)).map((row) => [row.id, ...linesOf(row)])).toEqual([
        ["a", "a-1 = OWN-6-89: sku"],
      ]);
      expect(await readInShop(shop, (tx) => findMatching(tx, shop))).toMatchObject({
        run: { running: false, read: 630, problem: null },
      });
    });

    it("reads the variants page by page if Shopify withdraws the right while the bulk query runs", async () => {
      const shop = await shopToMatch();
      shopify.app.bulkDeniedFromRow = 100;
      await startMatching(shop, "shop");
      await matchProducts(shop);
      await expect.poll(() => runningOperations(simulated(shop), "QUERY")).toEqual([]);
      await timePasses(shop, 60);
      await matchProducts(shop);
      await matchProducts(shop);
      expect(await review(shop)).toHaveLength(1);
      expect(await readInShop(shop, (tx) => findMatching(tx, shop))).toMatchObject({
        run: { running: false, read: 630, problem: null },
      });
      expect(simulated(shop).bulk.operations).toHaveLength(1);
    });
  });

  it("waits while Shopify blocks our server's IP address, and then continues", async () => {
    const shop = await shopWithOwn({
      supplier,
      products: [wireProduct("a", { variants: [wireVariant("a-1", { sku: "X" })] })],
      own: [{ title: "One", variants: [{ sku: "X" }] }],
    });
    shopify.app.addressDenied = true;
    onTestFinished(() => void (shopify.app.addressDenied = false));
    expect(await match(shop)).toEqual([]);
    expect(await readInShop(shop, (tx) => findMatching(tx, shop))).toMatchObject({
      run: { running: true, problem: { code: "failure.shop.address-denied" } },
    });
    shopify.app.addressDenied = false;
    await timePasses(shop, 60);
    await matchProducts(shop);
    expect(await review(shop)).toHaveLength(1);
  });

  it("is continued by another worker only once the first worker's lease has expired", async () => {
    const shop = await shopWithOwn({
      supplier,
      products: [wireProduct("a", { variants: [wireVariant("a-1", { sku: "X" })] })],
      own: [{ title: "One", variants: [{ sku: "X" }] }],
    });
    await startMatching(shop, "shop");
    await change(
      shop,
      "update match_run set leased_until = null, due_at = now() - interval '1 second' + interval '5 minutes' where shop = $1",
    );
    await matchProducts(shop);
    expect(await review(shop)).toEqual([]);
    await change(
      shop,
      "update match_run set leased_until = null, due_at = now() - interval '1 second' where shop = $1",
    );
    await matchProducts(shop);
    expect(await review(shop)).toHaveLength(1);
  });

  it("hides skipped products from the list until the merchant shows them again", async () => {
    const shop = await shopWithOwn({
      supplier,
      products: [wireProduct("a", { variants: [wireVariant("a-1", { sku: "X" })] })],
      own: [{ title: "One", variants: [{ sku: "X" }] }],
    });
    await match(shop);
    await skipMatch(shop, { supplierProductId: "a", skipped: true });
    expect(await match(shop)).toEqual([]);
    await skipMatch(shop, { supplierProductId: "a", skipped: false });
    expect(await review(shop)).toHaveLength(1);
  });
});
