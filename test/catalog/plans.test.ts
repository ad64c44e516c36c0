import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";

import { mirrorCatalog } from "../../app/catalog/mirror/mirror-catalog.server.ts";
import { refreshCatalog } from "../../app/catalog/mirror/mirror-run.server.ts";
import { APP_ROLE } from "../../app/lib/database/restricted-connection.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { freshDatabase, query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl } from "../support/world.ts";
import { match, shopWithOwn } from "./matching/testing.ts";
import { wireProduct, wireVariant } from "./stand-in-supplier.ts";
import { mirroredShop, openStandIn } from "./testing.ts";

/**
 * Rows and blocks that Postgres reads while its statistics are missing or old. For each setting that forbids a kind of plan, a
 * test here shows that Postgres would choose that plan without the setting.
 */

const supplier = await openStandIn();
openQueue();

type Statement = { text: string; values: unknown[] };

/** Runs `act`, and returns the one statement of `act` that matches `pattern`. */
async function statementOf(act: () => Promise<unknown>, pattern: RegExp): Promise<Statement> {
  const spied = vi.spyOn(pg.Query.prototype as unknown as { submit: () => void }, "submit");
  await act();
  const sent = [...spied.mock.contexts] as unknown as { text?: string; values?: unknown[] }[];
  spied.mockRestore();
  const [statement, ...others] = sent.filter(({ text = "" }) => pattern.test(text));
  expect(others).toEqual([]);
  return { text: statement?.text ?? "", values: statement?.values ?? [] };
}

type Plan = { [name: string]: unknown; Plans?: Plan[] };

/** Runs a statement as the app, undoes it, and returns how many rows the busiest step of its plan reads. */
async function rowsRead(
  shop: ShopDomain,
  { text, values }: Statement,
  { url = databaseUrl, nestloop = "on" } = {},
): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`begin; set local role ${APP_ROLE}`);
  await client.query(
    "select set_config('stockbridge.shop', $1, true), set_config('enable_nestloop', $2, true)",
    [shop, nestloop],
  );
  const explain = `explain (analyze, timing off, format json) ${text}`;
  const { rows } = await client.query<Explained>(explain, values);
  await client.query("rollback");
  await client.end();
  return busiest(rows[0]!["QUERY PLAN"][0]!.Plan);
}

type Explained = { "QUERY PLAN": { Plan: Plan }[] };

function busiest(plan: Plan): number {
  const counts = ["Actual Rows", "Rows Removed by Filter", "Rows Removed by Join Filter"];
  const read = counts.reduce((sum, name) => sum + Number(plan[name] ?? 0), 0) * Number(plan["Actual Loops"]);
  return Math.max(read, ...(plan.Plans ?? []).map(busiest));
}

describe("matching the products of a shop", () => {
  it("reads each row only a few times, because it turns off the nested loops that Postgres would choose", async () => {
    const COUNT = 60;
    const shop = await shopWithOwn({
      supplier,
      products: [wireProduct("a", { variants: [wireVariant("a-1", { sku: "MUG-1" })] })],
      own: [{ title: "One", variants: [{ sku: "MUG-1" }] }],
    });
    const statement = await statementOf(() => match(shop), /insert into link_match [^]*'supplierVariantId'/);
    const url = await freshDatabase();
    // Nothing collects statistics.
    for (const table of ["supplier_product", "supplier_variant", "shop_variant"])
      await query(url, `alter table ${table} set (autovacuum_enabled = false)`);
    await query(
      url,
      `insert into supplier_product (shop, id, name, description_html, hash)
       select $1, 'p' || n, 'Lamp ' || n, '', '' from generate_series(1, $2::int) n`,
      [shop, COUNT],
    );
    await query(
      url,
      `insert into supplier_variant (shop, id, supplier_product_id, position, sku, price_amount, price_currency, stock)
       select $1, 'v' || n, 'p' || n, 0, 'NW-' || n, '1', 'EUR', 1 from generate_series(1, $2::int) n`,
      [shop, COUNT],
    );
    await query(
      url,
      `insert into shop_variant (shop, id, shop_product_id, run, product_title, sku, price, status)
       select $1, 'o' || n, 'q' || n, 1, 'lamp ' || n, 'nw-' || n, '1', 'ACTIVE' from generate_series(1, $2::int) n`,
      [shop, COUNT],
    );
    expect(await rowsRead(shop, statement, { url, nestloop: "off" })).toBeLessThan(COUNT * 30);
    expect(await rowsRead(shop, statement, { url })).toBeGreaterThan(COUNT ** 2);
    const sent = await statementOf(() => match(shop), /enable_nestloop/);
    expect(sent.text).toContain("'off'");
  });
});

