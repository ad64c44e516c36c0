import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  APP_ROLE,
  FIND_ROLE,
  restrictedConnection,
} from "../../../app/lib/database/restricted-connection.ts";
import { assertRestricted, inShop } from "../../../app/lib/database/db.server.ts";
import { matchingProducts } from "../../../app/catalog/search/find-products.server.ts";
import { writeProducts } from "../../../app/catalog/mirror/write-products.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, newShop } from "../../support/world.ts";
import { changesOf, ourProduct } from "../page-changes.ts";
import { EVERYTHING } from "../testing.ts";

/** The rights that prisma/find-products.sql grants, and to whom. */

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

/** Calls the function as injected SQL would. */
async function find(shop: string | null, asked: object): Promise<string[]> {
  await client.query("begin");
  if (shop !== null) await client.query("select set_config('stockbridge.shop', $1, true)", [shop]);
  const { rows } = await client.query<{ ids: string[] }>("select ids from find_products($1::jsonb)", [
    JSON.stringify(asked),
  ]);
  await client.query("rollback");
  return rows[0]?.ids ?? [];
}

const everything = { sort: "name", show: "all" };
const cup = { words: [["cup"]], start: "cup", sku: "cup", sort: "best", show: "all" };

describe("the search function in Postgres", () => {
  it("finds the products of the scope's shop", async () => {
    expect(await find(mine, everything)).toEqual(["cup"]);
    expect(await find(mine, cup)).toEqual(["cup"]);
    expect(await find(mine, { ...cup, take: 20 })).toEqual(["cup"]);
  });

  it.each([null, "", "unknown.myshopify.com", `${mine},${theirs}`, "%", "' or true --"])(
    "finds nothing in the scope %j",
    async (shop) => {
      expect(await find(shop, everything)).toEqual([]);
      expect(await find(shop, cup)).toEqual([]);
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
  ])("finds nothing for the injected word %j, in no shop", async (word) => {
    const injected = { words: [[word]], start: word, sku: word, sort: "best", take: 20, show: "all" };
    expect(await find(mine, injected)).toEqual([]);
    const everywhere = { ...everything, category: word, brand: word, cursor: word, sort: word, show: word };
    expect(await find(mine, everywhere)).toEqual([]);
  });

  it("finds nothing of another shop by the shop's prefix of stored words", async () => {
    const [row] = await query<{ letters: string }>(databaseUrl, "select left(md5($1), 6) as letters", [
      theirs,
    ]);
    const word = `${row?.letters ?? ""}secret`;
    expect(await find(mine, { ...cup, words: [[word], [`x' | '${word}`]] })).toEqual([]);
  });

  it("belongs to a role that may only read the search tables, and that has no members but its owner", async () => {
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
      `select table_name::text as table, privilege_type::text as right from information_schema.table_privileges
       where grantee = $1`,
      [FIND_ROLE],
    );
    expect(rights).toEqual([{ table: "product_search", right: "SELECT" }]);
    await expect(assertRestricted()).resolves.toBeUndefined();
  });
});

it("selects the same products for a bulk action as the list shows, even for a mistyped query", async () => {
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
])("a search of many products of a shop that $shopIs", ({ isAnalyzed }) => {
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

  async function page(asked: object): Promise<{ ids: string[]; total: number; placed: boolean }> {
    await client.query("begin");
    await client.query("select set_config('stockbridge.shop', $1, true)", [shop]);
    const { rows } = await client.query<{ ids: string[]; total: number; placed: boolean }>(
      "select * from find_products($1::jsonb)",
      [JSON.stringify(asked)],
    );
    await client.query("rollback");
    if (!rows[0]) throw new Error("There is no answer.");
    return rows[0];
  }

  it.each([
    ["a frequent word", { words: [["lamp"]], start: "lamp", sku: "lamp", sort: "best" }, 6000],
    ["a frequent word, by cost", { words: [["lamp"]], start: "lamp", sku: "lamp", sort: "-cost" }, 6000],
    [
      "a word at the end of the list",
      { words: [["zebra"]], start: "zebra", sku: "zebra", sort: "name" },
      3000,
    ],
    [
      "a word within a category",
      { words: [["lamp"]], start: "lamp", sku: "lamp", sort: "best", category: "Tenth" },
      600,
    ],
    ["the common beginning of all SKUs", { words: [["nw"]], start: "nw", sku: "nw-", sort: "best" }, 6000],
    [
      "two words, one of which has two forms",
      { words: [["lamp"], ["zebra", "other"]], start: "lamp zebra", sku: "x", sort: "best" },
      3000,
    ],
    [
      "two frequent words and the first letter of a third",
      { words: [["lamp"], ["zebra"], ["o"]], whole: true, start: "lamp zebra o", sku: "x", sort: "best" },
      3000,
    ],
    [
      "a rare word and a letter with which all SKUs begin",
      { words: [["often7"], ["n"]], whole: true, start: "often7 n", sku: "nw-", sort: "best" },
      6000,
    ],
    [
      "a rare word and the first letter of another",
      { words: [["often7"], ["l"]], whole: true, start: "often7 l", sku: "x", sort: "best" },
      40,
    ],
    [
      "the beginning of few words",
      { words: [["lamp"], ["often7"]], whole: true, start: "lamp often7", sku: "x", sort: "best" },
      440,
    ],
    [
      "the beginning of numbers",
      { words: [["lamp"], ["599"]], whole: true, start: "lamp 599", sku: "x", sort: "best" },
      11,
    ],
    [
      "the beginning of many words",
      { words: [["lamp"], ["ofte"]], whole: true, start: "lamp ofte", sku: "x", sort: "best" },
      6000,
    ],
    [
      "a frequent word and one that no product has",
      { words: [["lamp"], ["lampion"]], whole: true, start: "lamp lampion", sku: "x", sort: "best" },
      0,
    ],
    ["no word, by cost", { sort: "cost", inStock: true }, 3000],
    [
      "a rare filter of a frequent word",
      { words: [["zebra"]], start: "z", sku: "z", sort: "best", min: "49" },
      120,
    ],
  ])("shows each product once, page by page and back, by %s", async (_, asked, count) => {
    const seen: string[][] = [];
    const take = 500;
    for (let cursor: string | undefined; ; cursor = seen.at(-1)?.at(-1)) {
      const found = await page({ show: "all", ...asked, take, ...(cursor !== undefined && { cursor }) });
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
      const back = await page({ show: "all", ...asked, take, cursor: last, backwards: true });
      expect(back.ids.toReversed()).toEqual(seen.at(-2));
    }
    const whole = await page({ show: "all", ...asked });
    expect(new Set(whole.ids)).toEqual(new Set(all));
  });
});
