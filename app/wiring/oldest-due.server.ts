import { Prisma } from "@prisma/client";

import { asSystem, PROBE, type Tx } from "../lib/db.server.ts";

/** Every column that says since when its row is due, by table. A test holds them against the database. */
export const dueColumns: [table: string, column: string][] = [
  ["inbox_entry", "next_at"],
  ["connection", "check_due_at"],
  ["supplier_order", "next_at"],
  ["supplier_order", "update_due_at"],
  ["order_update_run", "next_at"],
  ["order_reconciliation", "next_at"],
  ["shipment", "next_at"],
  ["catalog_mirror", "next_at"],
  ["product_link", "next_at"],
  ["product_link", "sync_due_at"],
  ["product_link", "compare_due_at"],
  ["import_bulk", "next_at"],
  ["catalog_sync", "compare_due_at"],
  ["link_run", "next_at"],
  ["match_run", "next_at"],
  ["link_match", "next_at"],
  ["fulfillment_service", "next_at"],
  ["setup_check", "next_at"],
];

/** An index less for each change of an order: their oldest is found from shop to shop. */
const byShop = new Set(["supplier_order"]);

/** Each finds its oldest at the head of an index, or of each shop's part of one, however many rows there are. */
export const oldestDue = Prisma.sql`
  select least(${Prisma.join(
    dueColumns.map(([table, column]) => {
      const [from, due] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${column}"`)];
      if (!byShop.has(table)) return Prisma.sql`(select min(${due}) from ${from} where ${due} <= now())`;
      const first = Prisma.sql`select shop, ${due} as due from ${from} where ${due} is not null`;
      return Prisma.sql`(
        with recursive each as (
          (${first} order by shop, ${due} limit 1)
          union all
          select next.shop, next.due from each cross join lateral (
            ${first} and shop > each.shop order by shop, ${due} limit 1) as next)
        select min(due) from each where due <= now())`;
    }),
  )}) as "oldest"`;

/** For how many seconds the oldest of all due rows has been waiting; null when nothing is due. */
export async function oldestDueSeconds(): Promise<number | null> {
  const find = async (tx: Tx, now: Date) => {
    const [row] = await tx.$queryRaw<{ oldest: Date | null }[]>(oldestDue);
    const oldest = row?.oldest ?? null;
    return oldest === null ? null : Math.floor((now.getTime() - oldest.getTime()) / 1000);
  };
  return asSystem("health", find, PROBE);
}
