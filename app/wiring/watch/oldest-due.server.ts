import { Prisma } from "@prisma/client";

import { asSystem, PROBE, type Tx } from "../../lib/db.server.ts";
import { shopsWithDue } from "../../queue/sweep.server.ts";

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

/** Tables without an index that begins with the due column: every update of an order would maintain it. */
const indexedByShop = new Set(["supplier_order"]);

/** Reads the head of an index, or of each shop's part of one, however many rows are due. */
function earliestDue(table: string, column: string): Prisma.Sql {
  const due = Prisma.raw(`"${column}"`);
  if (indexedByShop.has(table))
    return Prisma.sql`(with recursive ${shopsWithDue(table, due)} select min(due) from each where due <= now())`;
  return Prisma.sql`(select min(${due}) from ${Prisma.raw(`"${table}"`)} where ${due} <= now())`;
}

/** A subquery per due column: when its oldest due row became due, or null. */
export const earliestOfEach = dueColumns.map(([table, column]) => ({
  work: `${table}.${column}`,
  earliest: earliestDue(table, column),
}));

export const oldestDue = Prisma.sql`
  select least(${Prisma.join(earliestOfEach.map(({ earliest }) => earliest))}) as "oldest"`;

/** For how many seconds the oldest of all due rows has been waiting; null when nothing is due. */
export async function oldestDueSeconds(): Promise<number | null> {
  const find = async (tx: Tx, now: Date) => {
    const [row] = await tx.$queryRaw<{ oldest: Date | null }[]>(oldestDue);
    const oldest = row?.oldest ?? null;
    return oldest === null ? null : Math.floor((now.getTime() - oldest.getTime()) / 1000);
  };
  return asSystem("health", find, PROBE);
}
