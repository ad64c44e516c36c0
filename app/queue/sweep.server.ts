import { Prisma } from "@prisma/client";

import { asSystem, type SystemPurpose } from "../lib/db.server.ts";
import { logRepeated } from "../lib/log-repeated.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { sqlArray } from "../lib/sql-array.ts";
import { isStopping } from "./stopping.ts";

/** What a sweep looks for: rows of a table that are due, which are told apart by `id` within their shop. */
export type Sweep = {
  purpose: SystemPurpose;
  /** Tells apart two sweeps that ask queries for the same purpose. */
  name?: string;
  /**
   * A table, or a query that returns `shop` and the due column. A table of many rows a shop has an index on (shop, column) of
   * rows that have a time.
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

/** Shops and rows per claim, for each row that is processed at a time: few enough to be begun long before the lease ends. */
const CLAIMED_AHEAD = 2;
/** A killed worker's claims expire after this. Processing may take longer: the row's own lease protects it then. */
const LEASE_SECONDS = 60;
/** The next sweep is a minute away. */
const SWEEP_MS = 50_000;

/**
 * Processes every due row. A claim keeps two workers' sweeps apart; the row's own lease is what guarantees that it is
 * processed once.
 *
 * - Shops take turns, a shop's oldest row first. The next sweep begins with the shop after the last one.
 * - It ends when its time is up or nothing new is due.
 * - A row that is due again at once, or that `process` left due, waits for the next sweep.
 */
export async function sweep({ process, concurrency = 8, ...wanted }: Sweep): Promise<void> {
  const until = performance.now() + SWEEP_MS;
  const due = new Due(wanted, concurrency * CLAIMED_AHEAD);
  const worker = async () => {
    while (!isStopping() && performance.now() <= until) {
      const row = await due.next();
      if (row === null) return;
      await process(row).catch((error: unknown) => {
        // One row must not keep the others from being processed, whatever is the matter with it.
        const fields = { err: error, purpose: wanted.purpose, ...row };
        logRepeated("error", fields, "queue.sweep-failed", sweepName(wanted));
      });
      due.end(row);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, worker));
  } finally {
    await due.releaseAll();
  }
}

type Row = { shop: ShopDomain; id: string };
type DueRow = Row & { due: Date };
/** A row that was looked up, and whether this worker got it. */
type Claimed = DueRow & { claimed: boolean };
type Wanted = Omit<Sweep, "process" | "concurrency">;

/** By sweep: the shop that came last, so that no shop always comes first, and workers do not follow each other. */
const lastShop = new Map<string, string>();

/** Due rows in turns: each shop's next row, then each shop's next but one, and so on. */
class Due {
  readonly #wanted: Wanted;
  readonly #name: string;
  readonly #most: number;
  readonly #seen = new Set<string>();
  /** How far each shop's rows have been looked up. */
  readonly #reached = new Map<ShopDomain, DueRow>();
  /** Shops that have something due, the next first. */
  #ring: ShopDomain[] = [];
  #waiting: Row[] = [];
  /** Rows whose claims are no longer needed. */
  #ended: Row[] = [];
  #looking: Promise<void> | null = null;

