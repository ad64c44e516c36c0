import { openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";

import { makeTemporaryFolder } from "../../lib/owned-folder.server.ts";

/** Shopify accepts 100 MB (shopify.dev: Bulk import data); the upload's policy states 104,857,600 bytes. */
export const MAX_FILE_BYTES = 104_857_600;

/**
 * Writes one JSON object per line to a temporary file and passes it to `use`. Uses the disk, because an
 * upload must declare its length and the file may not fit into memory. Drops all lines from the first one
 * that exceeds `maxBytes`.
 * @throws Error if no line fits.
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
