/**
 * The lease of a row. The row's work is due from `due_at` (null: nothing is due). One worker has the row
 * until `leased_until` (null or past: no worker has it). `retry_count` is the number of failures in a row. A
 * worker can write only while the row still has the worker's lease. After a crash the row is still due, and
 * another worker can claim it once the lease expires.
 */
import { Prisma } from "@prisma/client";

import type { Tx } from "../lib/database/db.server.ts";
import { assignments, quoted, tableOf } from "../lib/database/rows.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { execute, queryRows } from "../lib/database/statement.server.ts";

type Model = Prisma.ModelName;
type Columns<M extends Model> = Prisma.TypeMap["model"][M]["payload"]["scalars"];
type LeaseColumns<M extends Model> = {
  [Field in keyof Columns<M> & string]: Field extends "leasedUntil"
    ? M
    : Field extends `${infer Prefix}LeasedUntil`
      ? `${M}.${Prefix}`
      : never;
}[keyof Columns<M> & string];

/**
 * A model with a lease, or one of several leases of a model: "SupplierOrder.update" has the columns
 * `updateDueAt` and `updateLeasedUntil`.
 */
export type Work = { [M in Model]: LeaseColumns<M> }[Model];
type ModelOf<W extends Work> = Extract<W extends `${infer M}.${string}` ? M : W, Model>;

/** The key of a row: its shop, and the rest of its model's key. */
type Key<W extends Work> = { shop: ShopDomain } & Pick<
  Columns<ModelOf<W>>,
  Extract<keyof Columns<ModelOf<W>>, "id" | "supplierProductId">
>;
/** A row that one worker has until `leasedUntil`. */
export type Leased<W extends Work> = Key<W> & { leasedUntil: Date };
/** A claimed row. The end of its lease is always in `leasedUntil`, even if the column has a prefix. */
export type Claimed<W extends Work> = Omit<Columns<ModelOf<W>>, "shop" | "leasedUntil"> &
  Leased<W> & { claimedAt: Date };

type Change<W extends Work> = Omit<
  Parameters<typeof assignments<ModelOf<W>>>[1],
  "dueAt" | "leasedUntil" | "shop"
>;

/** The second work of a row: its name is the prefix of the work's columns. */
type SecondWork = "check" | "sync" | "update";

/**
 * Returns the columns that make a row due at that time (null: never), and end a worker's lease.
 *
 * @param work the row's second work. Without it, the columns of the row's first or only work.
 */
export function dueAt<At extends Date | null>(at: At): { dueAt: At; leasedUntil: null };
export function dueAt<At extends Date | null, Name extends SecondWork>(
  at: At,
  work: Name,
): Record<`${Name}DueAt`, At> & Record<`${Name}LeasedUntil`, null>;
export function dueAt(at: Date | null, work: SecondWork | null = null) {
  return work === null
    ? { dueAt: at, leasedUntil: null }
    : { [`${work}DueAt`]: at, [`${work}LeasedUntil`]: null };
}

/** Returns the same columns as `dueAt`, as assignments for an update in SQL. */
export function setDueAt(work: Work, at: Date | Prisma.Sql | null): Prisma.Sql {
  const { model, due, leased } = describeWork(work);
  if (due === null) throw new Error(`Rows of ${model} have no due time.`);
  return Prisma.sql`${due} = ${at}, ${leased} = null`;
}

/**
 * The due time "now" in SQL. A due column keeps milliseconds, so that a plain `now()` may be rounded up to
 * the future.
 */
export const NOW = Prisma.sql`date_trunc('milliseconds', now())`;

/** Returns the Prisma condition that no worker has a row. */
export function unleased(now: Date) {
  return { OR: [{ leasedUntil: null }, { leasedUntil: { lte: now } }] };
}

/**
 * Returns the Prisma condition that a row is due later. Also selects rows that a worker has, because the
 * worker may be about to postpone them.
 */
export function isPostponed(now: Date) {
  return { OR: [{ dueAt: { gt: now } }, { leasedUntil: { gt: now } }] };
}

/** Returns true if a worker has the row. */
export function isLeased({ leasedUntil }: { leasedUntil: Date | null }, now: Date): boolean {
  return leasedUntil !== null && leasedUntil > now;
}

/** Returns the Prisma condition that a row is due and that no worker has it. */
export function isClaimable(now: Date) {
  return { dueAt: { lte: now }, ...unleased(now) };
}

/**
 * Returns the SQL condition that a row is due and that no worker has it; without a due column, only that no
 * worker has it.
 */
export function claimable(work: Work): Prisma.Sql {
  const { due, leased } = describeWork(work);
  const isFree = Prisma.sql`(${leased} is null or ${leased} <= now())`;
  return due === null ? isFree : Prisma.sql`${due} <= now() and ${isFree}`;
}

/** Rows to claim: by key, by condition, or by a query that returns their keys and locks the rows. */
type Wanted<W extends Work> = { key: Key<W> } | { where: Prisma.Sql; limit?: number } | { find: Prisma.Sql };