  constructor(wanted: Wanted, most: number) {
    this.#wanted = wanted;
    this.#most = most;
    this.#name = sweepName(wanted);
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

  /** Marks the row as done; the next query deletes its claim. */
  end(row: Row): void {
    this.#ended.push(row);
  }

  /** Leaves what it has not begun to other workers, and forgets what it has ended. */
  async releaseAll(): Promise<void> {
    await this.#looking?.catch(() => undefined);
    const claims = [...this.#ended.splice(0), ...this.#waiting.splice(0)];
    if (claims.length === 0) return;
    await asSystem(this.#wanted.purpose, async (tx) => {
      await tx.$executeRaw(release(this.#name, claims));
      // Claims of workers that did not come to their end.
      await tx.$executeRaw`
        delete from sweep_claim where ctid = any(array(
          select ctid from sweep_claim where sweep = ${this.#name} and leased_until < now() for update skip locked))`;
    });
  }

  readonly #isNew = (row: Row): boolean => {
    const before = this.#seen.size;
    return this.#seen.add(keyOf(row)).size > before;
  };

  async #look(): Promise<void> {
    let isWalked = false;
    while (this.#waiting.length === 0) {
      if (this.#ring.length === 0) {
        // A walk whose shops had nothing new was the last one.
        if (isWalked) return;
        isWalked = true;
        this.#ring = fromTurn(await this.#findShops(), lastShop.get(this.#name) ?? anyShop());
      }
      await this.#claim(this.#ring.splice(0, this.#most));
    }
  }

  #findShops(): Promise<ShopDomain[]> {
    const done = this.#wanted.id === undefined ? [...this.#reached.keys()] : [];
    return findShops(this.#wanted, done);
  }

  /** Claims rows of each of these shops. Those that may have more take a turn again, behind the others. */
  async #claim(shops: ShopDomain[]): Promise<void> {
    if (shops.length === 0) return;
    const each = this.#wanted.id === undefined ? 1 : Math.max(1, Math.floor(this.#most / shops.length));
    const reached = shops.map((shop) => this.#reached.get(shop) ?? { shop, id: "", due: null });
    const ended = this.#ended.splice(0);
    const found = await claimRows(this.#wanted, { name: this.#name, reached, each, ended });
    for (const row of found) this.#reached.set(row.shop, row);
    const ofShops = Map.groupBy(found, ({ shop }) => shop);
    if (this.#wanted.id !== undefined)
      this.#ring.push(...shops.filter((shop) => ofShops.get(shop)?.length === each));
    const claimed = found.filter((row) => row.claimed);
    const fresh = claimed.filter(this.#isNew);
    this.#waiting.push(...inTurns(fresh, shops));
    // Several rows may stand for one thing, which is claimed once.
    const kept = new Set(fresh.map(keyOf));
    this.#ended.push(...claimed.filter((row) => !kept.has(keyOf(row))));
  }
}

function keyOf({ shop, id }: Row): string {
  return `${shop} ${id}`;
}

function sweepName({ purpose, name, table, column = "next_at" }: Wanted): string {
  return [purpose, name ?? (typeof table === "string" ? `${table}.${column}` : "")].join(" ");
}

/** A worker's first sweep begins anywhere, so that workers that start together do not compete for the same shops. */
function anyShop(): string {
  return Math.random().toString(36).slice(2);
}

function fromTurn(shops: ShopDomain[], last: string): ShopDomain[] {
  const sorted = shops.toSorted();
  return [...sorted.filter((shop) => shop > last), ...sorted.filter((shop) => shop <= last)];
}

/** @param rows each shop's in their order. */
function inTurns(rows: Claimed[], shops: ShopDomain[]): Row[] {
  const ofShops = Map.groupBy(rows, ({ shop }) => shop);
  const turns = Math.max(0, ...[...ofShops.values()].map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    shops.flatMap((shop) => {
      const row = ofShops.get(shop)?.[turn];
      return row ? { shop, id: row.id } : [];
    }),
  ).flat();
}

/** Returns the shops that have anything due, but for `done`. */
export async function findShops(
  { purpose, table, column = "next_at" }: Pick<Sweep, "purpose" | "table" | "column">,
  done: string[] = [],
): Promise<ShopDomain[]> {
  const due = Prisma.raw(`"${column}"`);
  const rows = await asSystem(
    purpose,
    (tx) => tx.$queryRaw<{ shop: ShopDomain }[]>`
      with recursive ${shopsWithDue(table, due)}
      select shop from each where due <= now() and shop <> all(${sqlArray(done)}::text[])`,
  );
  return rows.map(({ shop }) => shop);
}

type Reached = Row & { due: Date | null };

/**
 * Looks up the next rows of each shop beyond those that were reached, and claims them. Skips rows that another worker has
 * claimed, or that a transaction is writing at this moment. Forgets the claims of `ended`.
 */
function claimRows(
  { purpose, table, column = "next_at", id }: Wanted,
  { name, reached, each, ended }: { name: string; reached: Reached[]; each: number; ended: Row[] },
): Promise<Claimed[]> {
  const turns = Prisma.sql`unnest(${sqlArray(reached.map(({ shop }) => shop))}::text[],
    ${sqlArray(reached.map((row) => row.due?.toISOString() ?? null))}::timestamptz[],
    ${sqlArray(reached.map((row) => row.id))}::text[]) as turn (shop, due, id)`;
  const isFree = (shop: Prisma.Sql, row: Prisma.Sql) => Prisma.sql`not exists (
    select from sweep_claim where sweep_claim.shop = ${shop} and sweep = ${name} and row_id = ${row} and leased_until > now())`;
  const due = Prisma.raw(`"${column}"`);
  const from = typeof table === "string" ? Prisma.raw(`"${table}"`) : Prisma.sql`(${table})`;
  const key = Prisma.raw(`"${id ?? ""}"::text collate "C"`);
  const next =
    id === undefined
      ? Prisma.sql`select turn.shop, '' as id, now() as due from ${turns}
          where exists (select from ${from} as candidate where candidate.shop = turn.shop and ${due} <= now())
            and ${isFree(Prisma.sql`turn.shop`, Prisma.sql`''`)}`
      : Prisma.sql`
          select turn.shop, next.id, next.due from ${turns} cross join lateral (
            select ${key} as id, ${due} as due from ${from} as candidate
            where candidate.shop = turn.shop and ${due} <= now() and ${due} >= coalesce(turn.due, '-infinity')
              and (turn.due is null or ${due} > turn.due or ${key} > turn.id)
              and ${isFree(Prisma.sql`candidate.shop`, key)}
            order by ${due}, ${key} limit ${each} for update of candidate skip locked) as next`;
  return asSystem(
    purpose,
    (tx) => tx.$queryRaw<Claimed[]>`
      with found as materialized (${next}),
      ended as (${release(name, ended)}),
      claimed as (
        insert into sweep_claim (shop, sweep, row_id, leased_until)
        select distinct shop, ${name}, id, now() + make_interval(secs => ${LEASE_SECONDS}) from found order by shop, id
        on conflict (shop, sweep, row_id) do update set leased_until = excluded.leased_until
        where sweep_claim.leased_until <= now()
        returning shop, row_id)
      select found.shop, found.id, found.due, claimed.shop is not null as claimed
      from found left join claimed on claimed.shop = found.shop and claimed.row_id = found.id
      order by found.due, found.id`,
  );
}

function release(name: string, claims: Row[]): Prisma.Sql {
  return Prisma.sql`
    delete from sweep_claim using unnest(${sqlArray(claims.map(({ shop }) => shop))}::text[],
      ${sqlArray(claims.map(({ id }) => id))}::text[]) as ended (shop, id)
    where sweep_claim.shop = ended.shop and sweep = ${name} and row_id = ended.id`;
}

/**
 * Each shop that has rows with a time, and its earliest. Of a table it goes from shop to shop along the index, so that it
 * costs the same however many rows a shop has.
 */
export function shopsWithDue(table: string | Prisma.Sql, due: Prisma.Sql): Prisma.Sql {
  if (typeof table !== "string")
    return Prisma.sql`each as (select shop, min(${due}) as due from (${table}) as rows_due group by shop)`;
  const first = Prisma.sql`select shop, ${due} as due from ${Prisma.raw(`"${table}"`)} where ${due} is not null`;
  return Prisma.sql`each as (
    (${first} order by shop, ${due} limit 1)
    union all
    select next.shop, next.due from each cross join lateral (
      ${first} and shop > each.shop order by shop, ${due} limit 1) as next)`;
}
