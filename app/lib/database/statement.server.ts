/**
 * Sends our own SQL within a transaction. Uses pg directly, which takes an eighth of the CPU of Prisma's
 * `$queryRaw`. An order takes about twenty statements (docs/decisions/0014).
 *
 * Rows have pg's types: `bigint` and `numeric` are strings, `timestamptz` is a Date, `json` is parsed. Errors
 * are those of pg.
 */
import { Prisma } from "@prisma/client";
import type { PgTx } from "./tenant-adapter.server.ts";

type Tx = Prisma.TransactionClient;

const connections = new WeakMap<Tx, PgTx>();

/** Registers a transaction's connection for the functions below. */
export function registerConnection(tx: Tx, connection: PgTx): void {
  connections.set(tx, connection);
}

/**
 * Runs a statement and returns its rows: `queryRows<{ id: string }>(tx)`select id from ...``. Values become
 * parameters, and `Prisma.sql` values become parts of the statement.
 */
export function queryRows<Row>(tx: Tx) {
  return async (...statement: Parameters<typeof Prisma.sql>): Promise<Row[]> =>
    (await connectionOf(tx).query(Prisma.sql(...statement))).rows as Row[];
}

/** Runs a statement, as `queryRows` does, and returns the number of rows that it wrote or returned. */
export function execute(tx: Tx) {
  return async (...statement: Parameters<typeof Prisma.sql>): Promise<number> =>
    (await connectionOf(tx).query(Prisma.sql(...statement))).rowCount ?? 0;
}

/** Returns the connection of an open transaction, for libraries that send their own statements. */
export function connectionOf(tx: Tx): PgTx {
  const connection = connections.get(tx);
  if (!connection) throw new Error("The statement belongs to no open transaction.");
  return connection;
}

type Value = string | number | boolean | null;

/**
 * Formats a list as one parameter. The statement casts it to an array: `${sqlArray(ids)}::text[]`. The format
 * is Postgres's own (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO).
 */
export function sqlArray(values: readonly Value[]): string {
  let text = "{";
  for (const value of values) {
    if (text.length > 1) text += ",";
    text += typeof value === "string" ? quoted(value) : String(value);
  }
  return `${text}}`;
}

/** Formats the values of each column with `sqlArray`. */
export function sqlArrays<Name extends string>(
  columns: Record<Name, readonly Value[]>,
): Record<Name, string> {
  const lists = Object.entries<readonly Value[]>(columns).map(([name, values]) => [name, sqlArray(values)]);
  return Object.fromEntries(lists) as Record<Name, string>;
}

function quoted(value: string): string {
  return `"${/[\\"]/.test(value) ? value.replace(/[\\"]/g, "\\$&") : value}"`;
}

/** Returns the `like` pattern of texts that contain this one. */
export function anywhere(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
