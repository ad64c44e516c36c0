import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";

import { findConnection } from "../../../app/connection/connection-store.server.ts";
import { disconnect } from "../../../app/connection/disconnect.server.ts";
import type { ProductsProblem } from "../../../app/connection/products-problem.ts";
import { type ListedProducts, listProducts } from "../../../app/catalog/search/list-products.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { type Checkpoint, claimRun, refreshCatalog } from "../../../app/catalog/mirror/mirror-run.server.ts";
import type { PreparedPage } from "../../../app/catalog/mirror/read-pages.server.ts";
import { storePage } from "../../../app/catalog/mirror/store-page.server.ts";
import { writeProducts } from "../../../app/catalog/mirror/write-products.server.ts";
import { startCatalog, sweepCatalog } from "../../../app/catalog/wake-catalog.server.ts";
import { inShop, LONG_WORK } from "../../../app/lib/database/db.server.ts";
import { log } from "../../../app/lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { changeSettings, databaseUrl } from "../../support/world.ts";
import { changesOf, ourProduct } from "../page-changes.ts";
import { startStandIn, wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { connectedShop, DAY, earlier, EVERYTHING, HOUR, mirroredShop, rowsOf } from "../testing.ts";
import type { Product } from "../../../app/wholesale/resources.ts";

const supplier = await startStandIn();
await changeSettings({ WHOLESALE_BASE_URL: supplier.url });
afterAll(() => supplier.close());

openQueue();

beforeEach(() => {
  supplier.products = ["a", "b", "c", "d", "e"].map((id) => wireProduct(id));
  supplier.requested = [];
  supplier.answer = null;
  supplier.pageSize = 2;
});

/** Seconds of a run's lease. */
const LEASE_SECONDS = 120;
/** Seconds from one run to the next. One run per day is full. */
const REST_SECONDS = 300;

function list(shop: ShopDomain): Promise<ListedProducts> {
  return listProducts(shop, EVERYTHING);
}

async function shownIds(shop: ShopDomain): Promise<string[]> {
  const listed = await list(shop);
  if (listed.kind !== "page") throw new Error(`There is no page: ${listed.kind}`);
  return listed.products.map(({ id }) => id);
}

/** Returns each row's version in Postgres, which changes with each write. */
async function versions(shop: ShopDomain): Promise<Record<string, string>> {
  const rows = await query<{ id: string; version: string }>(
    databaseUrl,
    "select id, xmin::text as version from supplier_product where shop = $1",
    [shop],
  );
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]));
}

/** Claims the shop's run, as a process would that then dies. */
async function claimed(shop: ShopDomain): Promise<Checkpoint> {
  const checkpoint = await claimRun(shop);
  if (!checkpoint) throw new Error("It is not due.");
  return checkpoint;
}

