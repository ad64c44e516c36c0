import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  compareForeignLinks,
  countForeignLinks,
  dropLinks,
  keepLinks,
} from "../../../app/catalog/links/foreign-links.server.ts";
import { readLinked } from "../../support/linked-variants.ts";
import { findConnection } from "../../../app/connection/connection-store.server.ts";
import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { processLinkRun } from "../../../app/catalog/link-runs/process-link-run.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { jobs } from "../../../app/queue/jobs.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { timePasses } from "../../support/time-passes.ts";
import { wholesale } from "../../support/world.ts";
import {
  disconnectAndDelist,
  onSale,
  productsIn,
  reconnect,
  sellingShop,
  summariesIn,
  threeProducts,
} from "../selling-shop.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { DAY, mirroredShop, rowsOf, openStandIn } from "../testing.ts";

/** Returns the connection as the merchant sees it. */
async function seen(shop: ShopDomain): Promise<{ generation: number }> {
  return { generation: (await findConnection(shop))!.generation };
}

function foreignLinks(shop: ShopDomain): Promise<number> {
  return readInShop(shop, (tx) => countForeignLinks(tx, shop));
}

const supplier = await openStandIn(threeProducts);

// No worker runs: each test processes the jobs itself.
beforeAll(() => startQueue(jobs));
afterAll(stopQueue);

describe("connecting another account", () => {
  /** A shop that has products of one account, and is connected to another. */
  async function shopOfAnother(): Promise<ShopDomain> {
    const shop = await sellingShop();
    await disconnectAndDelist(shop, "zero-stock");
    await reconnect(shop, "somebody-else@example.com");
    return shop;
  }

  async function linkOf(shop: ShopDomain) {
    const [variant] = productsIn(shop)[0]!.variants;
    const id = gid("ProductVariant", variant!.id);
    return (await readLinked(shop, [id])).get(id);
  }

  it("leaves the products in the shop unchanged until the merchant decides", async () => {
    const shop = await shopOfAnother();
    expect(await foreignLinks(shop)).toBe(3);
    expect(await compareForeignLinks(shop)).toEqual({ count: 3, found: 3, read: true });
    expect(await linkOf(shop)).toMatchObject({ ofAnotherAccount: true });
    expect(onSale(shop)).toEqual({ a: [0, "ACTIVE"], b: [0, "ACTIVE"], c: [0, "ACTIVE"] });
  });

  it("reports how many of the products the new account's catalog has", async () => {
    const shop = await sellingShop();
    await disconnectAndDelist(shop, "keep");
    supplier.products = supplier.products.slice(0, 1);
    await reconnect(shop, "somebody-else@example.com");
    expect(await compareForeignLinks(shop)).toEqual({ count: 3, found: 1, read: true });
  });

  it("keeps the links if the merchant says that the products are the same", async () => {
    const shop = await shopOfAnother();
    await keepLinks(shop, await seen(shop));
    expect(await foreignLinks(shop)).toBe(0);
    expect(await linkOf(shop)).toMatchObject({ ofAnotherAccount: false });
    await processLinkRun(shop);
    expect(onSale(shop)).toEqual({ a: [5, "ACTIVE"], b: [7, "ACTIVE"], c: [9, "ACTIVE"] });
  });

  it("drops the links if the merchant starts fresh, but keeps the products in the shop", async () => {
    const shop = await shopOfAnother();
    const before = productsIn(shop).map(({ id }) => id);
    await dropLinks(shop, await seen(shop));
    // At once, before anything is changed in the shop.
    expect(await foreignLinks(shop)).toBe(0);
    expect(await linkOf(shop)).toBeUndefined();
    expect(await requestImport(shop, ["a"])).toBe(0);
    await processLinkRun(shop);
    expect(await rowsOf("product_link", shop)).toEqual([]);
    expect(productsIn(shop).map(({ id }) => id)).toEqual(before);
    expect(await summariesIn(shop)).toContainEqual({ code: "catalog.activity.unlinked", count: 3 });

    // The same id may be another product there: it must not replace the old one.
    supplier.products[0] = wireProduct("a", { variants: [wireVariant("a-1", { sku: "OTHER-1" })] });
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    await requestImport(shop, ["a"]);
    await importProducts(shop);
    expect(productsIn(shop)).toHaveLength(4);
    expect(await linkOf(shop)).toBeUndefined();
  });

  it("makes imports of the previous account wait until the merchant decides", async () => {
    const shop = await mirroredShop();
    await requestImport(shop, ["a"]);
    await disconnectAndDelist(shop, "keep");
    await reconnect(shop, "somebody-else@example.com");
    await importProducts(shop);
    expect(productsIn(shop)).toEqual([]);
    await keepLinks(shop, await seen(shop));
    await importProducts(shop);
    expect(onSale(shop)).toEqual({ a: [5, "ACTIVE"] });
  });

  it("needs no decision if only the spelling of the account differs", async () => {
    const shop = await sellingShop();
    await disconnectAndDelist(shop, "zero-stock");
    await reconnect(shop, ` ${wholesale.account.email.toUpperCase()} `);
    expect(await foreignLinks(shop)).toBe(0);
    expect(onSale(shop)).toMatchObject({ a: [5, "ACTIVE"] });
  });

  it("needs no decision if the merchant returns to the first account, whose products are restored", async () => {
    const shop = await shopOfAnother();
    await disconnectAndDelist(shop, "keep");
    await reconnect(shop);
    expect(await foreignLinks(shop)).toBe(0);
    expect(onSale(shop)).toMatchObject({ a: [5, "ACTIVE"] });
  });
});
