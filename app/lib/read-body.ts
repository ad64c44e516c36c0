import type { Readable } from "node:stream";

/** All that a request sends. Fails where it ends before it is complete. */
export function readBody(request: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    request.once("error", reject);
    request.once("close", () => {
      // Each request closes, and an error that nobody hears of costs its stack.
      if (!request.readableEnded) reject(new Error("The request ended before its body did."));
    });
  });
}
