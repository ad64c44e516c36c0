import { pipeline, type Readable, type Transform } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { constants, createBrotliDecompress, createGunzip } from "node:zlib";
import { request } from "undici";
import { traceHeaders } from "../telemetry/trace.server.ts";

/**
 * Sends a request as `fetch` does, for 0.12 ms of CPU instead of 0.29. Adds the `traceparent` header of the
 * current trace. Sends the request only once: follows no redirects, and does not repeat it after a 421 as
 * `fetch` does. Pass a signal in `init`: the signal of a Request is ignored, because it may be
 * garbage-collected too early.
 *
 * @throws like `fetch`: the signal's reason, or a TypeError whose cause is the socket's error. ky retries only
 * such errors.
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
  // The body may fail while the caller does not read it. Without a listener, the error would end the process.
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

/**
 * Reads a body. Throws an Error if it is longer than `maxBytes`, so that a huge reply does not fill the memory.
 */
export async function readCapped(
  body: globalThis.ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Buffer> {
  if (body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The DOM's types lack the async iterator that Node's streams have.
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`The body is longer than ${String(maxBytes)} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const OURS = { "user-agent": "Stockbridge", "accept-encoding": "gzip, br" };

/**
 * Rejects as soon as the signal aborts. undici itself notices an abort only after it has connected; it then
 * does not send the request.
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
 * Decodes a truncated body as far as possible, like browsers. The caller's JSON parser then reports that the
 * reply is incomplete.
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
 * Decodes a body by its Content-Encoding, beginning with the coding that was applied last. Stops at an unknown
 * coding.
 */
function decoded(body: Readable, { "content-encoding": codings = [] }: Record<string, unknown>): Readable {
  const names = String(codings).toLowerCase().split(",");
  let stream = body;
  for (const name of names.toReversed()) {
    const decoder = DECODERS.get(name.trim())?.();
    if (!decoder) return stream;
    // The body's reader gets the error, too. Without this listener, an unread body's error would end the
    // process.
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

/** `new Response` throws for a higher status. */
const LAST_STATUS = 599;
