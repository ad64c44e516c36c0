import { Prisma } from "@prisma/client";

import { asSystem, type SystemPurpose } from "../lib/database/db.server.ts";
import { logRepeated } from "../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { sqlArray, queryRows } from "../lib/database/statement.server.ts";
import {
  claim,
  claimable,
  type Claimed,
  type DueColumns,
  describeWork,
  releaseAll,
  renew,
  type Work,
} from "./lease.server.ts";
import { isStopping } from "./stopping.ts";

/** A sweep over the rows of a table that has an index on its shop and its due column. */
export type Sweep<W extends Work> = {
  purpose: SystemPurpose;
  work: W;
  /** Duration of a row's lease: longer than processing the row takes. */
  seconds: number;
  /** Number of rows that are processed at the same time, so that one slow row does not delay the others. */
  concurrency?: number;
  /** Processes a claimed row, and ends its lease. A row whose processing fails is due again when its lease ends. */
  process: (row: Claimed<W>) => Promise<unknown>;
};

/** A sweep over shops that a query finds. `process` checks if the shop still has work. */
export type ShopSweep = {
  purpose: SystemPurpose;
  name: string;
  /** Returns a `shop`, and an `id` if a shop may have more than one. */
  query: Prisma.Sql;
  process: (row: { shop: ShopDomain; id?: string }) => Promise<unknown>;
};

const CONCURRENCY = 8;
/**
 * Rows to claim per row that is being processed. The number is small, so that each row's processing begins
 * long before its lease ends.
 */
const CLAIMED_AHEAD = 2;
/** A claimed row that has waited longer than this gets a new lease before it is processed. */
const RENEW_AFTER_MS = 5000;
/** Time limit of a sweep: most sweeps start every minute. */
const SWEEP_MS = 50_000;

/**
 * Claims every due row, and processes it. Skips rows that other workers have claimed.
 *
 * - Shops take turns, and a shop's oldest row comes first. The next sweep begins with the shop after the last
 *   one.
 * - The sweep ends when its time is up or no further row is due.
 * - A row that becomes due again during the sweep is left to its job or the next sweep.
 * - If the next rows cannot be claimed, the sweep finishes the rows that it has begun, and then throws.
 */
export async function sweep<W extends Work>({
  process,
  concurrency = CONCURRENCY,
  ...wanted
}: Sweep<W>): Promise<void> {
  const due = new Due<W>(wanted, concurrency * CLAIMED_AHEAD);
  const { purpose, work } = wanted;
  try {
    await processAll({ purpose, name: work, concurrency, next: () => due.next(), process });
  } finally {
    await due.releaseAll();
  }
}

/**
 * Processes the shops that a query finds. Each worker begins with a random shop, so that two workers seldom
 * process the same shop.
 */
export async function sweepShops({ purpose, name, query, process }: ShopSweep): Promise<void> {
  const rows = await asSystem(purpose, (tx) => queryRows<{ shop: ShopDomain; id?: string }>(tx)`${query}`);
  const ofShops = Map.groupBy(rows, ({ shop }) => shop);
  const waiting = inTurns(fromShop([...ofShops.keys()], undefined).map((shop) => ofShops.get(shop) ?? []));
  const next = () => Promise.resolve(waiting.shift() ?? null);
  await processAll({ purpose, name, concurrency: CONCURRENCY, next, process });
}