describe("mirroring the catalog", () => {
  it("stores every product with its variants, and the time of the read", async () => {
    const start = Date.now();
    const shop = await mirroredShop();
    expect(supplier.requested).toEqual([null, "2", "4"]);
    expect(await shownIds(shop)).toEqual(["a", "b", "c", "d", "e"]);
    const listed = await list(shop);
    expect(listed).toMatchObject({ reading: false, readAt: expect.any(Date) as Date, problem: null });
    expect(listed.kind === "page" && listed.readAt!.getTime()).toBeGreaterThanOrEqual(start);
    expect(await rowsOf("supplier_variant", shop)).toHaveLength(5);
    expect(await rowsOf("mirror_page", shop)).toHaveLength(3);
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "verified" } });
  });

  it("is shown as in progress before the first product is stored", async () => {
    const shop = await connectedShop();
    expect(await list(shop)).toMatchObject({ kind: "page", products: [], reading: true, readAt: null });
  });

  it("writes no product again if nothing has changed", async () => {
    const shop = await mirroredShop();
    const start = Date.now();
    await timePasses(shop, DAY);
    const before = await versions(shop);
    await mirrorCatalog(shop);
    expect(supplier.requested).toHaveLength(6);
    expect(await versions(shop)).toEqual(before);
    const listed = await list(shop);
    expect(listed.kind === "page" && listed.readAt!.getTime()).toBeGreaterThanOrEqual(start);
  });

  it("writes changes, marks vanished products, and lists returning ones again", async () => {
    const shop = await mirroredShop();
    await timePasses(shop, DAY);
    const before = await versions(shop);
    supplier.products = [
      wireProduct("a"),
      wireProduct("b", { name: "Renamed", variants: [wireVariant("b-2"), wireVariant("b-3")] }),
      wireProduct("d"),
      wireProduct("f"),
    ];
    await mirrorCatalog(shop);
    expect((await shownIds(shop)).toSorted()).toEqual(["a", "b", "d", "f"]);
    const changed = await versions(shop);
    expect([changed["a"], changed["d"]]).toEqual([before["a"], before["d"]]);
    const variants = await rowsOf<{ id: string }>("supplier_variant", shop);
    expect(variants.map(({ id }) => id)).toEqual(["a-1", "b-2", "b-3", "c-1", "d-1", "e-1", "f-1"]);

    supplier.products = ["a", "b", "c", "d", "e"].map((id) => wireProduct(id));
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    expect(await shownIds(shop)).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("does nothing before it is due, unless the merchant requests it", async () => {
    const shop = await mirroredShop();
    supplier.requested = [];
    await timePasses(shop, REST_SECONDS - 10);
    await mirrorCatalog(shop);
    expect(supplier.requested).toEqual([]);
    await refreshCatalog(shop);
    await mirrorCatalog(shop);
    expect(supplier.requested).toEqual([null, "2", "4"]);
  });

  it("ends when the shop disconnects, and starts again with the next connection", async () => {
    const shop = await mirroredShop();
    await disconnect(shop, { why: "disconnected" });
    supplier.requested = [];
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    await timePasses(shop, 8 * HOUR);
    await mirrorCatalog(shop);
    expect(supplier.requested).toEqual([]);
    expect(await list(shop)).toEqual({ kind: "not-connected" });
    await startCatalog(shop);
    expect(await rowsOf("catalog_mirror", shop)).toMatchObject([{ state: "reading", page: 0 }]);
  });
});

