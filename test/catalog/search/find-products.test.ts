import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  APP_ROLE,
  FIND_ROLE,
  restrictedConnection,
} from "../../../app/lib/database/restricted-connection.ts";
import { assertRestricted, inShop } from "../../../app/lib/database/db.server.ts";
import {
  findProducts,
  type FoundProducts,
  matchingProducts,
} from "../../../app/catalog/search/find-products.server.ts";
import type { ProductFilter, ProductSort } from "../../../app/catalog/search/product-filter.ts";
import { writeProducts } from "../../../app/catalog/mirror/write-products.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, newShop } from "../../support/world.ts";
import { changesOf, ourProduct } from "../page-changes.ts";
import { EVERYTHING } from "../testing.ts";

/** The rights of the functions of prisma/find-products.sql, and the order and number of the products that a search finds. */

const [mine, theirs] = [newShop(), newShop()];
let client: pg.Client;

beforeAll(async () => {
  await write(mine, "cup", { name: "Blue cup" });
  await write(theirs, "secret", { name: "Secret cup" });
  client = new pg.Client(restrictedConnection({ DATABASE_URL: databaseUrl }));
  await client.connect();
});
afterAll(() => client.end());

async function write(shop: ShopDomain, id: string, { name }: { name: string }): Promise<void> {
  const changes = await changesOf(shop, [ourProduct(id, { name, brand: null, category: null })]);
  await inShop(shop, (tx, now) => writeProducts(tx, shop, { ...changes, now }));
}

/** Calls the functions as injected SQL would. */
async function hits(shop: string | null, { words, sku }: { words: string; sku: string }): Promise<string[]> {
  await client.query("begin");
  if (shop !== null) await client.query("select set_config('stockbridge.shop', $1, true)", [shop]);
  const { rows } = await client.query<{ id: string }>(
    "select products_with_words($1::tsquery, null) as id union select products_with_sku($2, null)",
    [words, sku],
  );
  await client.query("rollback");
  return rows.map(({ id }) => id);
}

async function find(shop: ShopDomain, typed: string, others: Partial<ProductFilter> = {}): Promise<string[]> {
  const filter = { ...EVERYTHING.filter, ...others, query: typed };
  const page = { sort: "best", cursor: null, backwards: false, take: 20 } as const;
  return inShop(shop, async (tx, now) => (await findProducts(tx, { shop, now }, { filter, page })).ids);
}

/** The letters with which the words of a shop begin. */
async function lettersOf(shop: ShopDomain): Promise<string> {
  const [row] = await query<{ letters: string }>(databaseUrl, "select left(md5($1), 6) as letters", [shop]);
  return row?.letters ?? "";
}

describe("the search functions in Postgres", () => {
  it("find products of the shop that the tenant scope names", async () => {
    const words = `'${await lettersOf(mine)}cup'`;
    expect(await hits(mine, { words, sku: "none" })).toEqual(["cup"]);
    expect(await hits(mine, { words: "'none'", sku: "sku-cup" })).toEqual(["cup"]);
  });

  it.each([null, "", "unknown.myshopify.com", `${mine},${theirs}`, "%", "' or true --"])(
    "find nothing in the scope %j",
    async (shop) => {
      for (const of of [mine, theirs])
        expect(await hits(shop, { words: `'${await lettersOf(of)}cup'`, sku: "" })).toEqual([]);
    },
  );

  it.each([
    "x' | 'cup",
    "':* | '",
    "\\",
    "\\' | !'x",
    "cup':* | 'secret",
    "' & !'x",
    "a b",
    "%",
    "x') OR true --",
  ])("find no product of another shop for the typed words %j", async (typed) => {
    for (const found of await find(mine, typed)) expect(found).toBe("cup");
    expect(await find(mine, "", { category: typed })).toEqual([]);
    expect(await find(mine, "", { brand: typed })).toEqual([]);
  });

  it("find no product of another shop even with the secret letters that begin that shop's words", async () => {
    const words = `'${await lettersOf(theirs)}secret'`;
    expect(await hits(mine, { words, sku: "sku-secret" })).toEqual([]);
    expect(await hits(theirs, { words, sku: "none" })).toEqual(["secret"]);
  });

  it("belong to a role that may only read the searched columns, and of which the app's role is no member", async () => {
    const [role] = await query(
      databaseUrl,
      `select rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as mighty,
         pg_has_role($2, oid, 'MEMBER') as shared, has_schema_privilege(oid, 'public', 'create') as creates
       from pg_roles where rolname = $1`,
      [FIND_ROLE, APP_ROLE],
    );
    expect(role).toEqual({ mighty: false, shared: false, creates: false });
    const rights = await query(
      databaseUrl,
      `select table_name::text as table, column_name::text as column, privilege_type::text as right
       from information_schema.column_privileges where grantee = $1 order by 1, 2`,
      [FIND_ROLE],
    );
    expect(rights).toEqual([
      { table: "product_search", column: "shop", right: "SELECT" },
      { table: "product_search", column: "supplier_product_id", right: "SELECT" },
      { table: "product_search", column: "terms", right: "SELECT" },
      { table: "supplier_variant", column: "shop", right: "SELECT" },
      { table: "supplier_variant", column: "sku", right: "SELECT" },
      { table: "supplier_variant", column: "supplier_product_id", right: "SELECT" },
    ]);
    await expect(assertRestricted()).resolves.toBeUndefined();
  });
});

