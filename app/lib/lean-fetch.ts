import { pipeline } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

import { request } from "undici";

/**
 * Sends a request as `fetch` does, for half of its CPU (docs/decisions/0067): what the supplier's and Shopify's client need of it,
 * and nothing a browser adds. What is sent goes out once, whatever is answered: no redirect is followed, and 421 is not
 * answered by repeating it, as the Fetch standard wants ("HTTP-network-or-cache fetch").
 *
 * @throws the socket's own errors, not wrapped.
 */
export const leanFetch: typeof fetch = async (input, init = {}) => {
  const asked = input instanceof Request ? input : new Request(input, init);
  const { method, url, headers, body } = asked;
  const sent = {
    method,
    headers: { "user-agent": "Stockbridge", "accept-encoding": ENCODINGS, ...Object.fromEntries(headers) },
    body: body === null ? null : new Uint8Array(await asked.arrayBuffer()),
    // A Request holds its signal by weak references: once these are collected, nothing would end the call any more.
    ...(init.signal && { signal: init.signal }),
  };
  const { statusCode: status, headers: answered, body: received } = await request(url, sent);
  const decoder = DECODERS[String(answered["content-encoding"]).toLowerCase()];
  // Whoever reads learns of an error.
  const decoded = decoder ? pipeline(received, decoder(), () => undefined) : received;
  const isEmpty = WITHOUT_BODY.includes(status);
  if (isEmpty) await received.dump();
  return new Response(isEmpty ? null : (ReadableStream.from(decoded) as BodyInit), {
    status,
    headers: Object.entries(answered).flatMap(([name, value]): [string, string][] =>
      [value ?? []].flat().map((each) => [name, each]),
    ),
  });
};

const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = {
  br: createBrotliDecompress,
  gzip: createGunzip,
  deflate: createInflate,
};
const ENCODINGS = Object.keys(DECODERS).join(", ");
/** The Fetch standard's "null body status". */
const WITHOUT_BODY = [204, 205, 304];