describe("a mirror run that is interrupted or shared by several workers", () => {
  it("continues with the first page that was not stored, once the killed process's lease has expired", async () => {
    const shop = await connectedShop();
    const first = await claimed(shop);
    await storePage(shop, first, {
      page: await firstPage(shop, [ourProduct("a"), ourProduct("b")], "2"),
      productsRead: 2,
    });
    // The process was killed here, while it read the second page: another one continues after the lease.
    await timePasses(shop, LEASE_SECONDS - 30);
    await mirrorCatalog(shop);
    expect(supplier.requested).toEqual([]);
    await timePasses(shop, 30);
    await mirrorCatalog(shop);
    expect(supplier.requested).toEqual(["2", "4"]);
    expect(await shownIds(shop)).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("stores nothing of a page if Postgres rejects a part of that page", async () => {
    const shop = await connectedShop();
    const checkpoint = await claimed(shop);
    const page = await firstPage(shop, [ourProduct("a")], "2");
    page.changes!.products.variants.price_amount = "{null}";
    await expect(storePage(shop, checkpoint, { page, productsRead: 1 })).rejects.toThrow();
    expect(await rowsOf("supplier_product", shop)).toEqual([]);
    expect(await rowsOf("catalog_mirror", shop)).toMatchObject([{ page: 0, cursor: null }]);
  });

  it("is not overwritten by a late process after another process has continued the run", async () => {
    const shop = await connectedShop();
    const claim = await claimed(shop);
    await timePasses(shop, LEASE_SECONDS);
    const late = { ...claim, leasedUntil: earlier(claim.leasedUntil, LEASE_SECONDS) };
    await mirrorCatalog(shop);
    const before = await versions(shop);
    const page = await firstPage(shop, [{ ...ourProduct("a"), name: "Outdated" }], null);
    expect(await storePage(shop, late, { page, productsRead: 1 })).toEqual({ kind: "lost" });
    expect(await versions(shop)).toEqual(before);
  });

  it("requests each page once, even with four workers", async () => {
    const shop = await connectedShop();
    await Promise.all([1, 2, 3, 4].map(() => mirrorCatalog(shop)));
    expect(supplier.requested).toEqual([null, "2", "4"]);
    expect(await shownIds(shop)).toHaveLength(5);
  });
});

describe("a supplier that fails during a mirror run", () => {
  it.each<[number, ProductsProblem]>([
    [404, { kind: "not-offered", message: { code: "connection.products.not-offered", status: 404 } }],
    [501, { kind: "not-offered", message: { code: "connection.products.not-offered", status: 501 } }],
    [401, { kind: "unauthorized", message: { code: "connection.products.unauthorized" } }],
    [500, { kind: "failed", message: { code: "failure.supplier.server-error", status: 500 } }],
    [403, { kind: "failed", message: { code: "failure.supplier.rejected", status: 403 } }],
  ])("is shown with its problem, and is read again later: status %i as %o", async (status, problem) => {
    const shop = await connectedShop();
    supplier.answer = () => ({ status, body: {} });
    await mirrorCatalog(shop);
    expect(await list(shop)).toEqual({ kind: "unavailable", problem });
    supplier.answer = null;
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    expect(await shownIds(shop)).toHaveLength(5);
  });

  it("is read later from the page that failed, while the stored products stay visible", async () => {
    const shop = await connectedShop();
    supplier.answer = (cursor) => (cursor === "2" ? { status: 500, body: {} } : null);
    await mirrorCatalog(shop);
    expect(await list(shop)).toMatchObject({ kind: "page", reading: true, problem: { kind: "failed" } });
    expect(await shownIds(shop)).toEqual(["a", "b"]);
    supplier.answer = null;
    supplier.requested = [];
    await mirrorCatalog(shop);
    expect(supplier.requested).toEqual([]);
    await timePasses(shop, 12);
    await mirrorCatalog(shop);
    expect(supplier.requested).toEqual(["2", "4"]);
    expect(await list(shop)).toMatchObject({ reading: false, problem: null });
  });

  it.each([
    ["gives the same cursor again", { next_cursor: "2" }],
    ["begins at the first page again", { next_cursor: "7" }],
  ])("keeps all its products in our catalog if it %s", async (_, more) => {
    const shop = await mirroredShop();
    supplier.requested = [];
    const products = [wireProduct("a"), wireProduct("b")];
    supplier.answer = () => ({ status: 200, body: { products, ...more } });
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    expect(supplier.requested.length).toBeLessThanOrEqual(2);
    expect(await list(shop)).toMatchObject({
      kind: "page",
      problem: { kind: "failed", message: { code: "failure.supplier.product-list-stuck" } },
    });
    expect(await shownIds(shop)).toHaveLength(5);
  });
});

describe("odd products in the supplier's list", () => {
  it.each<[string, Record<string, unknown>, number]>([
    ["without variants", { variants: [] }, 0],
    ["with NUL in its texts", { name: "Be\0cher", description: "\0", variants: [wireVariant("x\0")] }, 1],
    ["with half a surrogate pair", { name: "Becher \ud83d" }, 1],
    ["with a very long name", { name: "x".repeat(100_000), category: "y".repeat(100_000) }, 1],
    ["with a very long id", { id: "x".repeat(5000) }, 0],
    ["with a variant twice", { variants: [wireVariant("same"), wireVariant("same", { sku: "LAST" })] }, 1],
    ["with more stock than a Postgres integer holds", { variants: [wireVariant("v", { stock: 9e12 })] }, 0],
    ["with numeric ids", { id: 7, variants: [wireVariant("7", { id: 71 })] }, 1],
    ["with unknown fields", { color_of_the_box: "brown", variants: [wireVariant("v", { x: 1 })] }, 1],
    [
      "with an option named like a method",
      { variants: [wireVariant("v", { options: { toString: "x" } })] },
      1,
    ],
  ])("do not stop the other products from being stored: %s", async (_, more, variants) => {
    const odd = wireProduct("odd", more);
    supplier.products = [wireProduct("a"), odd, odd, wireProduct("z")];
    const shop = await mirroredShop();
    const shown = await shownIds(shop);
    expect(shown).toContain("a");
    expect(shown).toContain("z");
    expect(await rowsOf("supplier_variant", shop)).toHaveLength(2 + variants);
    await timePasses(shop, DAY);
    const before = await versions(shop);
    await mirrorCatalog(shop);
    expect(await versions(shop)).toEqual(before);
  });

  it("are named, logged and counted if they are unreadable, and hide no other product of their page", async () => {
    supplier.pageSize = 100;
    supplier.products = [
      wireProduct("a"),
      wireProduct("odd", { variants: "many" }),
      wireProduct("z"),
      wireProduct("\0", { name: 5 }),
    ];
    const warned = vi.spyOn(log, "warn");
    const shop = await mirroredShop();
    expect(warned.mock.calls).toEqual([
      [
        {
          shop,
          count: 2,
          items: [
            {
              id: "odd",
              path: "products.1.variants",
              says: expect.stringContaining("expected array") as string,
            },
            {
              id: "\0",
              path: "products.3.name",
              says: expect.stringContaining("expected string") as string,
            },
          ],
        },
        "catalog.product-skipped",
      ],
    ]);
    warned.mockRestore();
    expect(await shownIds(shop)).toEqual(["a", "odd", "z"]);
    expect(await list(shop)).toMatchObject({
      problem: null,
      readAt: expect.any(Date) as Date,
      unreadable: 1,
      // An id of NUL is none.
      nameless: 1,
    });

    supplier.products = [wireProduct("a"), wireProduct("odd"), wireProduct("z")];
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    expect((await shownIds(shop)).toSorted()).toEqual(["a", "odd", "z"]);
    expect(await list(shop)).toMatchObject({ unreadable: 0, nameless: 0 });
  });

  it("let the mirror run end even if an unreadable product is alone on the last page", async () => {
    supplier.products = [wireProduct("a"), wireProduct("b"), wireProduct("odd", { variants: "many" })];
    const shop = await mirroredShop();
    expect(await list(shop)).toMatchObject({
      reading: false,
      readAt: expect.any(Date) as Date,
      unreadable: 1,
    });
  });

  it("stay unchanged if they become unreadable, while products that the supplier dropped still vanish", async () => {
    const shop = await mirroredShop();
    supplier.products = [wireProduct("a"), wireProduct("b", { variants: "many" }), wireProduct("d")];
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    expect(await shownIds(shop)).toEqual(["a", "b", "d"]);
    expect(await list(shop)).toMatchObject({ unreadable: 1 });
    expect(await rowsOf("supplier_variant", shop)).toHaveLength(5);
  });

  it("make no product vanish if one of them has an unreadable id", async () => {
    const shop = await mirroredShop();
    supplier.products = [wireProduct("a"), { ...wireProduct("b"), id: null as unknown as string }];
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    expect(await shownIds(shop)).toEqual(["a", "b", "c", "d", "e"]);
    expect(await list(shop)).toMatchObject({ unreadable: 0, nameless: 1 });
  });

  it("have a variant only once if the supplier moves it from one product to another", async () => {
    supplier.products = [
      wireProduct("a", { variants: [wireVariant("v")] }),
      wireProduct("b", { variants: [] }),
    ];
    const shop = await mirroredShop();
    supplier.products = [
      wireProduct("a", { variants: [] }),
      wireProduct("b", { variants: [wireVariant("v")] }),
    ];
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    expect(await rowsOf("supplier_variant", shop)).toMatchObject([{ id: "v", supplier_product_id: "b" }]);
  });

  it("are stored even if a new product takes over another product's variant", async () => {
    supplier.products = [wireProduct("a", { variants: [wireVariant("v")] })];
    const shop = await mirroredShop();
    supplier.products = [
      wireProduct("new", { variants: [wireVariant("v")] }),
      wireProduct("newer"),
      wireProduct("a", { variants: [] }),
    ];
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    expect(await shownIds(shop)).toEqual(["a", "new", "newer"]);
    expect(await rowsOf("supplier_variant", shop)).toContainEqual(
      expect.objectContaining({ id: "v", supplier_product_id: "new" }),
    );
  });

  it("are stored with the values of the later page if two pages of the list contain them", async () => {
    const shop = await connectedShop();
    const [before, next] = [await newPage(shop, [ourProduct("a")], "2"), ourProduct("a", { name: "Later" })];
    const first = await storePage(shop, await claimed(shop), { page: before, productsRead: 1 });
    if (first.kind !== "next") throw new Error(`The first page was not stored: ${first.kind}`);
    const page = { ...(await newPage(shop, [next, ourProduct("b")], "3")), number: 1, cursor: "2" };
    const second = await storePage(shop, first.checkpoint, { page, productsRead: 2 });
    expect(second).toMatchObject({ kind: "next", checkpoint: { page: 2 } });
    expect(await rowsOf("supplier_product", shop)).toMatchObject([{ id: "a", name: "Later" }, { id: "b" }]);
    expect(await rowsOf("product_search", shop)).toMatchObject([
      { name_key: "later" },
      { name_key: "product b" },
    ]);
  });
});

describe("the mirror's sweep", () => {
  const woken = async (shop: ShopDomain) =>
    (
      await query<{ name: string }>(
        databaseUrl,
        "select distinct name from pgboss.job where data->>'shop' = $1 order by 1",
        [shop],
      )
    ).map(({ name }) => name);
  const forgetJobs = (shop: ShopDomain) =>
    query(databaseUrl, "delete from pgboss.job where data->>'shop' = $1", [shop]);

  it("wakes only due runs", async () => {
    const due = await connectedShop();
    const resting = await mirroredShop();
    await query(
      databaseUrl,
      "update fulfillment_service set leased_until = null, due_at = null where shop = $1",
      [resting],
    );
    await forgetJobs(due);
    await forgetJobs(resting);
    await sweepCatalog();
    expect(await woken(due)).toEqual(["catalog.ensure-service", "catalog.mirror"]);
    expect(await woken(resting)).toEqual([]);
  });

  it("starts a connected shop's first mirror run if the job that should start it got lost", async () => {
    const shop = await connectedShop();
    await query(databaseUrl, "delete from catalog_mirror where shop = $1", [shop]);
    await query(databaseUrl, "update connection set connected_at = now() where shop = $1", [shop]);
    await forgetJobs(shop);
    await timePasses(shop, 30);
    await sweepCatalog();
    expect(await rowsOf("catalog_mirror", shop)).toEqual([]);
    await timePasses(shop, 30);
    await sweepCatalog();
    expect(await rowsOf("catalog_mirror", shop)).toMatchObject([{ state: "reading" }]);
    expect(await woken(shop)).toContain("catalog.mirror");
  });
});

it("writes a page without scanning all variants of a shop, even without planner statistics", async () => {
  const shop = await connectedShop();
  await query(
    databaseUrl,
    `insert into supplier_variant (shop, id, supplier_product_id, position, options, price_amount, price_currency, stock)
     select $1, 'v' || number, 'p' || number / 5, number % 5, '{}', '1.00', 'EUR', 1 from generate_series(1, 20000) number`,
    [shop],
  );
  const products = Array.from({ length: 500 }, (_, index) => ourProduct(`new-${String(index)}`));
  const page = await firstPage(shop, products, "2");
  const [read] = await inShop(
    shop,
    async (tx, now) => {
      await writeProducts(tx, shop, { ...page.changes!, now });
      return tx.$queryRaw<{ rows: number }[]>`
        select (coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int as rows
        from pg_stat_xact_user_tables where relname = 'supplier_variant'`;
    },
    LONG_WORK,
  );
  expect(read?.rows).toBeLessThan(1000);
});

/** A first page, all of whose products seem to be new. */
async function newPage(shop: ShopDomain, products: Product[], nextCursor: string): Promise<PreparedPage> {
  const page = await firstPage(shop, products, nextCursor);
  return { ...page, changes: page.changes && { ...page.changes, allNew: true } };
}

/** A first page with products that the mirror does not have like this. */
async function firstPage(
  shop: ShopDomain,
  products: Product[],
  nextCursor: string | null,
): Promise<PreparedPage> {
  return {
    number: 0,
    cursor: null,
    nextCursor,
    size: products.length,
    ids: products.map(({ id }) => id),
    changes: await changesOf(shop, products),
  };
}