it("corrects a mistyped word also if a statement selects all matching products", async () => {
  const ids = await inShop(mine, async (tx, now) => {
    const matching = await matchingProducts(tx, { shop: mine, now }, { ...EVERYTHING.filter, query: "bluw" });
    return tx.$queryRaw<{ id: string }[]>`select supplier_product_id as id from (${matching}) as matching`;
  });
  expect(ids).toEqual([{ id: "cup" }]);
});

describe.each([
  // Without statistics the planner cannot tell which index of shops is better.
  { shopIs: "the planner has never heard of", isAnalyzed: false },
  { shopIs: "the planner has statistics of", isAnalyzed: true },
])("searching many products of a shop that $shopIs", ({ isAnalyzed }) => {
  const shop = newShop();
  beforeAll(async () => {
    await query(
      databaseUrl,
      `insert into product_search (shop, supplier_product_id, name_key, cost_from, in_stock, discontinued, first_seen, terms)
       select 'other-' || n % 10 || '.myshopify.com', 'p' || n, 'lamp ' || n, 1, true, false, now(), array_to_tsvector(array['lamp'])
       from generate_series(1, 6000) as n on conflict do nothing`,
    );
    await query(
      databaseUrl,
      `insert into supplier_variant (shop, id, supplier_product_id, position, sku, price_amount, price_currency, stock)
       select 'other-' || n % 10 || '.myshopify.com', 'v' || n, 'p' || n, 0, 'NW-' || n, '1', 'EUR', 1
       from generate_series(1, 6000) as n on conflict do nothing`,
    );
    await query(databaseUrl, "analyze product_search, supplier_variant");
    await query(
      databaseUrl,
      `insert into product_search (shop, supplier_product_id, name_key, category, cost_from, in_stock, discontinued, first_seen, terms)
       select $1, 'p' || lpad(n::text, 5, '0'), name, case when n % 10 = 0 then 'Tenth' end, n % 50, n % 2 = 0, false, now(),
         -- The planner makes nothing of words' beginnings before it knows a hundred frequent words.
         array_to_tsvector(array(
           select distinct left(md5($1), 6) || w from unnest(string_to_array(name || ' often' || n % 150, ' ')) w))
       from generate_series(1, 6000) as n,
         lateral (select case when n % 2 = 0 then 'lamp ' || n else 'zebra lamp ' || n end as name) named`,
      [shop],
    );
    await query(
      databaseUrl,
      `insert into supplier_variant (shop, id, supplier_product_id, position, sku, price_amount, price_currency, stock)
       select $1, 'v' || n, 'p' || lpad(n::text, 5, '0'), 0, 'NW-' || lpad(n::text, 5, '0'), '1', 'EUR', 1
       from generate_series(1, 6000) as n`,
      [shop],
    );
    await query(
      databaseUrl,
      `insert into search_word (shop, word, reversed)
       select distinct shop, substr(term, 7), '' from product_search, unnest(tsvector_to_array(terms)) as term
       where shop = $1 and substr(term, 7) !~ '^[0-9]'`,
      [shop],
    );
    if (isAnalyzed) await query(databaseUrl, "analyze product_search, supplier_variant, search_word");
  });

  async function page(
    { sort = "best", ...others }: Asked,
    { cursor = null, backwards = false }: { cursor?: string | null; backwards?: boolean } = {},
  ): Promise<FoundProducts> {
    const filter = { ...EVERYTHING.filter, ...others };
    return inShop(shop, (tx, now) =>
      findProducts(tx, { shop, now }, { filter, page: { sort, cursor, backwards, take: TAKE } }),
    );
  }

  it.each<[string, Asked, number]>([
    ["a frequent word", { query: "lamp" }, 6000],
    ["a frequent word, by cost", { query: "lamp", sort: "cost" }, 6000],
    ["a frequent word, the dearest first", { query: "lamp", sort: "-cost" }, 6000],
    ["a frequent word, the newest first", { query: "lamp", sort: "newest" }, 6000],
    ["a word at the end of the list", { query: "zebra", sort: "name" }, 3000],
    ["a beginning of names and of words within others", { query: "la" }, 6000],
    ["a word within a category", { query: "lamp", category: "Tenth" }, 600],
    ["the common beginning of all SKUs", { query: "NW-" }, 6000],
    ["the beginning of many SKUs", { query: "NW-01" }, 1000],
    ["a mistyped word", { query: "lamp zebta" }, 3000],
    ["two frequent words and the first letter of a third", { query: "lamp zebra o" }, 3000],
    ["a rare word and the first letter of another", { query: "often7 l" }, 40],
    ["the beginning of few words", { query: "lamp often7" }, 440],
    ["the beginning of numbers", { query: "lamp 599" }, 11],
    ["the beginning of many words", { query: "lamp ofte" }, 6000],
    ["a frequent word and one that no product has", { query: "lamp 7777777" }, 0],
    ["nothing but punctuation", { query: "#" }, 0],
    ["a word typed twice", { query: "lamp lamp" }, 6000],
    ["no word, by cost", { query: "", sort: "cost", inStock: true }, 3000],
    ["no word, the newest first", { query: "", sort: "newest" }, 6000],
    ["a rare filter of a frequent word", { query: "zebra", min: "49" }, 120],
  ])("shows each product once, page by page, forward and back: %s", async (_, asked, count) => {
    const seen: string[][] = [];
    for (let cursor: string | undefined; ; cursor = seen.at(-1)?.at(-1)) {
      const found = await page(asked, { cursor: cursor ?? null });
      expect(found.total).toBe(Math.min(count, 1001));
      expect(found.placed).toBe(cursor !== undefined);
      if (found.ids.length === 0) break;
      seen.push(found.ids);
    }
    const all = seen.flat();
    expect(new Set(all).size).toBe(all.length);
    expect(all).toHaveLength(count);
    const last = seen.at(-1)?.[0] ?? "";
    if (seen.length > 1) {
      const back = await page(asked, { cursor: last, backwards: true });
      expect(back.ids.toReversed()).toEqual(seen.at(-2));
    }
    const { sort: _sort, ...others } = asked;
    const filter = { ...EVERYTHING.filter, ...others };
    const whole = await inShop(shop, async (tx, now) => {
      const matching = await matchingProducts(tx, { shop, now }, filter);
      return tx.$queryRaw<{ id: string }[]>`select supplier_product_id as id from (${matching}) as matching`;
    });
    expect(new Set(whole.map(({ id }) => id))).toEqual(new Set(all));
  });
});

