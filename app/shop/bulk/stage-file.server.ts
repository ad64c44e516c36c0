import type { ShopDomain } from "../../lib/shop-domain.ts";
import { Failure } from "../../lib/failure.ts";
import { queryShop } from "../call.server.ts";
import { failureFromStatus, noAnswer } from "../failures.ts";

/** 100 MB at 3 Mbit per second. */
const UPLOAD_MS = 300_000;

/**
 * Uploads a file for a bulk mutation, and returns its `stagedUploadPath`. That alone changes nothing in the
 * shop.
 * @throws Failure `unreachable` if a retry may work; `rejected`.
 */
export async function stageFile(shop: ShopDomain, file: Blob): Promise<string> {
  const { url, parameters } = await createTarget(shop);
  const form = new FormData();
  for (const { name, value } of parameters) form.append(name, value);
  // The file comes last, because Google's storage ignores fields after it.
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

const FILENAME = "lines.jsonl";

async function createTarget(
  shop: ShopDomain,
): Promise<{ url: string; parameters: { name: string; value: string }[] }> {
  // Sent by `queryShop`, since an unused upload target changes nothing.
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
  throw new Failure({
    code: "unexpected-reply",
    side: "shop",
    detail: stagedUploadsCreate?.userErrors[0]?.message ?? "no place for an upload",
    explanation: { code: "failure.shop.unexpected-reply", problem: "" },
  });
}
