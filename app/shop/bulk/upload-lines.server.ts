import { openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { makeTemporaryFolder } from "../../lib/owned-folder.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";
import { failureFromStatus, noAnswer, unexpectedReply } from "../failures.ts";

/**
 * Maximum size of a file. Shopify accepts 100 MB (shopify.dev: Bulk import data); the upload's policy states
 * 104,857,600 bytes.
 */
const MAX_FILE_BYTES = 104_857_600;

const BUFFER_BYTES = 1024 * 1024;

/**
 * Writes one JSON object per line to a temporary file and passes it to `use`. Uses the disk, because an upload must
 * declare its length and the file may not fit into memory. Ends the file before the first line that would exceed
 * `maxBytes`.
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

/** Time limit of an upload: 100 MB at 3 Mbit per second. */
const UPLOAD_MS = 300_000;

const FILENAME = "lines.jsonl";

/**
 * Uploads a file for a bulk mutation, and returns its `stagedUploadPath`. The upload alone changes nothing in
 * the shop.
 * @throws Failure as `queryShop`; `unreachable` if the upload may work later, `rejected` if it never will.
 */
export async function stageFile(shop: ShopDomain, file: Blob): Promise<string> {
  const { url, parameters } = await createTarget(shop);
  const form = new FormData();
  for (const { name, value } of parameters) form.append(name, value);
  // The file is the last field, because Google's storage ignores fields after the file.
  form.append("file", file, FILENAME);
  const response = await fetch(url, {
    method: "POST",
    body: form,
    redirect: "manual",
    signal: AbortSignal.timeout(UPLOAD_MS),
  }).catch(() => {
    throw noAnswer(false);
  });
  await response.body?.cancel();
  if (!response.ok) throw failureFromStatus(response.status, false);
  return parameters.find(({ name }) => name === "key")?.value ?? "";
}

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

async function createTarget(
  shop: ShopDomain,
): Promise<{ url: string; parameters: { name: string; value: string }[] }> {
  // `queryShop` sends this mutation, because an upload target that is never used changes nothing.
  const { stagedUploadsCreate } = await queryShop(
    shop,
    (request) =>
      request(
        `#graphql
        mutation stageBulkFile($input: [StagedUploadInput!]!) {
          stagedUploadsCreate(input: $input) {
            stagedTargets { url parameters { name value } }
            userErrors { message }
          }
        }
      `,
        {
          variables: {
            input: [
              {
                resource: "BULK_MUTATION_VARIABLES",
                filename: FILENAME,
                mimeType: "text/jsonl",
                httpMethod: "POST",
              },
            ],
          },
        },
      ),
    { pace: "bulk" },
  );
  const [target] = stagedUploadsCreate?.stagedTargets ?? [];
  const isUsable = target?.parameters.some(({ name }) => name === "key");
  if (target?.url && isUsable) return { url: target.url, parameters: target.parameters };
  throw unexpectedReply(stagedUploadsCreate?.userErrors[0]?.message ?? "no place for an upload");
}
