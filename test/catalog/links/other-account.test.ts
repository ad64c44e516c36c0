import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { compareForeignLinks } from "../../../app/catalog/links/compare-foreign-links.server.ts";
import { countForeignLinks } from "../../../app/catalog/links/count-foreign-links.server.ts";
import { decideAccount } from "../../../app/catalog/links/decide-account.server.ts";
import { findLinkedVariants } from "../../../app/catalog/links/find-linked-variants.server.ts";
import { importProducts } from "../../../app/catalog/import/import-products.server.ts";
import { requestImport } from "../../../app/catalog/import/import-store.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { processLinkRun } from "../../../app/catalog/links/process-link-run.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { jobHandlers } from "../../../app/wiring/handlers.server.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { changeSettings, wholesale } from "../../support/world.ts";
import {
  disconnect,
  onSale,
  productsIn,
  reconnect,
  sellingShop,
  threeProducts,
  told,
} from "../selling-shop.ts";
import { startStandIn } from "../stand-in-supplier.ts";
import { after, connectedShop, now, rowsOf } from "../testing.ts";

const supplier = await startStandIn();
await changeSettings({ WHOLESALE_BASE_URL: supplier.url });
afterAll(() => supplier.close());

// Nobody works off what is enqueued: each test does, when it wants to.
beforeAll(() => startQueue(jobHandlers));
afterAll(stopQueue);

beforeEach(() => {
  supplier.pageSize = 100;
  supplier.products = threeProducts();
});

describe("connecting another account", () => {
  /** A shop that has products of one account, and is connected to another. */
  async function shopOfAnother(): Promise<ShopDomain> {
    const shop = await sellingShop();
    await disconnect(shop, "zero-stock", after(60));
    await reconnect(shop, after(120), "somebody-else@example.com");
    return shop;
  }

  async function linkOf(shop: ShopDomain) {
    const [variant] = productsIn(shop)[0]!.variants;
    const id = gid("ProductVariant", variant!.id);
    return (await findLinkedVariants(shop, [id])).get(id);
  }

  it("leaves the products alone until the merchant has decided", async () => {
    const shop = await shopOfAnother();
    expect(await countForeignLinks(shop)).toBe(3);
    expect(await compareForeignLinks(shop)).toEqual({ count: 3, found: 3, read: true });
    expect(await linkOf(shop)).toMatchObject({ ofAnotherAccount: true });
    expect(onSale(shop)).toEqual({ a: [0, "ACTIVE"], b: [0, "ACTIVE"], c: [0, "ACTIVE"] });
  });

  it("says how many of them the new account's catalogue has", async () => {
    const shop = await sellingShop();
    await disconnect(shop, "keep", after(60));
    supplier.products = supplier.products.slice(0, 1);
    await reconnect(shop, after(120), "somebody-else@example.com");
    expect(await compareForeignLinks(shop)).toEqual({ count: 3, found: 1, read: true });
  });

  it("goes on with them when they are the same products there", async () => {
    const shop = await shopOfAnother();
    await decideAccount(shop, { word: "same", now: after(180) });
    expect(await countForeignLinks(shop)).toBe(0);
    expect(await linkOf(shop)).toMatchObject({ ofAnotherAccount: false });
    await processLinkRun(shop, after(180));
    expect(onSale(shop)).toEqual({ a: [5, "ACTIVE"], b: [7, "ACTIVE"], c: [9, "ACTIVE"] });
  });

  it("forgets them when the merchant starts fresh: they stay in the shop, and are nobody's any more", async () => {
    const shop = await shopOfAnother();
    const before = productsIn(shop).map(({ id }) => id);
    await decideAccount(shop, { word: "fresh", now: after(180) });
    // At once, whatever is still to be done in the shop.
    expect(await countForeignLinks(shop)).toBe(0);
    expect(await linkOf(shop)).toBeUndefined();
    expect(await requestImport(shop, ["a"], after(181))).toBe(0);
    await processLinkRun(shop, after(182));
    expect(await rowsOf("product_link", shop)).toEqual([]);
    expect(productsIn(shop).map(({ id }) => id)).toEqual(before);
    expect((await told(shop))[0]).toMatch(/^3 of the supplier's products in your shop are no longer linked/);

    // The same number may be another product there: it must not take the old one's place.
    await requestImport(shop, ["a"], after(200));
    await importProducts(shop, after(200));
    expect(productsIn(shop)).toHaveLength(4);
    expect(await linkOf(shop)).toBeUndefined();
  });

  it("lets imports rest that were asked for with the account before, until the merchant has decided", async () => {
    const shop = await connectedShop();
    await mirrorCatalog(shop, now);
    await requestImport(shop, ["a"], now);
    await disconnect(shop, "keep", after(60));
    await reconnect(shop, after(120), "somebody-else@example.com");
    await importProducts(shop, after(120));
    expect(productsIn(shop)).toEqual([]);
    await decideAccount(shop, { word: "same", now: after(180) });
    await importProducts(shop, after(180));
    expect(onSale(shop)).toEqual({ a: [5, "ACTIVE"] });
  });

  it("that turns out to be the same account, written otherwise, asks nothing", async () => {
    const shop = await sellingShop();
    await disconnect(shop, "zero-stock", after(60));
    await reconnect(shop, after(120), ` ${wholesale.account.email.toUpperCase()} `);
    expect(await countForeignLinks(shop)).toBe(0);
    expect(onSale(shop)).toMatchObject({ a: [5, "ACTIVE"] });
  });

  it("and then the first one again asks nothing, and takes the products up", async () => {
    const shop = await shopOfAnother();
    await disconnect(shop, "keep", after(180));
    await reconnect(shop, after(240));
    expect(await countForeignLinks(shop)).toBe(0);
    expect(onSale(shop)).toMatchObject({ a: [5, "ACTIVE"] });
  });
});
