import { query } from "./database.ts";
import { databaseUrl } from "./world.ts";

/**
 * Lets time pass for a shop. What is due goes by the database's clock, which no test can turn: so all moments that the
 * shop's rows name move back instead, as if that much time had gone by since.
 */
export async function timePasses(shop: string, seconds: number, url = databaseUrl): Promise<void> {
  const columns = await query<{ table: string; moments: string[] }>(
    url,
    `select table_name as table, array_agg(column_name::text) as moments from information_schema.columns moment
     where table_schema = 'public' and data_type like 'timestamp%' and exists (
       select from information_schema.columns shop where shop.table_schema = 'public'
         and shop.table_name = moment.table_name and shop.column_name = 'shop')
     group by 1`,
  );
  for (const { table, moments } of columns) {
    const earlier = moments.map((moment) => `"${moment}" = "${moment}" - make_interval(secs => $2)`);
    await query(url, `update "${table}" set ${earlier.join()} where shop = $1`, [shop, seconds]);
  }
}
