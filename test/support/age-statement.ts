/**
 * One statement that moves back all moments in the rows of a shop, and of the pause that holds for every shop, whatever the
 * migrations have made: $1 is the shop, $2 the seconds. `query` runs a statement in the database that it is for.
 */
export async function ageStatement(query: (sql: string) => Promise<unknown[]>): Promise<string> {
  const columns = (await query(
    `select * from (
       select table_name as table, array_agg(column_name::text) as moments, exists (
         select from information_schema.columns shop where shop.table_schema = 'public'
           and shop.table_name = moment.table_name and shop.column_name = 'shop') as "isOfShops"
       from information_schema.columns moment
       where table_schema = 'public' and data_type like 'timestamp%' group by table_name) as tables
     where "isOfShops" or "table" in ('doubt_pause_of_all', 'support_pause_of_all')`,
  )) as { table: string; moments: string[]; isOfShops: boolean }[];
  const updates = columns.map(({ table, moments, isOfShops }) => {
    const earlier = moments.map((moment) => `"${moment}" = "${moment}" - make_interval(secs => $2)`);
    return `"moved ${table}" as (update "${table}" set ${earlier.join()}${isOfShops ? " where shop = $1" : ""})`;
  });
  return `with ${updates.join()} select`;
}
