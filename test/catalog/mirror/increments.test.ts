import { beforeEach, describe, expect, it } from "vitest";

import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { refreshCatalog } from "../../../app/catalog/mirror/mirror-run.server.ts";
import { findSyncStatus } from "../../../app/catalog/sync/merchant/find-sync-status.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { abilities } from "../../../app/wholesale/contract.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl } from "../../support/world.ts";
import { wireProduct } from "../stand-in-supplier.ts";
import { DAY, HOUR, mirroredShop, openStandIn, rowsOf } from "../testing.ts";

const supplier = await openStandIn(() => ["a", "b", "c"].map((id) => wireProduct(id)));
openQueue();

/** Seconds from the end of one run to the next. */
const REST_SECONDS = 300;

beforeEach(() => {
  supplier.answer = null;
});

/** Runs again, with these products in the supplier's reply. */
async function nextRun(shop: ShopDomain, products: typeof supplier.products): Promise<void> {
  supplier.products = products;
  Object.assign(supplier, { requested: [], since: [], limits: [] });
  await timePasses(shop, REST_SECONDS);
  await mirrorCatalog(shop);
}

async function mirrorOf(shop: ShopDomain) {
  const [mirror] = await rowsOf("catalog_mirror", shop);
  return mirror!;
}

async function namesIn(shop: ShopDomain): Promise<Record<string, unknown>> {
  const rows = await rowsOf<{ id: string; name: string; gone_at: Date | null }>("supplier_product", shop);
  return Object.fromEntries(rows.map(({ id, name, gone_at }) => [id, gone_at === null ? name : "gone"]));
}

describe("an incremental mirror run", () => {
  it("requests only the changes since a few minutes before the supplier's latest timestamp", async () => {
    const shop = await mirroredShop();
    await query(databaseUrl, "update catalog_mirror set newest = '2026-11-01T12:00:00Z' where shop = $1", [
      shop,
    ]);
    supplier.products = [wireProduct("b", { name: "Renamed", updated_at: "2026-11-01T12:30:00Z" })];
    Object.assign(supplier, { since: [] });
    await query(
      databaseUrl,
      "update catalog_mirror set leased_until = null, due_at = now() - interval '1 second' where shop = $1",
      [shop],
    );
    await mirrorCatalog(shop);
    expect(supplier.since).toEqual(["2026-11-01T11:55:00.000Z"]);
    expect(await namesIn(shop)).toEqual({ a: "Product a", b: "Renamed", c: "Product c" });
    const { newest } = await mirrorOf(shop);
    // The run's own duration is subtracted.
    expect((newest as Date).getTime()).toBeLessThanOrEqual(Date.parse("2026-11-01T12:30:00Z"));
    expect((newest as Date).getTime()).toBeGreaterThan(Date.parse("2026-11-01T12:29:00Z"));
  });

  it("leaves vanished products to the next full run, a day later", async () => {
    const shop = await mirroredShop();
    const left = [wireProduct("a"), wireProduct("b")];
    await nextRun(shop, left);
    expect(supplier.since[0]).not.toBeNull();
    expect(await namesIn(shop)).toMatchObject({ c: "Product c" });
    await timePasses(shop, DAY);
    await nextRun(shop, left);
    expect(supplier.since).toEqual([null]);
    expect(await namesIn(shop)).toMatchObject({ c: "gone" });
  });

  it("becomes a full run if the merchant refreshes the catalog", async () => {
    const shop = await mirroredShop();
    Object.assign(supplier, { since: [] });
    await refreshCatalog(shop);
    await mirrorCatalog(shop);
    expect(supplier.since).toEqual([null]);
  });

  it("is followed by a full run that stores a product again if the supplier has changed it back", async () => {
    const shop = await mirroredShop();
    const all = [wireProduct("a"), wireProduct("b"), wireProduct("c")];
    await nextRun(shop, [wireProduct("b", { name: "For a moment" })]);
    expect(await namesIn(shop)).toMatchObject({ b: "For a moment" });
    await timePasses(shop, DAY);
    await nextRun(shop, all);
    expect(await namesIn(shop)).toEqual({ a: "Product a", b: "Product b", c: "Product c" });
  });

  it("lists a vanished product again if the supplier reports it as changed, until the next full run", async () => {
    const shop = await mirroredShop();
    const left = [wireProduct("a"), wireProduct("b")];
    await timePasses(shop, DAY);
    await nextRun(shop, left);
    await nextRun(shop, [wireProduct("c")]);
    expect(await namesIn(shop)).toMatchObject({ c: "Product c" });
    await timePasses(shop, DAY);
    await nextRun(shop, left);
    expect(await namesIn(shop)).toMatchObject({ c: "gone" });
  });
});

