import type pg from "pg";

import { quote, type Summary, type Table } from "./format.ts";

/**
 * Prisma's table of applied migrations. A backup omits it, because a restore applies the migrations, which fills it.
 */
const LEDGER = "_prisma_migrations";

/**
 * Lists the app's tables with their columns, except generated ones. Each table comes after the tables to which its
 * foreign keys refer. Omits the queue's tables: jobs only wake workers, and the due rows are in the app's tables.
 *
 * @throws Error if foreign keys form a circle.
 */
export async function listTables(owner: pg.Client): Promise<Table[]> {
  const found = await owner.query<Table & { refersTo: string[] }>(
    `select relname::text as name,
       array(select attname::text from pg_attribute
         where attrelid = oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select confrelid::regclass::text from pg_constraint
         where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as "refersTo"
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> $1
     order by relname`,
    [LEDGER],
  );
  const waiting = new Map(found.rows.map((table) => [table.name, table]));
  const tables: Table[] = [];
  while (waiting.size > 0) {
    const next = [...waiting.values()].filter(({ refersTo }) => !refersTo.some((name) => waiting.has(name)));
    if (next.length === 0) throw new Error(`Tables refer to each other: ${[...waiting.keys()].join(", ")}.`);
    for (const { name, columns } of next) {
      tables.push({ name, columns });
      waiting.delete(name);
    }
  }
  return tables;
}

/**
 * Reads the present values of the app's sequences. They may be newer than the transaction's snapshot, which does not
 * cover sequences.
 */
export async function readSequences(owner: pg.Client): Promise<Summary["sequences"]> {
  const names = await owner.query<{ name: string }>(
    "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'",
  );
  const sequences: Summary["sequences"] = {};
  for (const { name } of names.rows) {
    const { rows } = await owner.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quote(name)}`,
    );
    if (rows[0]) sequences[name] = rows[0];
  }
  return sequences;
}

/**
 * Begins a transaction that may read and write every shop's rows, has no time limit, and writes values in fixed text
 * formats. Do not change these formats, because existing backups have them.
 */
export async function beginOnAllRows(owner: pg.Client, mode: string): Promise<void> {
  await owner.query(`begin ${mode}`);
  const settings = Object.entries({ ...WORDS, ...NO_LIMITS });
  await owner.query(
    `select set_config(name, value, true) from unnest($1::text[], $2::text[]) as ours (name, value)
     where name like 'stockbridge.%' or exists (select from pg_settings where pg_settings.name = ours.name)`,
    [settings.map(([name]) => name), settings.map(([, value]) => value)],
  );
}

const WORDS = {
  client_encoding: "UTF8",
  DateStyle: "ISO, YMD",
  IntervalStyle: "iso_8601",
  TimeZone: "UTC",
  bytea_output: "hex",
  extra_float_digits: "1",
};

const NO_LIMITS = {
  // With this setting, row-level security shows every shop's rows.
  "stockbridge.system": "backup",
  statement_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  // This setting exists since Postgres 17.
  transaction_timeout: "0",
};