it("counts only listed products, each once, however many of its SKUs match", async () => {
  const shop = newShop();
  await query(
    databaseUrl,
    `insert into product_search (shop, supplier_product_id, name_key, cost_from, in_stock, discontinued, gone, first_seen, terms)
     select $1, 'p' || n, 'lamp ' || n, 1, true, false, n > 30, now(), array_to_tsvector(array[left(md5($1), 6) || 'lamp'])
     from generate_series(1, 1200) as n`,
    [shop],
  );
  await query(
    databaseUrl,
    `insert into supplier_variant (shop, id, supplier_product_id, position, sku, price_amount, price_currency, stock)
     select $1, 'v' || n, 'p' || n % 30 + 1, n, 'NW-' || n, '1', 'EUR', 1 from generate_series(1, 6600) as n`,
    [shop],
  );
  await query(databaseUrl, "insert into search_word (shop, word, reversed) values ($1, 'lamp', 'pmal')", [
    shop,
  ]);
  for (const typed of ["lamp", "nw-"]) {
    const filter = { ...EVERYTHING.filter, query: typed };
    const page = { sort: "best", cursor: null, backwards: false, take: 20 } as const;
    const found = await inShop(shop, (tx, now) => findProducts(tx, { shop, now }, { filter, page }));
    expect(found).toMatchObject({ total: 30 });
    expect(found.ids).toHaveLength(20);
  }
});

type Asked = Partial<ProductFilter> & { query: string; sort?: ProductSort };
const TAKE = 500;
