import { query } from "./database.ts";
import { databaseUrl } from "./world.ts";

/**
 * Lets time pass for a shop. What is due goes by the database's clock, which no test can turn: so all moments that the
 * shop's rows name move back instead, as if that much time had gone by since.
 */
export async function timePasses(shop: string, seconds: number, url = databaseUrl): Promise<void> {
  const known = statements.get(url) ?? statementFor(url);
  statements.set(url, known);
  await query(url, await known, [shop, seconds]);
}

const statements = new Map<string, Promise<string>>();

/** One statement for all tables of shops: $1 is the shop, $2 the seconds. */
async function statementFor(url: string): Promise<string> {
  const columns = await query<{ table: string; moments: string[] }>(
    url,
    `select table_name as table, array_agg(column_name::text) as moments from information_schema.columns moment
     where table_schema = 'public' and data_type like 'timestamp%' and exists (
       select from information_schema.columns shop where shop.table_schema = 'public'
         and shop.table_name = moment.table_name and shop.column_name = 'shop')
     group by 1`,
  );
  const updates = columns.map(({ table, moments }) => {
    const earlier = moments.map((moment) => `"${moment}" = "${moment}" - make_interval(secs => $2)`);
    return `"moved ${table}" as (update "${table}" set ${earlier.join()} where shop = $1)`;
  });
  return `with ${updates.join()} select`;
}
