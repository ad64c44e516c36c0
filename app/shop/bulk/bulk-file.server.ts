import { openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";

import { makeTemporaryFolder } from "../../lib/owned-folder.server.ts";

/** Shopify takes 100 MB (shopify.dev: Bulk import data), which the form's policy says as 104,857,600 bytes. */
export const MAX_FILE_BYTES = 104_857_600;

/**
 * Writes one JSON object a line to a file of its own and hands it over. It is kept on disk, and never whole in memory:
 * an upload has to say its length beforehand. What does not fit any more is left out, from the first line that does not.
 *
 * @throws Error where there is not a single line.
 */
export async function withBulkFile<T>(
  lines: AsyncIterable<object> | Iterable<object>,
  use: (file: Blob) => Promise<T>,
  maxBytes = MAX_FILE_BYTES,
): Promise<T> {
  const folder = await makeTemporaryFolder("stockbridge-bulk-");
  try {
    const file = path.join(folder.path, "lines.jsonl");
    const bytes = await writeLines(file, lines, maxBytes);
    if (bytes === 0) throw new Error("A bulk operation needs a line that fits.");
    return await use(await openAsBlob(file, { type: "text/jsonl" }));
  } finally {
    await folder.remove();
  }
}

const BUFFER_BYTES = 1024 * 1024;

async function writeLines(
  file: string,
  lines: AsyncIterable<object> | Iterable<object>,
  maxBytes: number,
): Promise<number> {
  const handle = await open(file, "wx", 0o600);
  try {
    let written = 0;
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    const flush = async () => {
      await handle.writev(waiting);
      written += waitingBytes;
      waiting = [];
      waitingBytes = 0;
    };
    for await (const line of lines) {
      const text = Buffer.from(`${JSON.stringify(line)}\n`);
      if (written + waitingBytes + text.length > maxBytes) break;
      waiting.push(text);
      waitingBytes += text.length;
      if (waitingBytes >= BUFFER_BYTES) await flush();
    }
    if (waitingBytes > 0) await flush();
    return written;
  } finally {
    await handle.close();
  }
}
