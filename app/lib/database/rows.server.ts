/**
 * Writes many rows with one statement, whose text is the same for any number of rows. Prisma's `createMany` and
 * `updateMany` have one parameter per value, so each number of rows is another statement. For twenty rows that
 * takes ten times the work. Use Prisma's methods for rare statements and for single rows.
 */
import { Prisma } from "@prisma/client";
import { v7 as uuid } from "uuid";

import type { Tx } from "./db.server.ts";
import { execute, queryRows } from "./statement.server.ts";

export type Model = keyof Prisma.TypeMap["model"];
type DataOf<M extends Model, Operation extends "createMany" | "updateMany"> =
  Prisma.TypeMap["model"][M]["operations"] extends Record<Operation, { args: { data: infer Data } }>
    ? Data
    : never;
type Row<M extends Model> = Extract<DataOf<M, "createMany">, unknown[]>[number];

/**
 * Inserts rows. All rows must have the same fields. Rows without an id get a UUID that sorts by time, like
 * Prisma's `@default(uuid(7))`.
 */
export async function insertRows<M extends Model>(tx: Tx, model: M, rows: Row<M>[]): Promise<void> {
  await insertTogether(tx, [{ model, rows } as NewRows]);
}

/** Rows to insert into one table. */
export type NewRows = { [M in Model]: { model: M; rows: Row<M>[] } }[Model];

/**
 * Inserts rows of several tables with one statement. Their foreign keys may refer to one another, because
 * Postgres checks these after the statement.
 */
export async function insertTogether(tx: Tx, tables: NewRows[]): Promise<void> {
  const insertions = tables.flatMap(({ model, rows }, at) =>
    rows.length === 0
      ? []
      : Prisma.sql`${Prisma.raw(`inserted_${String(at)}`)} as (${insertion(model, rows as never)})`,
  );
  if (insertions.length > 0) await execute(tx)`with ${Prisma.join(insertions)} select`;
}

type InsertionOptions = { skipDuplicates?: boolean; where?: Prisma.Sql; returnsAll?: boolean };

/**
 * Returns an insert statement that returns the ids of the inserted rows. Also usable in a `with` clause.
 *
 * @param options `skipDuplicates` skips rows that exist already; `where` skips rows for which the condition is
 * false; `returnsAll` returns all columns.
 */
export function insertion<M extends Model>(
  model: M,
  rows: Row<M>[],
  { skipDuplicates = false, where, returnsAll = false }: InsertionOptions = {},
): Prisma.Sql {
  if (rows.length === 0) return Prisma.sql`select null::uuid as id where false`;
  const { table, all, nameOf } = tableOf(model);
  const inserted = rows.map((row) => ({ id: uuid(), ...(row as object) }));
  const fields = [...new Set(inserted.flatMap((row) => Object.keys(row)))];
  const columns = Prisma.raw(fields.map((field) => quoted(nameOf(field))).join(", "));
  const values = inserted.map((row) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [nameOf(field), value])),
  );
  return Prisma.sql`
    insert into ${table} (${columns})
    select ${columns} from json_populate_recordset(null::${table}, ${JSON.stringify(values)}::json)
    ${where ? Prisma.sql`where ${where}` : Prisma.empty}
    ${skipDuplicates ? Prisma.sql`on conflict do nothing` : Prisma.empty} returning ${returnsAll ? all : Prisma.sql`id`}`;
}

/**
 * Updates rows by their shop and id. All rows must have the same fields. @returns the rows after the update.
 */
export async function updateRows<M extends Model>(
  tx: Tx,
  model: M,
  rows: ({ shop: string; id: string } & Record<string, unknown>)[],
): Promise<Prisma.TypeMap["model"][M]["payload"]["scalars"][]> {
  const [first] = rows;
  if (first === undefined) return [];
  const { table, all, nameOf } = tableOf(model);
  const values = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([field, value]) => [nameOf(field), value === Prisma.DbNull ? null : value]),
    ),
  );
  const columns = Object.keys(values[0] ?? {}).filter((name) => name !== "shop" && name !== "id");
  const set = Prisma.raw(columns.map((name) => `${quoted(name)} = changed.${quoted(name)}`).join(", "));
  return queryRows<Prisma.TypeMap["model"][M]["payload"]["scalars"]>(tx)`
    update ${table} set ${set}
    -- The limit is an estimate for the planner. Without it, the planner expects a hundred rows and scans the
    -- whole table.
    from (select * from json_populate_recordset(null::${table}, ${JSON.stringify(values)}::json)
      limit ${values.length}) as changed
    where ${table}.shop = changed.shop and ${table}.id = changed.id
    returning ${all}`;
}

/** Returns all columns of a model's table under the names of its fields, for `select` and `returning`. */
export function allColumns(model: Model): Prisma.Sql {
  return tableOf(model).all;
}

/** Returns SQL assignments for a change that has the form of Prisma's `updateMany`. */
export function assignments<M extends Model>(model: M, change: DataOf<M, "updateMany">): Prisma.Sql {
  const { nameOf } = tableOf(model);
  return Prisma.join(
    Object.entries(change as object).flatMap(([field, value]) => {
      if (value === undefined) return [];
      const column = Prisma.raw(quoted(nameOf(field)));
      return Prisma.sql`${column} = ${valueOf(column, value)}`;
    }),
  );
}

function valueOf(column: Prisma.Sql, value: unknown): Prisma.Sql {
  if (value === Prisma.DbNull) return Prisma.sql`null`;
  if (value === null || typeof value !== "object" || value instanceof Date) return Prisma.sql`${value}`;
  if ("increment" in value) return Prisma.sql`${column} + ${value.increment}::int`;
  return Prisma.sql`${JSON.stringify(value)}::jsonb`;
}

type Table = {
  table: Prisma.Sql;
  all: Prisma.Sql;
  dbName: string;
  has: (field: string) => boolean;
  nameOf: (field: string) => string;
};
const tables = new Map<Model, Table>();

/** Describes a model's table. The names come from our own schema, so they are safe as a part of a statement. */
export function tableOf(model: Model): Table {
  const known = tables.get(model);
  if (known) return known;
  const described = Prisma.dmmf.datamodel.models.find(({ name }) => name === model);
  if (!described) throw new Error(`The schema has no model ${model}.`);
  const scalars = described.fields.filter(({ kind }) => kind === "scalar");
  const names = new Map(scalars.map(({ name, dbName }) => [name, dbName ?? name]));
  const nameOf = (field: string) => {
    const name = names.get(field);
    if (name === undefined) throw new Error(`${model} has no field ${field}.`);
    return name;
  };
  const named = quoted(described.dbName ?? model);
  const all = Prisma.raw(
    [...names].map(([field, name]) => `${named}.${quoted(name)} as ${quoted(field)}`).join(", "),
  );
  const has = (field: string) => names.has(field);
  const table = { table: Prisma.raw(named), all, dbName: described.dbName ?? model, has, nameOf };
  tables.set(model, table);
  return table;
}

/** Quotes a name for a statement. */
export function quoted(name: string): string {
  return `"${name}"`;
}
