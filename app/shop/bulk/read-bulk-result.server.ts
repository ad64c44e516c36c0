import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { failureFromStatus, noAnswer, unexpectedReply } from "../failures.ts";

/**
 * A line of a result, in no particular order. For a mutation: `line`, the position in the file from 0, and
 * the `data` or `errors` of its reply. For a query: a selected object, with `__parentId` if it was nested.
 */
export type BulkLine = {
  line?: number;
  data?: unknown;
  errors?: unknown;
  __parentId?: string;
  [field: string]: unknown;
};

/** Time limit for the first byte. Later, undici aborts a body without data for five minutes. */
const ANSWER_MS = 30_000;

/**
 * Streams a result line by line.
 * @throws Failure `unreachable` if the stream breaks off: read the result again from its beginning.
 * `rejected` if the URL has expired: read the operation again for a new URL. `unexpected-reply` if the result
 * is not JSONL.
 */
export async function* readBulkResult(shop: ShopDomain, url: string): AsyncGenerator<BulkLine> {
  const response = await openResult(url);
  try {
    for await (const line of readLines(response.body as unknown as AsyncIterable<Uint8Array>)) {
      yield readLine(line);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    log.warn({ shop, err: error }, "shop.bulk-result-broken-off");
    throw noAnswer(false);
  }
}

async function openResult(url: string): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort();
  }, ANSWER_MS);
  try {
    const response = await fetch(url, { signal: late.signal });
    if (response.ok) return response;
    await response.body?.cancel();
    throw failureFromStatus(response.status, false);
  } catch (error) {
    throw error instanceof Failure ? error : noAnswer(false);
  } finally {
    clearTimeout(timer);
  }
}

function readLine(text: string): BulkLine {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    read = null;
  }
  if (typeof read !== "object" || read === null)
    throw unexpectedReply("a bulk operation's result is no JSONL");
  const { __lineNumber: line, ...rest } = read as Record<string, unknown>;
  return typeof line === "number" ? { ...rest, line } : rest;
}

/** Maximum length of a line: longer than any object of a result, even a product with all its variants. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * Splits a stream into lines, without empty ones. Keeps only one line in memory.
 * @throws Error if a line is too long.
 */
export async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Keeps an unfinished line as pieces. Joining each new piece at once would take quadratic time for a long line.
  let begun: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      const line = textOf([...begun, piece.subarray(start, end)]);
      begun = [];
      bytes = 0;
      start = end + 1;
      if (line !== "") yield line;
    }
    if (start === piece.length) continue;
    begun.push(piece.subarray(start));
    bytes += piece.length - start;
    if (bytes > MAX_LINE_BYTES) throw new Error(`A line is longer than ${String(MAX_LINE_BYTES)} bytes.`);
  }
  const last = textOf(begun);
  if (last !== "") yield last;
}

const NEWLINE = 0x0a;

function textOf(pieces: Uint8Array[]): string {
  return Buffer.concat(pieces).toString("utf8").trim();
}
