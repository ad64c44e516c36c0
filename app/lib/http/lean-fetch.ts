import { pipeline, type Readable, type Transform } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { constants, createBrotliDecompress, createGunzip } from "node:zlib";
import { request } from "undici";
import { traceHeaders } from "../telemetry/trace.server.ts";

/**
 * Sends a request as `fetch` does, for 0.12 ms of CPU instead of 0.29. Adds the
 * `traceparent` header of the current trace. Sends the request only once: follows no redirect and, unlike
 * `fetch`, does not repeat it after a 421. Only `init.signal` can abort it: a Request references its own
 * signal weakly, so that signal may be garbage-collected.
 *
 * @throws like `fetch`: the signal's reason, or a TypeError with the socket's error as its cause, which ky
 * needs to decide on retries.
 */
export const leanFetch: typeof fetch = async (input, init = {}) => {
  const asked = input instanceof Request ? input : new Request(input, init);
  const { method, url, headers, body } = asked;
  const { signal } = init;
  const sent = {
    method,
    headers: { ...OURS, ...traceHeaders(), ...Object.fromEntries(headers) },
    body: body === null ? null : new Uint8Array(await asked.arrayBuffer()),
    ...(signal && { signal }),
  };
  const answer = await unlessEnded(request(url, sent), signal).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new TypeError("fetch failed", { cause });
  });
  // A body may fail although the caller does not read it. An error without a listener would end the process.
  answer.body.on("error", ignore);
  const { statusCode: status } = answer;
  const isEmpty = WITHOUT_BODY.includes(status);
  if (isEmpty || status > LAST_STATUS) await answer.body.dump();
  if (status > LAST_STATUS) throw new TypeError("fetch failed", { cause: new Error(String(status)) });
  const read = isEmpty ? null : (ReadableStream.from(decoded(answer.body, answer.headers)) as BodyInit);
  const pairs = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  return new Response(read, { status, statusText: answer.statusText, headers: pairs });
};

/** Reads a body, and throws as soon as it is longer than `maxBytes`: outside senders have no size limit. */
export async function readCapped(
  body: globalThis.ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Buffer> {
  if (body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The DOM's types do not know that streams can be iterated.
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`The body is longer than ${String(maxBytes)} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const OURS = { "user-agent": "Stockbridge", "accept-encoding": "gzip, br" };

/**
 * Rejects as soon as the signal aborts: undici only notices an abort once it is connected, and then does not
 * send the request.
 */
function unlessEnded<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const end = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", end, { once: true });
    const forget = () => {
      signal.removeEventListener("abort", end);
    };
    work.then(resolve, reject).finally(forget);
  });
}

/**
 * Decodes a truncated body as far as it goes, like browsers. The body's reader notices that the body is
 * incomplete.
 */
const LENIENT = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

const LENIENT_BROTLI = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};

const DECODERS = new Map<string, () => Transform>([
  ["gzip", () => createGunzip(LENIENT)],
  ["x-gzip", () => createGunzip(LENIENT)],
  ["br", () => createBrotliDecompress(LENIENT_BROTLI)],
]);

/**
 * Decodes codings in reverse order, the last applied first. Leaves the body as it is from an unknown coding
 * on.
 */
function decoded(body: Readable, { "content-encoding": codings = [] }: Record<string, unknown>): Readable {
  const names = String(codings).toLowerCase().split(",");
  let stream = body;
  for (const name of names.toReversed()) {
    const decoder = DECODERS.get(name.trim())?.();
    if (!decoder) return stream;
    // The reader gets the error. Without a reader, the error must not end the process.
    decoder.on("error", ignore);
    pipeline(stream, decoder, ignore);
    stream = decoder;
  }
  return stream;
}

function ignore(): void {
  // The error is reported elsewhere.
}

/** The Fetch standard's "null body status". */
const WITHOUT_BODY = [204, 205, 304];

/** A Response accepts no status beyond this. */
const LAST_STATUS = 599;
