/**
 * The file of a backup: text in gzip that `psql` could read, so that people can look at it without this
 * program.
 *
 *     -- {"format": 1, …}                           the header
 *     copy "activity" ("id", …) from stdin;         per table: the rows as COPY writes them, then a line “\.”
 *     -- {"rows": {"activity": 12, …}, …}           the summary
 *     -- sha256 …                                   the hash of all lines above
 */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";

import { z } from "zod";

const FORMAT = 1;

const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });

/** A table, and the columns of its rows in the file. */
export type Table = z.infer<typeof table>;

const header = z.object({
  format: z.number(),
  createdAt: z.iso.datetime(),
  /** The server's version of Postgres, such as "18.0". */
  serverVersion: z.string(),
  /** The migrations of the database, oldest first. */
  migrations: z.array(z.string()).min(1),
  /** The tables in the file. Each comes after the tables to which its foreign keys refer. */
  tables: z.array(table),
});

export type Header = z.infer<typeof header>;

const sequence = z.object({ value: z.string(), isCalled: z.boolean() });

const summary = z.object({
  rows: z.record(z.string(), z.number()),
  sequences: z.record(z.string(), sequence),
});

export type Summary = z.infer<typeof summary>;

export function headerLine(values: Omit<Header, "format">): string {
  return comment({ format: FORMAT, ...values });
}

export function summaryLine(values: Summary): string {
  return comment(values);
}

/**
 * Returns the COPY statement of a table. The file contains it above the table's rows, and a restore sends it to
 * Postgres.
 */
export function copyStatement({ name, columns }: Table): string {
  return `copy ${quote(name)} (${columns.map(quote).join(", ")}) from stdin`;
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const LINE_END = 10;
export const END_OF_ROWS = "\\.\n";
const DIGEST = "-- sha256 ";
const DIGEST_BYTES = DIGEST.length + 64 + 1;
/** Maximum length of the header's and the summary's line, far above that of a real one. */
const LONGEST_LINE = 1_000_000;

/** Returns the line with the hash of all lines above it. */
export function digestLine(hash: Hash): string {
  return `${DIGEST}${hash.digest("hex")}\n`;
}

function comment(values: object): string {
  return `-- ${JSON.stringify(values)}\n`;
}

/**
 * Verifies a backup by reading the whole file. Keeps only its header and summary in memory.
 *
 * @throws Error with a sentence if the file is no backup, or was changed or cut off.
 */
export async function verifyBackup(file: string): Promise<{ header: Header; summary: Summary }> {
  const hash = createHash("sha256");
  let [begin, end] = [Buffer.alloc(0), Buffer.alloc(0)];
  try {
    for await (const chunk of contentOf(file)) {
      if (begin.length < LONGEST_LINE) begin = Buffer.concat([begin, chunk.subarray(0, LONGEST_LINE)]);
      end = Buffer.concat([end, chunk]);
      const settled = Math.max(0, end.length - LONGEST_LINE);
      hash.update(end.subarray(0, settled));
      end = end.subarray(settled);
    }
  } catch (error) {
    throw spoiled(file, error);
  }
  const hashed = end.subarray(0, Math.max(0, end.length - DIGEST_BYTES));
  const digest = digestLine(hash.update(hashed));
  if (end.subarray(hashed.length).toString("latin1") !== digest) throw spoiled(file);
  const lastLine = hashed.subarray(hashed.lastIndexOf(LINE_END, -2) + 1);
  const found = readComment(begin.subarray(0, begin.indexOf(LINE_END)));
  // Reads only the field `format`, which every version of the file has.
  const { data: format } = z.object({ format: z.number() }).safeParse(found);
  if (format !== undefined && format.format !== FORMAT)
    throw new Error(
      `${file} has the format ${String(format.format)}, and this release reads ${String(FORMAT)}: restore with the release that wrote it.`,
    );
  const parsed = { header: header.safeParse(found), summary: summary.safeParse(readComment(lastLine)) };
  if (!parsed.header.success || !parsed.summary.success) throw spoiled(file);
  return { header: parsed.header.data, summary: parsed.summary.data };
}

function readComment(line: Buffer): unknown {
  const text = line.toString("utf8");
  try {
    return text.startsWith("-- ") ? JSON.parse(text.slice(3)) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a verified backup table by table. */
export class BackupReader {
  readonly #file: string;
  readonly #chunks: AsyncIterator<Buffer, void>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
    this.#chunks = contentOf(file)[Symbol.asyncIterator]();
  }

  /** Skips the next line. @throws Error if the line is not the `expected` one. */
  async skipLine(expected?: string): Promise<void> {
    let end: number;
    while ((end = this.#rest.indexOf(LINE_END)) === -1) await this.#readMore();
    const line = this.#rest.subarray(0, end).toString("utf8");
    this.#rest = this.#rest.subarray(end + 1);
    if (expected !== undefined && line !== expected) throw spoiled(this.#file);
  }

  /** Yields a table's rows up to the line that ends them. */
  async *rows(): AsyncGenerator<Buffer> {
    const end = Buffer.from(`\n${END_OF_ROWS}`);
    // Adds a line break in front, because the end marker begins with one. A table without rows then ends like any
    // other.
    this.#rest = Buffer.concat([Buffer.from("\n"), this.#rest]);
    let from = 1;
    for (;;) {
      const at = this.#rest.indexOf(end);
      if (at !== -1) {
        yield this.#rest.subarray(from, at + 1);
        this.#rest = this.#rest.subarray(at + end.length);
        return;
      }
      // Keeps back the last bytes, because the end marker may begin there.
      const upTo = this.#rest.length - end.length + 1;
      if (upTo > from) {
        yield this.#rest.subarray(from, upTo);
        this.#rest = this.#rest.subarray(upTo);
        from = 0;
      }
      await this.#readMore();
    }
  }

  async #readMore(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done === true) throw spoiled(this.#file);
    this.#rest = Buffer.concat([this.#rest, next.value]);
  }
}

const CHUNK_BYTES = 256 * 1024;

async function* contentOf(file: string): AsyncGenerator<Buffer, void> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip({ chunkSize: CHUNK_BYTES }));
  source.once("error", (error) => text.destroy(error));
  try {
    yield* text as AsyncIterable<Buffer>;
  } finally {
    source.destroy();
  }
}

function spoiled(file: string, cause?: unknown): Error {
  const { code } = (cause ?? {}) as { code?: string };
  if (code === "ENOENT") return new Error(`There is no file ${file}.`);
  if (code !== undefined && !code.startsWith("Z_"))
    return new Error(`${file} cannot be read: ${(cause as Error).message}`);
  return new Error(
    `${file} is no whole backup of Stockbridge: it was cut off or changed. Nothing was restored.`,
    { cause },
  );
}
