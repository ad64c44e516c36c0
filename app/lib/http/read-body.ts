import type { Readable } from "node:stream";

/** Returns the whole body of a request. Rejects if the request ends early. */
export function readBody(request: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    request.once("error", reject);
    request.once("close", () => {
      // Every request closes, and creating an error that is never used costs its stack.
      if (!request.readableEnded) reject(new Error("The request ended before its body did."));
    });
  });
}
