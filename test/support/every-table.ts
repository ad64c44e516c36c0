import { emptyTables, query } from "./database.ts";

/** Every table with a `shop` column, whatever the migrations have made. */
export async function tablesOfShops(url: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    url,
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'shop' order by 1`,
  );
  return tables.map(({ name }) => name);
}

/**
 * Lets any values into the tables, whatever words the code knows.
 *
 * @returns what takes all rows out again and puts the checks back.
 */
export async function liftChecks(url: string): Promise<() => Promise<void>> {
  const checks = await query<{ table: string; name: string; definition: string }>(
    url,
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  );
  const alter = (change: (check: (typeof checks)[number]) => string) =>
    query(url, checks.map((check) => `alter table ${check.table} ${change(check)}`).join("; "));
  await alter(({ name }) => `drop constraint "${name}"`);
  return async () => {
    await emptyTables(url);
    await alter(({ name, definition }) => `add constraint "${name}" ${definition}`);
  };
}

/** Puts a row of that shop into a table whose checks are lifted, with any values. */
export async function plant(url: string, table: string, shop: string): Promise<void> {
  const columns = await query<{ name: string; type: string }>(
    url,
    `select column_name as name, udt_name as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null`,
    [table],
  );
  const values = columns.map(({ name, type }) => {
    const [, value] =
      name === "shop" ? ["", `'${shop}'`] : (SAMPLES.find(([types]) => types.test(type)) ?? []);
    if (value === undefined)
      throw new Error(`This test does not know how to fill a column of the type ${type}.`);
    return value;
  });
  const names = columns.map(({ name }) => `"${name}"`);
  // In the role of a replica, Postgres does not check foreign keys.
  await query(
    url,
    `set local session_replication_role = replica; insert into ${table} (${names.join()}) values (${values.join()})`,
  );
}

/** Makes planted rows refer to rows of the same shop, like real ones. One row per shop and table; a key is (shop, id). */
export async function relate(url: string): Promise<void> {
  const references = await query<{ child: string; column: string; parent: string; key: string }>(
    url,
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent,
       child.attname::text as column, parent.attname::text as key
     from pg_constraint
     join pg_attribute child on child.attrelid = conrelid and child.attnum = conkey[cardinality(conkey)]
     join pg_attribute parent on parent.attrelid = confrelid and parent.attnum = confkey[cardinality(confkey)]
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { child, column, parent, key } of references) {
    const theirs = `(select "${key}" from ${parent} where ${parent}.shop = ${child}.shop)`;
    await query(url, `update ${child} set "${column}" = ${theirs}`);
  }
}

const SAMPLES: [RegExp, string][] = [
  [/^(text|varchar|bpchar)$/, "gen_random_uuid()::text"],
  [/^uuid$/, "gen_random_uuid()"],
  [/^(timestamp|date)/, "now()"],
  [/^(int|float|numeric)/, "1"],
  [/^bool$/, "false"],
  [/^jsonb?$/, "'{}'"],
  [/^(bytea|tsvector)$/, "''"],
  [/^_/, "'{}'"],
];
