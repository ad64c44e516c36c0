import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";

import { appliedMigrations } from "../../app/lib/database/migrations.server.ts";
import {
  copyStatement,
  digestLine,
  END_OF_ROWS,
  headerLine,
  quote,
  type Summary,
  summaryLine,
} from "./format.ts";
import { beginOnAllRows, listTables, readSequences } from "./tables.ts";

/** Compression level of gzip. Stronger levels save little more space, and take three times as long. */
const COMPRESSION = 3;

export type Written = { bytes: number; rows: number; tables: number };

/**
 * Writes every row of the app's tables, as of one moment, into a new file that only its owner may read. The file has
 * a temporary name until it is complete.
 *
 * @throws Error with a sentence if the file exists already, or if there is nothing to back up.
 */
export async function writeBackup(owner: pg.Client, file: string): Promise<Written> {
  if (await exists(file)) throw new Error(`${file} is there already. Name a new file.`);
  const partial = `${file}.partial-${randomBytes(4).toString("hex")}`;
  const removePartial = () => rm(partial, { force: true });
  const giveUp = () => {
    void removePartial().then(() => process.exit(130));
  };
  for (const signal of SIGNALS) process.once(signal, giveUp);
  try {
    const summary: Summary = { rows: {}, sequences: {} };
    await pipeline(
      Readable.from(withDigest(contentOf(owner, summary)), { objectMode: false }),
      createGzip({ level: COMPRESSION }),
      createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true }),
    );
    await rename(partial, file);
    await syncFolder(path.dirname(file));
    const counts = Object.values(summary.rows);
    return {
      bytes: (await stat(file)).size,
      rows: counts.reduce((sum, count) => sum + count, 0),
      tables: counts.length,
    };
  } catch (error) {
    await removePartial();
    const { syscall, message } = error as NodeJS.ErrnoException;
    throw syscall === undefined ? error : new Error(`${file} cannot be written: ${message}`);
  } finally {
    for (const signal of SIGNALS) process.off(signal, giveUp);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Yields the content of the file. @param summary filled in while the content is read */
async function* contentOf(owner: pg.Client, summary: Summary): AsyncGenerator<string | Buffer> {
  await beginOnAllRows(owner, "isolation level repeatable read read only");
  const tables = await listTables(owner);
  const migrations = await appliedMigrations(owner);
  if (migrations === null || tables.length === 0)
    throw new Error("The database at DATABASE_URL has no tables of Stockbridge.");
  // Blocks migrations, which would change the tables that the header describes.
  await owner.query(`lock table ${tables.map(({ name }) => quote(name)).join(", ")} in access share mode`);
  const { rows } = await owner.query<{ now: Date; version: string }>(
    "select now(), current_setting('server_version') as version",
  );
  const { now, version: serverVersion } = rows[0] as { now: Date; version: string };
  yield headerLine({ createdAt: now.toISOString(), serverVersion, migrations, tables });
  const copied: [string, { rowCount: number }][] = [];
  for (const table of tables) {
    yield `${copyStatement(table)};\n`;
    const copying = owner.query(copyTo(copyStatement(table).replace(/ from stdin$/, " to stdout")));
    yield* copying as AsyncIterable<Buffer>;
    yield END_OF_ROWS;
    copied.push([table.name, copying]);
  }
  // Reads the sequences last, so that no copied row is ahead of its sequence.
  summary.sequences = await readSequences(owner);
  // Reads the row counts here, because COPY reports a count only when it has ended.
  for (const [table, { rowCount }] of copied) summary.rows[table] = rowCount;
  yield summaryLine(summary);
  await owner.query("commit");
}

async function* withDigest(content: AsyncIterable<string | Buffer>): AsyncGenerator<string | Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  yield digestLine(hash);
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Syncs a folder to disk. Until then, a file's new name may be lost in a crash. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
