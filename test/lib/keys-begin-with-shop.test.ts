import { expect, it } from "vitest";

import { query } from "../support/database.ts";
import { databaseUrl } from "../support/world.ts";

/** Tables that a distribution by shop has to keep whole, or whose key has to hold across shops. */
const EXCEPTIONS: Record<string, string> = {
  session_pkey: "Shopify's session storage finds a session by its id, before a shop is known",
  ordering_settings_reference_prefix_key:
    "two shops of one account at the supplier must not have the same prefix: the second takes a longer one",
};

/** The columns of every unique index and foreign key of tables with a shop, in their order. */
async function keysOfShops(): Promise<{ name: string; columns: string[] }[]> {
  return query(
    databaseUrl,
    `with shops as (
       select attrelid as id from pg_attribute join pg_class on pg_class.oid = attrelid
       where attname = 'shop' and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace),
     keys as (
       select indexrelid::regclass::text as name, indrelid as id, indkey::int2[] as columns from pg_index where indisunique
       union all
       select conname::text, conrelid, conkey from pg_constraint where contype = 'f'
       union all
       select conname || ' (referenced)', confrelid, confkey from pg_constraint where contype = 'f')
     select name, array(
       select attname::text from unnest(columns) with ordinality as key (number, at)
       join pg_attribute on attrelid = id and attnum = number order by at) as columns
     from keys join shops using (id) order by name`,
  );
}

it("every unique index and foreign key of a shop table begins with the shop", async () => {
  const keys = await keysOfShops();
  expect(keys.length).toBeGreaterThan(50);
  const others = keys.filter(({ columns }) => columns[0] !== "shop").map(({ name }) => name);
  expect(others.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
});

it("every index on a due column begins with the shop", async () => {
  const indexes = await query<{ name: string; columns: string[] }>(
    databaseUrl,
    `select indexrelid::regclass::text as name, array(
       select attname::text from unnest(indkey::int2[]) with ordinality as key (number, at)
       join pg_attribute on attrelid = indrelid and attnum = number order by at) as columns
     from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace`,
  );
  const due = indexes.filter(({ columns }) => columns.some((column) => column.endsWith("due_at")));
  expect(due.length).toBeGreaterThan(15);
  expect(due.filter(({ columns }) => columns[0] !== "shop")).toEqual([]);
});