/** Processes several rows at a time, until there is none or the sweep's time is up. */
async function processAll<Row extends { shop: ShopDomain }>({
  purpose,
  name,
  concurrency,
  next,
  process,
}: {
  purpose: SystemPurpose;
  name: string;
  concurrency: number;
  next: () => Promise<Row | null>;
  process: (row: Row) => Promise<unknown>;
}): Promise<void> {
  const until = performance.now() + SWEEP_MS;
  let hasFailed = false;
  const worker = async () => {
    while (!hasFailed && !isStopping() && performance.now() <= until) {
      const row = await next().catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
      if (row === null) return;
      await process(row).catch((error: unknown) => {
        // A row that fails must not keep the others from being processed.
        const { shop, id } = row as { shop: ShopDomain; id?: string };
        logRepeated("error", { err: error, purpose, shop, id }, "queue.sweep-failed", `${purpose} ${name}`);
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  const failed = ended.find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
}

type Wanted<W extends Work> = Omit<Sweep<W>, "process" | "concurrency">;

/**
 * The last shop of each sweep, by the work's name. The next sweep begins after this shop, so that no shop
 * always comes first.
 */
const lastShop = new Map<string, string>();

/** Due rows, with shops taking turns: a row of each shop, then a second row of each shop, and so on. */
class Due<W extends Work> {
  readonly #wanted: Wanted<W>;
  readonly #most: number;
  readonly #seen = new Set<string>();
  /** The last claimed row of each shop. */
  readonly #reached = new Map<ShopDomain, Reached>();
  /** Shops whose turn to claim rows comes next, in this order. */
  #ring: ShopDomain[] = [];
  #waiting: { row: Claimed<W>; claimedAt: number }[] = [];
  #looking: Promise<void> | null = null;
  /** True if the last look for due rows found no new row. */
  #isExhausted = false;

  constructor(wanted: Wanted<W>, most: number) {
    this.#wanted = wanted;
    this.#most = most;
  }

  /** Returns the next row; null if no further row is due. */
  async next(): Promise<Claimed<W> | null> {
    for (;;) {
      const first = this.#waiting.shift();
      if (first === undefined) {
        // Waits for a look that has begun. If that look finds no row, looks again, because the row that was
        // just processed may have made other rows due.
        await this.#looking;
        if (this.#waiting.length === 0) await this.#look();
        if (this.#waiting.length === 0 && this.#isExhausted) return null;
        continue;
      }
      // Claims the next rows while the current ones are being processed. Ignores an error here, because the
      // next awaited look throws it again.
      if (this.#waiting.length < this.#most / 2 && this.#ring.length > 0) this.#look().catch(() => undefined);
      lastShop.set(this.#wanted.work, first.row.shop);
      const row = await this.#withLease(first);
      if (row !== null) return row;
    }
  }

  /** Releases the claimed rows whose processing has not begun. */
  async releaseAll(): Promise<void> {
    await this.#looking?.catch(() => undefined);
    const { purpose, work } = this.#wanted;
    const rows = this.#waiting.splice(0).map(({ row }) => row);
    if (rows.length > 0) await asSystem(purpose, (tx) => releaseAll(tx, work, rows));
  }

  async #withLease({ row, claimedAt }: { row: Claimed<W>; claimedAt: number }): Promise<Claimed<W> | null> {
    if (performance.now() - claimedAt <= RENEW_AFTER_MS) return row;
    const { purpose, work, seconds } = this.#wanted;
    const leasedUntil = await asSystem(purpose, (tx) => renew(tx, work, row, seconds));
    return leasedUntil && { ...row, leasedUntil };
  }

  #look(): Promise<void> {
    this.#looking ??= this.#claimNext().finally(() => (this.#looking = null));
    return this.#looking;
  }

  async #claimNext(): Promise<void> {
    let isWalked = false;
    this.#isExhausted = false;
    while (!this.#isExhausted) {
      if (this.#ring.length === 0) {
        // If no shop had a new row during a whole walk over all shops, no further row is due.
        this.#isExhausted = isWalked;
        if (isWalked) return;
        isWalked = true;
        this.#ring = fromShop(await this.#findShops(), lastShop.get(this.#wanted.work));
      }
      if (await this.#claim(this.#ring.splice(0, this.#most))) return;
    }
  }

  #findShops(): Promise<ShopDomain[]> {
    return findShops(this.#wanted.purpose, this.#wanted.work);
  }

  /**
   * Claims rows of each of these shops. A shop that may have more rows moves to the end of the ring.
   *
   * @returns true if a new row was claimed.
   */
  async #claim(shops: ShopDomain[]): Promise<boolean> {
    if (shops.length === 0) return false;
    const each = Math.max(1, Math.floor(this.#most / shops.length));
    const { work } = this.#wanted;
    const { rows, fresh } = await claimRows(this.#wanted, {
      each,
      turns: shops.map((shop) => this.#reached.get(shop) ?? { shop, due: null, id: "" }),
      isFresh: (row) => !this.#seen.has(keyOf(work, row)),
    });
    const ofShops = Map.groupBy(rows, ({ shop }) => shop);
    for (const [shop, claimed] of ofShops) {
      this.#reached.set(shop, reachedBy(work, claimed));
      if (claimed.length === each) this.#ring.push(shop);
    }
    for (const row of fresh) this.#seen.add(keyOf(work, row));
    const claimedAt = performance.now();
    const freshOfShops = Map.groupBy(fresh, ({ shop }) => shop);
    const inOrder = inTurns(shops.map((shop) => freshOfShops.get(shop) ?? []));
    this.#waiting.push(...inOrder.map((row) => ({ row, claimedAt })));
    return fresh.length > 0;
  }
}

/** The last claimed row of a shop: its due time, and its id if a shop may have several rows. */
type Reached = { shop: ShopDomain; due: Date | null; id: string };

/**
 * Claims each shop's next rows after its last claimed row. In the same transaction, releases rows that this
 * sweep has claimed before, so that other workers never see them leased.
 *
 * @returns all rows that were found (`rows`), and the rows that stay claimed (`fresh`).
 */
async function claimRows<W extends Work>(
  { purpose, work, seconds }: Wanted<W>,
  { turns, each, isFresh }: { turns: Reached[]; each: number; isFresh: (row: Claimed<W>) => boolean },
): Promise<{ rows: Claimed<W>[]; fresh: Claimed<W>[] }> {
  const { table, key, due, id } = dueColumns(work);
  const column = (of: (turn: Reached) => string | null) => sqlArray(turns.map(of));
  const find = Prisma.sql`
    select ${key} from unnest(${column(({ shop }) => shop)}::text[],
        ${column((turn) => turn.due?.toISOString() ?? null)}::timestamptz[], ${column((turn) => turn.id)}::text[])
        as turn (of_shop, reached, reached_id)
      cross join lateral (
        select * from ${table} where shop = of_shop and ${claimable(work)}
          and (reached is null or ${due} > reached or ${due} = reached and ${id} > reached_id)
        order by ${due}, ${id} limit ${each} for update skip locked) as next`;
  return asSystem(purpose, async (tx) => {
    const claimed = await claim(tx, work, { find, seconds });
    const rows = claimed.toSorted((one, other) => compareRows(work, one, other));
    const [fresh, again] = partition(rows, isFresh);
    await releaseAll(tx, work, again);
    return { rows, fresh };
  });
}

function compareRows<W extends Work>(work: W, one: Claimed<W>, other: Claimed<W>): number {
  const [first, second] = [reachedBy(work, [one]), reachedBy(work, [other])];
  const difference = (first.due?.getTime() ?? 0) - (second.due?.getTime() ?? 0);
  return difference !== 0 ? difference : first.id < second.id ? -1 : 1;
}

function reachedBy<W extends Work>(work: W, rows: Claimed<W>[]): Reached {
  const last = rows.at(-1) as Record<string, unknown> & { shop: ShopDomain };
  const { dueField, keyFields } = describeWork(work);
  const id = keyFields[1] === undefined ? "" : String(last[keyFields[1]]);
  return { shop: last.shop, due: last[dueField ?? ""] as Date, id };
}

function keyOf<W extends Work>(work: W, row: Claimed<W>): string {
  const { shop, id } = reachedBy(work, [row]);
  return `${shop} ${id}`;
}

function partition<T>(items: T[], isFirst: (item: T) => boolean): [T[], T[]] {
  const [first, second]: [T[], T[]] = [[], []];
  for (const item of items) (isFirst(item) ? first : second).push(item);
  return [first, second];
}

/**
 * Returns the shops in the order in which a sweep takes them. The shop after `last` comes first; without
 * `last`, a random one, so that workers that start together take different shops.
 */
function fromShop(shops: ShopDomain[], last: string | undefined): ShopDomain[] {
  const sorted = shops.toSorted();
  const after = last === undefined ? -1 : sorted.findIndex((shop) => shop > last);
  const start = last === undefined ? Math.floor(Math.random() * sorted.length) : Math.max(0, after);
  return [...sorted.slice(start), ...sorted.slice(0, start)];
}

/** Returns rows in turns: the first of each list, then the second of each list, and so on. */
function inTurns<Row>(lists: Row[][]): Row[] {
  const turns = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    lists.flatMap((rows) => rows.slice(turn, turn + 1)),
  ).flat();
}

/** Returns the shops in which a row of this work can be claimed. */
export function findShops(purpose: SystemPurpose, work: Work): Promise<ShopDomain[]> {
  const { table, due } = dueColumns(work);
  return findShopsWithDue(purpose, { table, due, only: claimable(work) });
}

/** Returns the shops that have due rows. */
export async function findShopsWithDue(purpose: SystemPurpose, columns: DueColumns): Promise<ShopDomain[]> {
  const rows = await asSystem(
    purpose,
    (tx) => queryRows<{ shop: ShopDomain }>(tx)`
      with recursive ${shopsWithDue(columns)} select shop from each where due <= now()`,
  );
  return rows.map(({ shop }) => shop);
}

function dueColumns(work: Work) {
  const { table, key, keyFields, due, nameOf } = describeWork(work);
  if (due === null) throw new Error(`${work} has no due column.`);
  const [, field] = keyFields;
  const id = field === undefined ? Prisma.sql`''::text` : Prisma.raw(`"${nameOf(field)}"::text collate "C"`);
  return { table, key, due, id };
}

/**
 * Returns a common table expression `each`: the shops with their earliest due times. It reads the index on shop and due
 * column by a loose scan.
 */
export function shopsWithDue({ table, due, only = Prisma.sql`true` }: DueColumns): Prisma.Sql {
  const first = Prisma.sql`select shop, ${due} as due from ${table} where ${due} is not null and ${only}`;
  return Prisma.sql`each as (
    (${first} order by shop, ${due} limit 1)
    union all
    select next.shop, next.due from each cross join lateral (
      ${first} and shop > each.shop order by shop, ${due} limit 1) as next)`;
}
