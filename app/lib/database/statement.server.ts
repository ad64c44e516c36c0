/**
 * SQL statements of a transaction. pg itself sends all SQL that we write. Per statement, pg takes an eighth
 * of the CPU of Prisma's `$queryRaw`. Prisma takes another millisecond per 20 kB of parameters. An order
 * takes some twenty statements (docs/decisions/0014).
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

/** Tags a statement that returns rows: `queryRows<{ id: string }>(tx)`select id from ...``. Its parts may be `Prisma.sql`. */
export function queryRows<Row>(tx: Tx) {
  return async (...statement: Parameters<typeof Prisma.sql>): Promise<Row[]> =>
    (await connectionOf(tx).query(Prisma.sql(...statement))).rows as Row[];
}

/** Tags a statement, and returns the number of rows that it wrote or returned. */
export function execute(tx: Tx) {
  return async (...statement: Parameters<typeof Prisma.sql>): Promise<number> =>
    (await connectionOf(tx).query(Prisma.sql(...statement))).rowCount ?? 0;
}

/** Returns the connection of an open transaction, for a library that sends statements of its own. */
export function connectionOf(tx: Tx): PgTx {
  const connection = connections.get(tx);
  if (!connection) throw new Error("The statement belongs to no open transaction.");
  return connection;
}

type Value = string | number | boolean | null;

/**
 * Returns a list as one parameter, to be cast to an array in the statement, for a whole column of rows. The
 * format is Postgres's own (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO).
 */
export function sqlArray(values: readonly Value[]): string {
  let text = "{";
  for (const value of values) {
    if (text.length > 1) text += ",";
    text += typeof value === "string" ? quoted(value) : String(value);
  }
  return `${text}}`;
}

/** Returns each column's values as a parameter, as `sqlArray` does. */
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
