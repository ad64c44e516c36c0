import { beforeEach, describe, expect, it } from "vitest";

import { confirmShrunkCatalog, keepCatalog } from "../../../app/catalog/mirror/end-run.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { refreshCatalog } from "../../../app/catalog/mirror/mirror-run.server.ts";
import { removeUnusedWords } from "../../../app/catalog/search/search-store.server.ts";
import { writeProducts } from "../../../app/catalog/mirror/write-products.server.ts";
import { inShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { query } from "../../support/database.ts";
import { someoneWaits } from "../../support/locks.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl } from "../../support/world.ts";
import { changesOf, ourProduct } from "../page-changes.ts";
import { type StandIn, wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { connectedShop, DAY, HOUR, mirroredShop, openStandIn, rowsOf } from "../testing.ts";

const IDS = ["a", "b", "c", "d", "e", "f"];
const supplier = await openStandIn(() => IDS.map((id) => wireProduct(id)));
openQueue();

beforeEach(() => {
  Object.assign(supplier, { answer: null, pageSize: 2, requested: [], limits: [] });
});

async function readAgain(shop: ShopDomain): Promise<void> {
  await refreshCatalog(shop);
  await mirrorCatalog(shop);
}

async function mirrorOf(shop: ShopDomain) {
  const [mirror] = await rowsOf("catalog_mirror", shop);
  return mirror!;
}

async function listedIn(shop: ShopDomain): Promise<string[]> {
  const rows = await rowsOf<{ id: string; gone_at: Date | null }>("supplier_product", shop);
  return rows.flatMap(({ id, gone_at }) => (gone_at === null ? id : []));
}

/** Returns the rows' versions in Postgres, which change with each write. */
async function versions(shop: ShopDomain): Promise<unknown[]> {
  return query(
    databaseUrl,
    `select id, xmin::text from supplier_product where shop = $1
     union all select id, xmin::text from supplier_variant where shop = $1
     union all select number::text, xmin::text from mirror_page where shop = $1 order by 1`,
    [shop],
  );
}

describe("an unchanged list", () => {
  it("is read without writing rows of products, variants or pages", async () => {
    const shop = await mirroredShop();
    const before = await versions(shop);
    await readAgain(shop);
    expect(supplier.requested.slice(-3)).toEqual([null, "2", "4"]);
    expect(await versions(shop)).toEqual(before);
  });

  it("is not written again if a new product is added in front of it", async () => {
    const shop = await mirroredShop();
    const before = await versions(shop);
    supplier.products = [wireProduct("0"), ...supplier.products];
    await readAgain(shop);
    expect(await listedIn(shop)).toEqual(["0", ...IDS]);
    const after = await versions(shop);
    const products = (rows: unknown[]) => rows.filter((row) => /^[a-f]/.test((row as { id: string }).id));
    expect(products(after)).toEqual(products(before));
  });
});

describe("a supplier's list that shrinks to less than half", () => {
  /** A shop whose supplier lists one product where there were six. */
  async function shrunkShop(): Promise<ShopDomain> {
    const shop = await mirroredShop();
    supplier.products = [wireProduct("a"), wireProduct("g")];
    await readAgain(shop);
    return shop;
  }

  it("removes nothing from the mirror, and asks the merchant", async () => {
    const shop = await shrunkShop();
    expect(await listedIn(shop)).toEqual([...IDS, "g"]);
    expect(await mirrorOf(shop)).toMatchObject({ state: "resting", shrunk: { vanished: 5, listed: 7 } });
    await readAgain(shop);
    expect(await mirrorOf(shop)).toMatchObject({ shrunk: { vanished: 5, listed: 7 } });
  });

  it("is accepted if the merchant confirms it", async () => {
    const shop = await shrunkShop();
    await confirmShrunkCatalog(shop, 5);
    expect(await mirrorOf(shop)).toMatchObject({ state: "reading", shrunk: null });
    await mirrorCatalog(shop);
    expect(await listedIn(shop)).toEqual(["a", "g"]);
    expect(await mirrorOf(shop)).toMatchObject({ shrunk: null, vanish_at_most: null });
  });

  it("needs another confirmation if more products vanish than the merchant has confirmed", async () => {
    const shop = await shrunkShop();
    await confirmShrunkCatalog(shop, 5);
    supplier.products = [];
    await mirrorCatalog(shop);
    expect(await listedIn(shop)).toHaveLength(7);
    expect(await mirrorOf(shop)).toMatchObject({ shrunk: { vanished: 7, listed: 7 } });
  });

  it("is accepted only for as many vanished products as the merchant has seen", async () => {
    for (const [seen, confirmed] of [
      [4, 4],
      [1_000_000, 5],
    ] as const) {
      const shop = await shrunkShop();
      await confirmShrunkCatalog(shop, seen);
      expect(await mirrorOf(shop)).toMatchObject({ vanish_at_most: confirmed });
      supplier.products = IDS.map((id) => wireProduct(id));
    }
  });

  it("is ignored until the next read if the merchant chooses to keep the products", async () => {
    const shop = await shrunkShop();
    await keepCatalog(shop);
    expect(await mirrorOf(shop)).toMatchObject({ state: "resting", shrunk: null });
    expect(await listedIn(shop)).toHaveLength(7);
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    expect(await mirrorOf(shop)).toMatchObject({ shrunk: { vanished: 5 } });
  });

  it("needs no decision by the merchant once it is complete again", async () => {
    const shop = await shrunkShop();
    supplier.products = IDS.map((id) => wireProduct(id));
    await readAgain(shop);
    expect(await mirrorOf(shop)).toMatchObject({ shrunk: null });
    expect(await listedIn(shop)).toEqual(IDS);
  });

  it("must exist before the merchant's confirmation starts a read", async () => {
    const shop = await mirroredShop();
    await confirmShrunkCatalog(shop, 5);
    expect(await mirrorOf(shop)).toMatchObject({ state: "resting" });
  });
});

describe("a list with odd or failing pages", () => {
  it("is reported if its cursors lead in a circle, and repeated reads store no more rows", async () => {
    const shop = await connectedShop();
    const next: Record<string, string> = { "": "x", x: "y", y: "z", z: "x" };
    supplier.answer = (cursor) => ({
      status: 200,
      body: { products: [wireProduct(`of ${cursor ?? "the beginning"}`)], next_cursor: next[cursor ?? ""] },
    });
    for (let run = 0; run < 3; run += 1) {
      await readAgain(shop);
      expect(await mirrorOf(shop)).toMatchObject({
        problem_message: { code: "failure.supplier.product-list-stuck" },
      });
    }
    expect(await rowsOf("mirror_page", shop)).toHaveLength(3);
    expect(await rowsOf("supplier_product", shop)).toHaveLength(3);
  });

  it("is reported if it has more than 400,000 products, and the products read so far stay", async () => {
    const shop = await connectedShop();
    supplier.answer = (cursor) =>
      cursor === "2" ? { status: 200, body: { products: [wireProduct("c")], next_cursor: "4" } } : null;
    await query(databaseUrl, "update catalog_mirror set products_read = 399998 where shop = $1", [shop]);
    await mirrorCatalog(shop);
    expect(await listedIn(shop)).toEqual(["a", "b"]);
    expect(await mirrorOf(shop)).toMatchObject({
      problem_message: { code: "failure.ours.product-list-too-long", limit: 400_000 },
    });
  });

  it("can contain empty pages, which are skipped", async () => {
    supplier.answer = (cursor) =>
      cursor === "2" ? { status: 200, body: { products: [], next_cursor: "4" } } : null;
    const shop = await mirroredShop();
    expect(await listedIn(shop)).toEqual(["a", "b", "e", "f"]);
  });

  it("leaves the same number of rows however often the same page fails", async () => {
    const shop = await connectedShop();
    supplier.answer = (cursor) => (cursor === "4" ? { status: 403, body: {} } : null);
    for (let run = 0; run < 3; run += 1) await readAgain(shop);
    expect(await rowsOf("mirror_page", shop)).toHaveLength(2);
    expect(await rowsOf("supplier_product", shop)).toHaveLength(4);
  });
});

describe("a page that is too large", () => {
  it.each([400, 413, 422])("is requested again in smaller pages after status %i", async (status) => {
    const shop = await connectedShop();
    supplier.answer = (_, asked) => (Number(asked.get("limit")) > 100 ? { status, body: {} } : null);
    await mirrorCatalog(shop);
    expect(await mirrorOf(shop)).toMatchObject({ page_size: 100, state: "resting" });
    await timePasses(shop, 15);
    await mirrorCatalog(shop);
    expect(supplier.limits).toEqual([500, 100, 100, 100]);
    expect(await listedIn(shop)).toEqual(IDS);
  });

  it("is requested again in smaller pages if it exceeds our own limits", async () => {
    const shop = await connectedShop();
    const deep = "[".repeat(60) + "]".repeat(60);
    supplier.answer = (_, asked) =>
      Number(asked.get("limit")) > 20
        ? { status: 200, body: { products: JSON.parse(deep) as unknown } }
        : null;
    for (let run = 0; run < 3; run += 1) {
      await mirrorCatalog(shop);
      await timePasses(shop, HOUR);
    }
    expect(await listedIn(shop)).toEqual(IDS);
  });
});

it("stores only the last of two products with the same id", async () => {
  supplier.products = [
    wireProduct("a", { name: "First", variants: [wireVariant("1"), wireVariant("2")] }),
    wireProduct("a", { name: "Last", variants: [wireVariant("2")] }),
  ];
  const shop = await mirroredShop();
  expect(await rowsOf("supplier_product", shop)).toMatchObject([{ id: "a", name: "Last" }]);
  expect(await rowsOf("supplier_variant", shop)).toMatchObject([{ id: "2" }]);
  const before = await versions(shop);
  await readAgain(shop);
  expect(await versions(shop)).toEqual(before);
});

it("makes a product due for a sync only if it is imported and has changed, vanished or returned", async () => {
  const shop = await mirroredShop();
  const link = (id: string, state: string, delisted: string | null) =>
    query(
      databaseUrl,
      `insert into product_link (shop, supplier_product_id, state, delisted, requested_at, problem, shop_product_id)
       values ($1, $2, $3, $4, now(), case $3 when 'skipped' then '{"code": "failure.ours"}'::jsonb end,
         case $3 when 'imported' then 'gid://shopify/Product/1' end)`,
      [shop, id, state, delisted],
    );
  for (const id of ["a", "b", "c"]) await link(id, "imported", null);
  await link("d", "skipped", null);
  await link("e", "imported", "draft");
  const due = async () => {
    const rows = await rowsOf<{ supplier_product_id: string; sync_due_at: Date | null }>(
      "product_link",
      shop,
    );
    await query(databaseUrl, "update product_link set sync_due_at = null where shop = $1", [shop]);
    return rows.flatMap((row) => (row.sync_due_at === null ? [] : row.supplier_product_id));
  };
  supplier.products = IDS.filter((id) => id !== "b").map((id) =>
    wireProduct(id, "ade".includes(id) ? { name: "Renamed" } : {}),
  );
  await readAgain(shop);
  expect(await due()).toEqual(["a", "b"]);
  supplier.products = [...supplier.products, wireProduct("b")];
  await readAgain(shop);
  expect(await due()).toEqual(["b"]);
});

describe("two products with the same id", () => {
  it("are stored as one product: the last one that we can read", async () => {
    const odd = { id: "a", name: 7 } as unknown as StandIn["products"][number];
    supplier.products = [wireProduct("a", { name: "Good" }), odd, wireProduct("b")];
    supplier.pageSize = 100;
    const shop = await mirroredShop();
    expect(await rowsOf("supplier_product", shop)).toMatchObject([{ id: "a", name: "Good" }, { id: "b" }]);
    await readAgain(shop);
    expect(await listedIn(shop)).toEqual(["a", "b"]);
  });
});

describe("a word that no product has any more", () => {
  it("is no longer used to correct searches once the whole list was read again", async () => {
    supplier.products = [wireProduct("a", { name: "Teekanne" }), wireProduct("b", { name: "Becher" })];
    const shop = await mirroredShop();
    supplier.products = [wireProduct("a", { name: "Kaffeekanne" }), wireProduct("b", { name: "Becher" })];
    await readAgain(shop);
    const words = (await rowsOf<{ word: string }>("search_word", shop)).map(({ word }) => word);
    expect(words).toEqual(expect.arrayContaining(["kaffeekanne", "becher"]));
    expect(words).not.toContain("teekanne");
  });

  it("is kept if a product that is being written contains it", async () => {
    supplier.products = [wireProduct("a", { name: "Becher" })];
    const shop = await mirroredShop();
    await query(databaseUrl, "insert into search_word (shop, word, reversed) values ($1, 'teekanne', '')", [
      shop,
    ]);
    const [written, read] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const changes = await changesOf(shop, [ourProduct("b", { name: "Teekanne" })]);
    const page = inShop(shop, async (tx, now) => {
      await tx.$executeRaw`update catalog_mirror set page = 1 where shop = ${shop}`;
      await writeProducts(tx, shop, { ...changes, now });
      written.resolve(null);
      await read.promise;
    });
    await written.promise;
    const removed = removeUnusedWords(shop);
    await someoneWaits();
    read.resolve(null);
    await Promise.all([page, removed]);
    expect(await rowsOf("search_word", shop)).toContainEqual(expect.objectContaining({ word: "teekanne" }));
  });
});
