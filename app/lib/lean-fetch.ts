import { pipeline } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

import { request } from "undici";

/**
 * Sends a request as `fetch` does, for less than half of its CPU (docs/decisions/0067). It goes out once: redirects are not
 * followed, and unlike with `fetch` it is not sent again on 421. Only `init.signal` can end it: a Request holds its own by weak
 * references, and once these are collected, nothing would.
 *
 * @throws as `fetch`: the signal's reason, or a TypeError with the socket's error as its cause, by which ky knows what to repeat.
 */
export const leanFetch: typeof fetch = async (input, init = {}) => {
  const asked = input instanceof Request ? input : new Request(input, init);
  const { method, url, headers, body } = asked;
  const { signal } = init;
  const sent = {
    method,
    headers: { "user-agent": "Stockbridge", "accept-encoding": ENCODINGS, ...Object.fromEntries(headers) },
    body: body === null ? null : new Uint8Array(await asked.arrayBuffer()),
    ...(signal && { signal }),
  };
  const answer = await request(url, sent).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new TypeError("fetch failed", { cause });
  });
  const answered = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  const meta = { status: answer.statusCode, headers: answered };
  if (WITHOUT_BODY.includes(answer.statusCode)) {
    await answer.body.dump();
    return new Response(null, meta);
  }
  const decoder = DECODERS[String(answer.headers["content-encoding"]).toLowerCase()];
  // An error is met by those who read.
  const decoded = decoder ? pipeline(answer.body, decoder(), () => undefined) : answer.body;
  return new Response(ReadableStream.from(decoded) as BodyInit, meta);
};

const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = {
  br: createBrotliDecompress,
  gzip: createGunzip,
  deflate: createInflate,
};
const ENCODINGS = Object.keys(DECODERS).join(", ");
/** The Fetch standard's "null body status". */
const WITHOUT_BODY = [204, 205, 304];