describe("a full mirror run in place of an incremental one", () => {
  it("starts hourly if the supplier has no timestamps", async () => {
    supplier.products = ["a", "b"].map((id) => wireProduct(id, { updated_at: null }));
    const shop = await mirroredShop();
    Object.assign(supplier, { since: [] });
    await timePasses(shop, REST_SECONDS);
    await mirrorCatalog(shop);
    expect(supplier.since).toEqual([]);
    await timePasses(shop, HOUR);
    await mirrorCatalog(shop);
    expect(supplier.since).toEqual([null]);
  });

  it("starts hourly if the supplier's contract offers no list of changes", async () => {
    abilities.productsUpdatedSince = false;
    try {
      const shop = await mirroredShop();
      Object.assign(supplier, { since: [] });
      await timePasses(shop, REST_SECONDS);
      await mirrorCatalog(shop);
      expect(supplier.since).toEqual([]);
      await timePasses(shop, HOUR);
      await mirrorCatalog(shop);
      expect(supplier.since).toEqual([null]);
    } finally {
      abilities.productsUpdatedSince = true;
    }
  });

  it("starts at the next due time after a change of the contract", async () => {
    const shop = await mirroredShop();
    await query(databaseUrl, "update catalog_mirror set read_with = 'another' where shop = $1", [shop]);
    await nextRun(shop, supplier.products);
    expect(supplier.since).toEqual([null]);
  });
});

it("ignores a supplier's timestamp far in the future, because it would hide later changes", async () => {
  supplier.products = [wireProduct("a"), wireProduct("b", { updated_at: "2126-01-01T00:00:00Z" })];
  const shop = await mirroredShop();
  expect(((await mirrorOf(shop))["newest"] as Date).getTime()).toBeLessThanOrEqual(Date.now());
});

it("reads the supplier's whole list after the supplier rejected a request for changes only", async () => {
  const shop = await mirroredShop();
  supplier.answer = (_, asked) => (asked.has("updated_since") ? { status: 403, body: {} } : null);
  await nextRun(shop, supplier.products);
  expect(await mirrorOf(shop)).toMatchObject({ problem: "failed" });
  await timePasses(shop, HOUR);
  await mirrorCatalog(shop);
  expect(supplier.since.at(-1)).toBeNull();
  expect(await mirrorOf(shop)).toMatchObject({ problem: null, state: "resting" });
});

describe("a supplier that returns its whole list instead of changes", () => {
  it("is read once an hour until it returns only changes, and the merchant learns why", async () => {
    supplier.products = Array.from({ length: 501 }, (_, index) => wireProduct(`p${String(index)}`));
    const shop = await mirroredShop();
    const restOf = async () => {
      const { due_at: next } = (await mirrorOf(shop)) as { due_at: Date };
      return Math.round((next.getTime() - Date.now()) / 60_000);
    };
    expect(await restOf()).toBe(5);
    await nextRun(shop, supplier.products);
    expect(supplier.since[0]).not.toBeNull();
    expect(await restOf()).toBe(60);
    expect((await readInShop(shop, (tx, now) => findSyncStatus(tx, { shop, now }))).sendsAll).toBe(true);
    await timePasses(shop, HOUR);
    await nextRun(shop, supplier.products.slice(0, 1));
    expect(await restOf()).toBe(5);
    expect((await readInShop(shop, (tx, now) => findSyncStatus(tx, { shop, now }))).sendsAll).toBe(false);
  });
});
