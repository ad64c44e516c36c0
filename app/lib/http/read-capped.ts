/** Reads a body, and throws as soon as it is longer than `maxBytes`: outside senders have no size limit. */
export async function readCapped(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Buffer> {
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