/**
 * Claims due rows that no other worker has. With a `limit`, claims the rows that have been due the longest,
 * and skips rows that another transaction has locked.
 *
 * @param options `seconds` or `until`: duration or end of the lease. `set`: other changes to the rows.
 */
export async function claim<W extends Work>(
  tx: Tx,
  work: W,
  options: Wanted<W> & ({ seconds: number } | { until: Date }) & { set?: Change<W> },
): Promise<Claimed<W>[]> {
  const { model, table, all, key, keyFields, dueField, leased, leasedField } = describeWork(work);
  const { find, where } = selectionOf(work, options);
  const until =
    "until" in options
      ? Prisma.sql`${options.until}`
      : Prisma.sql`now() + make_interval(secs => ${options.seconds})`;
  const rows = await queryRows<Record<string, unknown>>(tx)`
    ${find ? Prisma.sql`with found as materialized (${find})` : Prisma.empty}
    update ${table} set ${leading(model, options.set ?? {})} ${leased} = ${until}
    where ${find ? Prisma.sql`(${key}) in (select ${key} from found)` : where} and ${claimable(work)}
    returning ${all}, now()::timestamptz(3) as "claimedAt"`;
  const inOrder = rows
    .map((row) => ({ row, order: orderOf(row) }))
    .toSorted((one, other) => (one.order < other.order ? -1 : 1));
  return inOrder.map(({ row }) => ({ ...row, leasedUntil: row[leasedField] })) as Claimed<W>[];

  /** Rows that have been due the longest come first. */
  function orderOf(row: Record<string, unknown>): string {
    const due = dueField === null ? null : (row[dueField] as Date);
    return [due?.toISOString(), ...keyFields.map((field) => row[field])].join(" ");
  }
}

function selectionOf<W extends Work>(work: W, wanted: Wanted<W>): { find?: Prisma.Sql; where?: Prisma.Sql } {
  if ("find" in wanted) return { find: wanted.find };
  const { table, key, due, nameOf } = describeWork(work);
  if ("key" in wanted) return { where: equals(wanted.key, nameOf) };
  if (wanted.limit === undefined) return { where: wanted.where };
  const find = Prisma.sql`
    select ${key} from ${table} where ${wanted.where} and ${claimable(work)}
    order by ${due ?? key}, ${key} limit ${wanted.limit} for update skip locked`;
  return { find };
}

/** Claims a shop's row, and creates it if there is none; null if another worker has it. */
export async function claimOrCreate<W extends "ImportLease" | "CatalogSync">(
  tx: Tx,
  work: W,
  { shop, seconds }: { shop: ShopDomain; seconds: number },
): Promise<Claimed<W> | null> {
  await execute(tx)`insert into ${describeWork(work).table} (shop) values (${shop}) on conflict do nothing`;
  const [claimed] = await claim<W>(tx, work, { where: Prisma.sql`shop = ${shop}`, seconds });
  return claimed ?? null;
}

/** Extends a lease. @returns its new end; null if the lease is no longer this worker's. */
export async function renew<W extends Work>(
  tx: Tx,
  work: W,
  held: Leased<W>,
  seconds: number,
): Promise<Date | null> {
  const { table, leased } = describeWork(work);
  const [renewed] = await queryRows<{ until: Date }>(tx)`
    update ${table} set ${leased} = now() + make_interval(secs => ${seconds})
    where ${isHeld(work, held)} returning ${leased} as until`;
  return renewed?.until ?? null;
}

/**
 * Writes to a row that stays claimed. @returns false, with nothing written, if the lease is no longer this
 * worker's.
 */
export async function writeLeased<W extends Work>(
  tx: Tx,
  work: W,
  held: Leased<W>,
  change: Change<W>,
): Promise<boolean> {
  const { model, table } = describeWork(work);
  const set = assignments(model, change as never);
  return (await execute(tx)`update ${table} set ${set} where ${isHeld(work, held)}`) === 1;
}

/**
 * Ends a lease and writes the changes to the row. `dueAt` is the next due time (null: nothing is due).
 * Without `dueAt` the row stays due.
 *
 * @returns false, with nothing written, if the lease is no longer this worker's.
 */
export async function release<W extends Work>(
  tx: Tx,
  work: W,
  held: Leased<W>,
  { dueAt: at, ...change }: Change<W> & { dueAt?: Date | null },
): Promise<boolean> {
  const { model, table, due, leased } = describeWork(work);
  const dueAgain = due === null || at === undefined ? Prisma.empty : Prisma.sql`${due} = ${at},`;
  const released = await execute(tx)`
    update ${table} set ${leading(model, change)} ${dueAgain} ${leased} = null where ${isHeld(work, held)}`;
  return released === 1;
}

/** Releases a row that is due again after `seconds`. */
export async function postpone<W extends Work>(
  tx: Tx,
  work: W,
  held: Leased<W>,
  { seconds, ...change }: Change<W> & { seconds: number },
): Promise<boolean> {
  const { model, table } = describeWork(work);
  const later = Prisma.sql`now() + make_interval(secs => ${seconds})`;
  const postponed = await execute(tx)`
    update ${table} set ${leading(model, change)} ${setDueAt(work, later)} where ${isHeld(work, held)}`;
  return postponed === 1;
}

