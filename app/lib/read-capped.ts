/** Reads a body as text, and throws as soon as it is longer than `maxBytes`: what strangers send has no size limit. */
export async function readCapped(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  return body === null ? "" : collect(iterate(body), maxBytes);
}

/**
 * The same for the body of a request, which wants an answer: cancelling it, or answering before it ends, can cut the
 * connection before the answer arrives. So the rest of one that is too long is read and dropped.
 */
export async function readCappedRequest(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string> {
  if (body === null) return "";
  try {
    return await collect(iterate(body, { preventCancel: true }), maxBytes);
  } catch (error) {
    await body.pipeTo(new WritableStream());
    throw error;
  }
}

async function collect(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`The body is longer than ${String(maxBytes)} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The DOM's types do not know yet that streams can be iterated. */
function iterate(body: ReadableStream<Uint8Array>, options?: { preventCancel: boolean }) {
  type Iterable = { values: (options?: { preventCancel: boolean }) => AsyncIterable<Uint8Array> };
  return (body as unknown as Iterable).values(options);
}
