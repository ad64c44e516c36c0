import { Prisma } from "@prisma/client";

import { asSystem, type SystemPurpose } from "../lib/db.server.ts";
import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { isStopping } from "./stopping.ts";

/** What a sweep looks for: rows of a table that are due, which are told apart by `id` within their shop. */
export type Sweep = {
  purpose: SystemPurpose;
  /**
   * A table, or a query of what is due where no row says so: with a `shop` and the column. A table of many rows a shop has an
   * index on (shop, column) of what has a time.
   */
  table: string | Prisma.Sql;
  /** The column that says when a row is due: while it is claimed, the end of the lease. */
  column?: "next_at" | "update_due_at" | "check_due_at";
  /** The column of the table that tells a shop's rows apart; without it a shop is processed once, however many rows it has. */
  id?: string;
  /** How many are processed at a time: one slow answer must not keep everybody else waiting. */
  concurrency?: number;
  process: (row: { shop: ShopDomain; id: string }) => Promise<unknown>;
};

/** Rows that are looked up at a time; of each shop at least one. */
const BATCH = 64;
/** The next sweep is a minute away. */
const SWEEP_MS = 50_000;

/**
 * Processes every row that is due: those whose job was lost, and those that waited for their time. Shops take turns, a
 * shop's oldest row first, and the next sweep begins with the shop behind the one that came last. It goes on while there is
 * more, and ends when its time is up or nothing new is due: a row that is due again at once, or that its process left as it
 * was, waits for the next sweep.
 */
export async function sweep({ process, concurrency = 8, ...wanted }: Sweep): Promise<void> {
  const until = performance.now() + SWEEP_MS;
  const due = new Due(wanted);
  const worker = async () => {
    while (!isStopping() && performance.now() <= until) {
      const row = await due.next();
      if (row === null) return;
      await process(row).catch((error: unknown) => {
        // One row must not keep the others from being processed, whatever is the matter with it.
        log.error({ err: error, purpose: wanted.purpose, ...row }, "queue.sweep-failed");
      });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

type Row = { shop: ShopDomain; id: string };
type DueRow = Row & { due: Date };

/** By what is swept: the shop that came last. Only so that no shop always comes first. */
const lastShop = new Map<string, ShopDomain>();

/** What is due, in turns: each shop's next row, then each shop's next but one, and so on. */
class Due {
  readonly #wanted: Omit<Sweep, "process" | "concurrency">;
  readonly #name: string;
  readonly #seen = new Set<string>();
  /** How far each shop's rows have been looked up. */
  readonly #reached = new Map<ShopDomain, DueRow>();
  #waiting: Row[] = [];
  #looking: Promise<void> | null = null;

  constructor(wanted: Omit<Sweep, "process" | "concurrency">) {
    this.#wanted = wanted;
    const { table, column } = wanted;
    this.#name = `${typeof table === "string" ? table : table.text} ${column ?? ""}`;
  }

  /** Null when nothing new is due now. */
  async next(): Promise<Row | null> {
    if (this.#waiting.length === 0) {
      this.#looking ??= this.#look().finally(() => (this.#looking = null));
      await this.#looking;
    }
    const row = this.#waiting.shift();
    if (row === undefined) return null;
    lastShop.set(this.#name, row.shop);
    return row;
  }

  readonly #isNew = ({ shop, id }: Row): boolean => {
    const before = this.#seen.size;
    return this.#seen.add(`${shop} ${id}`).size > before;
  };

  async #look(): Promise<void> {
    for (;;) {
      const found = await findDue(this.#wanted, [...this.#reached.values()]);
      if (found.length === 0) return;
      for (const row of found) this.#reached.set(row.shop, row);
      this.#waiting = inTurns(found.filter(this.#isNew), lastShop.get(this.#name) ?? "");
      if (this.#waiting.length > 0) return;
    }
  }
}

/** @param rows each shop's in their order. */
function inTurns(rows: DueRow[], last: string): Row[] {
  const ofShops = Map.groupBy(rows, ({ shop }) => shop);
  const shops = [...ofShops.keys()].sort();
  const ring = [...shops.filter((shop) => shop > last), ...shops.filter((shop) => shop <= last)];
  const turns = Math.max(0, ...[...ofShops.values()].map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    ring.flatMap((shop) => ofShops.get(shop)?.[turn] ?? []),
  ).flat();
}

/** The next rows of each shop that has any due, beyond those that were reached. */
function findDue(
  { purpose, table, column = "next_at", id }: Omit<Sweep, "process" | "concurrency">,
  reached: DueRow[],
): Promise<DueRow[]> {
  const due = Prisma.raw(`"${column}"`);
  const shops = shopsWithDue(table, due);
  const done = reached.map(({ shop }) => shop);
  if (id === undefined)
    return asSystem(
      purpose,
      (tx) => tx.$queryRaw<DueRow[]>`
        with recursive ${shops} select shop, '' as id, due from each where due <= now() and shop <> all(${done}::text[])`,
    );
  if (typeof table !== "string") throw new Error("Rows that are told apart are those of a table.");
  const rows = Prisma.raw(`"${table}"`);
  const key = Prisma.raw(`"${id}"::text collate "C"`);
  return asSystem(
    purpose,
    (tx) => tx.$queryRaw<DueRow[]>`
      with recursive ${shops},
      waiting as materialized (
        select shop, coalesce(reached.due, '-infinity') as due, coalesce(reached.id, '') as id
        from each left join unnest(
          ${done}::text[], ${reached.map((row) => row.due)}::timestamptz[], ${reached.map((row) => row.id)}::text[]
        ) as reached (shop, due, id) using (shop)
        where each.due <= now())
      select waiting.shop, next.id, next.due from waiting cross join lateral (
        select ${key} as id, ${due} as due from ${rows}
        where shop = waiting.shop and ${due} <= now() and ${due} >= waiting.due
          and (${due} > waiting.due or ${key} > waiting.id)
        order by ${due}, ${key} limit greatest(1, ${BATCH} / (select count(*) from waiting))) as next`,
  );
}

/**
 * Each shop that has rows with a time, and its earliest. Of a table it goes from shop to shop along the index, so that it
 * costs the same however many rows a shop has.
 */
function shopsWithDue(table: string | Prisma.Sql, due: Prisma.Sql): Prisma.Sql {
  if (typeof table !== "string")
    return Prisma.sql`each as (select shop, min(${due}) as due from (${table}) as rows_due group by shop)`;
  const first = Prisma.sql`select shop, ${due} as due from ${Prisma.raw(`"${table}"`)} where ${due} is not null`;
  return Prisma.sql`each as (
    (${first} order by shop, ${due} limit 1)
    union all
    select next.shop, next.due from each cross join lateral (
      ${first} and shop > each.shop order by shop, ${due} limit 1) as next)`;
}
