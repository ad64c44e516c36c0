import path from "node:path";

import type { World } from "./world.ts";

const COPY = "copy.myshopify.com";

/**
 * How long COPY takes, as the owner and from a file on the database's own disk, for the rows that the mirror has written:
 * the same tables with the same indexes, for a shop that has nothing there yet. It leaves nothing behind.
 */
export async function copySeconds({ query, shop, products, directory }: World): Promise<number> {
  const tables = await query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(quote_ident(column_name) order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' and table_name in (
       select table_name from information_schema.columns where table_schema = 'public' and column_name = 'shop')
     group by table_name`,
  );
  const filled: { name: string; columns: string[]; file: string }[] = [];
  for (const { name, columns } of tables) {
    const [counted] = await query<{ count: number }>(
      `select count(*)::int as count from (select from ${name} where shop = $1 limit ${String(Math.floor(products / 2))}) as found`,
      [shop],
    );
    if (counted?.count !== Math.floor(products / 2)) continue;
    const file = path.join(directory, `${name}.copy`);
    const values = columns.map((column) => (column === "shop" ? `'${COPY}'` : column));
    await query(`copy (select ${values.join()} from ${name} where shop = '${shop}') to '${file}'`);
    filled.push({ name, columns, file });
  }
  await query("checkpoint");
  const started = performance.now();
  await query("begin");
  for (const { name, columns, file } of filled) await query(`copy ${name} (${columns.join()}) from '${file}'`);
  await query("commit");
  const seconds = (performance.now() - started) / 1000;
  for (const { name } of filled) await query(`delete from ${name} where shop = '${COPY}'`);
  await query("vacuum analyze");
  return seconds;
}
