import { describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { findMatching } from "../../../app/catalog/matching/list-matches.server.ts";
import { matchProducts } from "../../../app/catalog/matching/match-products.server.ts";
import { startMatching } from "../../../app/catalog/matching/match-run-store.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import { openQueue } from "../../support/queue.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { openStandIn, rowsOf } from "../testing.ts";
import { review, shopWithOwn } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

describe("a product that an import left for linking", () => {
  /** Imports products whose SKUs the shop has already, and then searches the shop for them. */
  async function leaveForLinking(shop: ShopDomain, ids: string[]): Promise<void> {
    await requestImport(shop, ids);
    await importProducts(shop);
    await startMatching(shop, "needs-linking");
    await matchProducts(shop);
  }

  it("is listed at once, and matched without reading the whole shop", async () => {
    const shop = await shopWithOwn({
      supplier,
      products: [wireProduct("a", { variants: [wireVariant("a-1", { sku: 'X "1"' })] })],
      own: [
        { title: "One", variants: [{ sku: 'x "1"' }, { sku: "other" }] },
        { title: "Two", variants: [{ sku: "unlike" }] },
      ],
    });
    await requestImport(shop, ["a"]);
    await importProducts(shop);
    expect(await review(shop)).toMatchObject([
      { id: "a", state: "none", candidates: [], problem: { code: "catalog.skip.needs-linking-sku" } },
    ]);
    expect(await readInShop(shop, (tx) => findMatching(tx, shop))).toMatchObject({ needsLinking: 1 });
    await startMatching(shop, "needs-linking");
    await matchProducts(shop);
    expect(await review(shop)).toMatchObject([{ id: "a", state: "open", clear: true }]);
    expect(await rowsOf("shop_variant", shop)).toHaveLength(2);
    expect(await readInShop(shop, (tx) => findMatching(tx, shop))).toMatchObject({ needsLinking: 0 });
  });

  it("is matched by its SKU although many of the shop's titles contain the supplier's title", async () => {
    const shop = await shopWithOwn({
      supplier,
      products: [
        wireProduct("a", { name: "Cup", variants: [wireVariant("a-1", { sku: "CUP-1" })] }),
        wireProduct("b", { name: "Bowl", variants: [wireVariant("b-1", { sku: "BOWL-1" })] }),
      ],
      own: [
        { title: "Sand", variants: [{ sku: "BOWL-1" }] },
        ...Array.from({ length: 60 }, (_, index) => ({
          title: `Cup ${index}`,
          variants: [{ sku: `OTHER-${index}` }],
        })),
        // The search of both titles and both SKUs finds these last.
        ...["Sea", "Sun"].map((title) => ({ title, variants: [{ sku: "CUP-1" }] })),
        { title: "Sky", variants: [{ sku: "BOWL-1" }] },
      ],
    });
    await leaveForLinking(shop, ["a", "b"]);
    expect((await review(shop)).map(({ id, clear, candidates }) => [id, clear, candidates.length])).toEqual([
      ["a", false, 2],
      ["b", false, 2],
    ]);
  });

  it("is matched by its SKU although Shopify's search for that SKU finds many other products", async () => {
    const shop = await shopWithOwn({
      supplier,
      products: [wireProduct("a", { variants: [wireVariant("a-1", { sku: "C*" })] })],
      own: [
        // The simulated search takes the star for any end.
        ...Array.from({ length: 120 }, (_, index) => ({
          title: `Own ${index}`,
          variants: [{ sku: `C-${index}` }],
        })),
        ...["Sea", "Sun"].map((title) => ({ title, variants: [{ sku: "C*" }] })),
      ],
    });
    await leaveForLinking(shop, ["a"]);
    expect(await review(shop)).toMatchObject([{ id: "a", clear: false, candidates: [{}, {}] }]);
  });

  it("is not matched by a SKU that more than twenty products of the shop share", async () => {
    const shop = await shopWithOwn({
      supplier,
      products: [wireProduct("a", { variants: [wireVariant("a-1", { sku: "N/A" })] })],
      own: Array.from({ length: 120 }, (_, index) => ({ title: `Own ${index}`, variants: [{ sku: "N/A" }] })),
    });
    await leaveForLinking(shop, ["a"]);
    expect(await review(shop)).toMatchObject([{ id: "a", state: "open", clear: false, candidates: [] }]);
  });
});