/**
 * Releases several rows and writes the same changes to each, as `release` does. Rows whose due time is not changed stay due.
 *
 * @returns how many rows still had this worker's lease.
 */
export async function releaseAll<W extends Work>(
  tx: Tx,
  work: W,
  held: Leased<W>[],
  { dueAt: at, ...change }: Partial<Change<W>> & { dueAt?: Date | null } = {},
): Promise<number> {
  if (held.length === 0) return 0;
  const { model, table, key, keyFields, nameOf, due, leased, leasedField } = describeWork(work);
  const rows = held.map((row) => ({
    ...Object.fromEntries(keyFields.map((field) => [nameOf(field), valueOf(row, field)])),
    [nameOf(leasedField)]: row.leasedUntil,
  }));
  const dueAgain = due === null || at === undefined ? Prisma.empty : Prisma.sql`${due} = ${at},`;
  return execute(tx)`
    update ${table} set ${leading(model, change)} ${dueAgain} ${leased} = null where (${key}, ${leased}) in (
      select ${key}, ${leased} from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)
      limit ${rows.length})`;
}

/** Returns the SQL condition that a row still has this lease. */
function isHeld<W extends Work>(work: W, held: Leased<W>): Prisma.Sql {
  const { keyFields, leased, nameOf } = describeWork(work);
  const key = Object.fromEntries(keyFields.map((field) => [field, valueOf(held, field)]));
  return Prisma.sql`${equals(key, nameOf)} and ${leased} = ${held.leasedUntil}`;
}

function valueOf(row: object, field: string): unknown {
  return (row as Record<string, unknown>)[field];
}

function equals(columns: Record<string, unknown>, nameOf: (field: string) => string): Prisma.Sql {
  return Prisma.join(
    Object.entries(columns).map(
      ([field, value]) => Prisma.sql`${Prisma.raw(quoted(nameOf(field)))} = ${value}`,
    ),
    " and ",
  );
}

/** Returns assignments, each with a comma after it; nothing if there are none. */
function leading(model: Model, change: object): Prisma.Sql {
  const isEmpty = Object.values(change).every((value) => value === undefined);
  return isEmpty ? Prisma.empty : Prisma.sql`${assignments(model, change as never)},`;
}

type Described = ReturnType<typeof describe>;
const described = new Map<Work, Described>();

/** Describes the table of some work: its key, and its columns for the lease. */
export function describeWork(work: Work): Described {
  const known = described.get(work) ?? describe(work);
  described.set(work, known);
  return known;
}

function describe(work: Work) {
  const [model, prefix] = work.split(".") as [Model, string?];
  const { table, all, has, nameOf, dbName } = tableOf(model);
  const field = (name: "dueAt" | "leasedUntil") =>
    prefix === undefined ? name : `${prefix}${name[0]?.toUpperCase() ?? ""}${name.slice(1)}`;
  const column = (name: string) => Prisma.raw(quoted(nameOf(name)));
  const keyFields = ["shop", "id", "supplierProductId"].filter(has);
  const dueName = has(field("dueAt")) ? nameOf(field("dueAt")) : nameOf(field("leasedUntil"));
  return {
    /** The work's name in `allDueColumns`. Work without a due column is named after its lease column. */
    name: `${dbName}.${dueName}`,
    model,
    table,
    all,
    nameOf,
    keyFields,
    key: Prisma.join(keyFields.map(column)),
    dueField: has(field("dueAt")) ? field("dueAt") : null,
    due: has(field("dueAt")) ? column(field("dueAt")) : null,
    leasedField: field("leasedUntil"),
    leased: column(field("leasedUntil")),
  };
}

/** A table, its due column, and the condition (`only`) that selects the rows that count. */
export type DueColumns = { table: Prisma.Sql; due: Prisma.Sql; only?: Prisma.Sql };

const fields = Prisma.dmmf.datamodel.models.flatMap(({ name: model, fields: columns }) =>
  columns.map(({ name }) => ({ model: model as Model, name })),
);

/** Every kind of work that has a lease in the schema. */
export const allWork = fields.flatMap(({ model, name }): Work[] => {
  const prefix = /^(.*?)leasedUntil$/i.exec(name)?.[1];
  return prefix === undefined ? [] : [(prefix === "" ? model : `${model}.${prefix}`) as Work];
});

/** Every due column of the schema, named "table.column". Leased rows do not count. */
export const allDueColumns: (Required<DueColumns> & { name: string })[] = fields.flatMap(
  ({ model, name }) => {
    const prefix = /^(.*?)dueAt$/i.exec(name)?.[1];
    if (prefix === undefined) return [];
    const { table, nameOf, has, dbName } = tableOf(model);
    const leased = prefix === "" ? "leasedUntil" : `${prefix}LeasedUntil`;
    const until = has(leased) ? Prisma.raw(quoted(nameOf(leased))) : null;
    return {
      name: `${dbName}.${nameOf(name)}`,
      table,
      due: Prisma.raw(quoted(nameOf(name))),
      only: until === null ? Prisma.sql`true` : Prisma.sql`(${until} is null or ${until} <= now())`,
    };
  },
);