it("finds products that vanished from the supplier's list without reading the list again for each product", async () => {
  const COUNT = 3000;
  supplier.products = ["a", "b", "c"].map((id) => wireProduct(id));
  const shop = await mirroredShop();
  supplier.products = ["a", "b"].map((id) => wireProduct(id));
  await refreshCatalog(shop);
  const statement = await statementOf(() => mirrorCatalog(shop), /unnest\(supplier_product_ids\)/);
  await query(
    databaseUrl,
    `insert into supplier_product (shop, id, name, description_html, hash)
     select $1, 'p' || n, 'Lamp ' || n, '', '' from generate_series(1, $2::int) n`,
    [shop, COUNT],
  );
  await query(
    databaseUrl,
    `insert into mirror_page (shop, number, supplier_product_ids)
     select $1, 10 + n / 100, array_agg('p' || n) from generate_series(1, $2::int) n group by n / 100`,
    [shop, COUNT],
  );
  expect(await rowsRead(shop, statement)).toBeLessThan(COUNT * 2);
});

describe("the search functions in Postgres", () => {
  const [small, big] = ["small.myshopify.com", "big.myshopify.com"];
  const COUNT = 30_000;
  let url: string;

  beforeAll(async () => {
    url = await freshDatabase();
    // Nothing but this test collects statistics.
    for (const table of ["product_search", "supplier_variant"])
      await query(url, `alter table ${table} set (autovacuum_enabled = false)`);
    await fillProducts(small, 200);
    for (let n = 0; n < 10; n += 1) await fillVariants(`other-${n}.myshopify.com`, { first: 1, last: 2000 });
    await fillVariants(big, { first: 1, last: 20_000 });
    await query(url, "analyze product_search, supplier_variant");
    await fillProducts(big, COUNT);
    await fillVariants(big, { first: 20_001, last: 150_000 });
  });

  async function fillProducts(shop: string, count: number): Promise<void> {
    await query(
      url,
      `insert into product_search (shop, supplier_product_id, name_key, cost_from, in_stock, discontinued, first_seen, terms)
       select $1, 'p' || n, 'lamp ' || n, 1, true, false, now(), array_to_tsvector(array[left(md5($1), 6) || 'lamp'])
       from generate_series(1, $2::int) n`,
      [shop, count],
    );
  }

  async function fillVariants(shop: string, { first, last }: { first: number; last: number }): Promise<void> {
    await query(
      url,
      `insert into supplier_variant (shop, id, supplier_product_id, position, sku, price_amount, price_currency, stock)
       select $1, 'v' || n, 'p' || n, 0, 'NW-' || lpad((n::bigint * 7919 % 1000003)::text, 7, '0'), '1', 'EUR', 1 from generate_series($2::int, $3::int) n`,
      [shop, first, last],
    );
  }

  /** Runs a search twice, and returns how many blocks of eight kB the second run reads. */
  async function blocksRead(shop: string, call: string, { before = "" } = {}): Promise<number> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("begin");
    if (before !== "") await client.query(before);
    await client.query("select set_config('stockbridge.shop', $1, true)", [shop]);
    // The first call also reads the catalogs of Postgres.
    await client.query(`select ${call}`);
    const { rows } = await client.query<Explained>(
      `explain (analyze, buffers, timing off, format json) select ${call}`,
    );
    await client.query("rollback");
    await client.end();
    const plan = rows[0]!["QUERY PLAN"][0]!.Plan;
    return Number(plan["Shared Hit Blocks"]) + Number(plan["Shared Read Blocks"]);
  }

  it("read no products of another shop for a word, although Postgres would do so while its statistics are old", async () => {
    const [{ letters, blocks } = { letters: "", blocks: 0 }] = await query<{
      letters: string;
      blocks: number;
    }>(
      url,
      "select left(md5($1), 6) as letters, (pg_relation_size('product_search') / 8192)::int as blocks",
      [small],
    );
    const call = `products_with_words('${letters}lamp', null)`;
    expect(await blocksRead(small, call)).toBeLessThan(blocks / 4);
    const before = "alter function products_with_words(tsquery, int) reset enable_seqscan";
    expect(await blocksRead(small, call, { before })).toBeGreaterThanOrEqual(blocks);
  });

  it.each(["force_custom_plan", "force_generic_plan"])(
    "read only the SKUs that they return, even if 150,000 SKUs have the same first letters (%s)",
    async (mode) => {
      const before = `set local plan_cache_mode = ${mode}`;
      expect(await blocksRead(big, "products_with_sku('nw-', 10)", { before })).toBeLessThan(50);
      expect(await variantsRead(big, { before })).toBe(COLLECTED);
    },
  );

  it("would read all SKUs with the same first letters if Postgres were allowed to sort", async () => {
    const before = `
      set local plan_cache_mode = force_custom_plan;
      alter function products_with_sku(text, int) reset enable_sort`;
    expect(await variantsRead(big, { before })).toBe(150_000);
  });

  /** As many SKUs as a search collects. */
  const COLLECTED = 6000;

  /** Returns how many variants a search reads. */
  async function variantsRead(shop: string, { before }: { before: string }): Promise<number> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("begin");
    await client.query(before);
    await client.query("select set_config('stockbridge.shop', $1, true)", [shop]);
    await client.query("select products_with_sku('nw-', $1)", [COLLECTED]);
    const { rows } = await client.query<{ read: number }>(
      `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'supplier_variant'`,
    );
    await client.query("rollback");
    await client.end();
    return rows[0]!.read;
  }
});
