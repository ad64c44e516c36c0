import { Prisma } from "@prisma/client";

import { asSystem, type SystemPurpose } from "../lib/db.server.ts";
import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { isStopping } from "./stopping.ts";

/** What a sweep looks for: rows of a table that are due, which are told apart by `id` within their shop. */
export type Sweep = {
  purpose: SystemPurpose;
  /** A table, or a query of what is due where no row says so: with a `shop` and the column. */
  table: string | Prisma.Sql;
  /** The column that says when a row is due: while it is claimed, the end of the lease. */
  column?: "next_at" | "update_due_at" | "check_due_at";
  /** The column that tells a shop's rows apart; without it a shop is processed once, however many rows it has. */
  id?: string;
  process: (row: { shop: ShopDomain; id: string }) => Promise<unknown>;
};

/** One slow answer must not keep everybody else waiting. */
const CONCURRENCY = 8;
const BATCH = 200;
/** The next sweep is a minute away. */
const SWEEP_MS = 50_000;

/**
 * Processes every row that is due: those whose job was lost, and those that waited for their time. Shops take
 * turns, a shop's oldest row first. It goes on while there is more, and ends when its time is up or nothing new is due:
 * a row that is due again at once, or that its process left as it was, waits for the next sweep.
 */
export async function sweep({ purpose, table, column = "next_at", id, process }: Sweep): Promise<void> {
  const until = performance.now() + SWEEP_MS;
  const seen = new Set<string>();
  for (;;) {
    const due = await findDue({ purpose, table, column, id, skip: [...seen] });
    if (due.length === 0) return;
    for (const row of due) seen.add(keyOf(row));
    const waiting = due.values();
    const worker = async () => {
      for (const row of waiting) {
        if (isStopping() || performance.now() > until) return;
        await process(row).catch((error: unknown) => {
          // One row must not keep the others from being processed, whatever is the matter with it.
          log.error({ err: error, purpose, ...row }, "queue.sweep-failed");
        });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    if (isStopping() || performance.now() > until) return;
  }
}

type DueRow = { shop: ShopDomain; id: string };

function findDue({
  purpose,
  table,
  column,
  id,
  skip,
}: {
  purpose: SystemPurpose;
  table: string | Prisma.Sql;
  column: string;
  id: string | undefined;
  skip: string[];
}): Promise<DueRow[]> {
  const from = typeof table === "string" ? Prisma.raw(`"${table}"`) : Prisma.sql`(${table}) as rows_due`;
  const due = Prisma.raw(`"${column}"`);
  const key = id === undefined ? Prisma.sql`''::text` : Prisma.raw(`"${id}"::text`);
  return asSystem(
    purpose,
    (tx) => tx.$queryRaw<DueRow[]>`
      select shop, id from (
        select shop, ${key} as id, min(${due}) as due,
          row_number() over (partition by shop order by min(${due}), ${key}) as turn
        from ${from} where ${due} <= now() and shop || ' ' || ${key} <> all(${skip}::text[])
        group by shop, ${key}
      ) as waiting
      order by turn, due limit ${BATCH}`,
  );
}

function keyOf({ shop, id }: DueRow): string {
  return `${shop} ${id}`;
}
