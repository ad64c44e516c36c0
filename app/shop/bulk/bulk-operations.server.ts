import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { withBulkFile } from "./bulk-file.server.ts";
import { readLines } from "./read-lines.server.ts";
import { stageFile } from "./stage-file.server.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import { failureFromStatus, noAnswer } from "../failures.ts";
import type { AdminOperations } from "../generated/admin.d.ts";
import { messageOfUserErrors } from "../user-errors.ts";

/** The text of an operation that was checked against the schema (`npm run generate`). */
type Operation = keyof AdminOperations;

/**
 * What became of a bulk operation. `objects`: how many were processed so far; of a mutation its lines.
 *
 * - `completed`: the result lies at `url`; null when there is nothing in it.
 * - `failed`, `canceled`: what was done until then lies at `url`, where Shopify kept it. The rest was not done, or is not
 *   known to be: a line without a result must be looked at again.
 * - `expired`: seven days after its end the result is gone; or Shopify does not know the operation.
 */
export type BulkOperation =
  | { kind: "running"; done: number }
  | { kind: "completed"; objects: number; url: string | null }
  | { kind: "failed"; code: string; objects: number; url: string | null }
  | { kind: "canceled"; objects: number; url: string | null }
  | { kind: "expired" };

/**
 * A line of a result, in no particular order. Of a mutation: `line`, the number of the file's line from 0, with the
 * answer's `data` or `errors`. Of a query: an object as it was asked for, with `__parentId` when it was nested.
 */
export type BulkLine = {
  line?: number;
  data?: unknown;
  errors?: unknown;
  __parentId?: string;
  [field: string]: unknown;
};

/** Five of a kind may run at a time (shopify.dev: Bulk import data), and one takes minutes. */
const BUSY_SECONDS = 60;
/** Shopify tells when an operation has ended. In case that gets lost, its state is read so often. */
export const LOOK_SECONDS = 60;

/**
 * Has Shopify run a mutation once for each line, beside the limit of points. Lines beyond 100 MB are left out, and have no
 * result later. With a `reference` of the caller's own, an operation that was begun under it is found again, and no
 * second one is begun. With the upload (300 s at most) and its calls it takes up to ten minutes: a lease needs as long.
 *
 * @throws Failure `rate-limited` while five are running; `outcome-unknown` when it may have begun.
 */
export async function runBulkMutation<Text extends Operation>(
  shop: ShopDomain,
  given: {
    mutation: Text;
    lines:
      | AsyncIterable<AdminOperations[Text]["variables"] & object>
      | Iterable<AdminOperations[Text]["variables"] & object>;
    reference?: string;
  },
): Promise<{ id: string }> {
  const { mutation, lines, reference } = given;
  if (reference !== undefined) {
    const begun = await findBulkMutation(shop, { mutation, reference });
    if (begun !== null) return begun;
  }
  return withBulkFile(lines, async (file) => {
    const stagedUploadPath = await stageFile(shop, file);
    return begin(shop, {
      mutation: withReference(mutation, reference ?? stagedUploadPath),
      stagedUploadPath,
    });
  });
}

/** The operation that was begun with a reference, among the last ones; null when there is none. */
export async function findBulkMutation(
  shop: ShopDomain,
  { mutation, reference }: { mutation: Operation; reference: string },
): Promise<{ id: string } | null> {
  const id = await findBegun(shop, withReference(mutation, reference));
  return id === null ? null : { id };
}

/** Shopify keeps the text as it was sent, comments included, so it tells one operation from another. */
function withReference(mutation: string, reference: string): string {
  return `${mutation.trimEnd()}\n# ${reference.replaceAll(/\s+/g, " ")}`;
}

async function begin(
  shop: ShopDomain,
  { mutation, stagedUploadPath }: { mutation: string; stagedUploadPath: string },
): Promise<{ id: string }> {
  try {
    const { bulkOperationRunMutation: begun } = await mutateShop(
      shop,
      (request) =>
        request(
          `#graphql
          mutation runBulkMutation($mutation: String!, $stagedUploadPath: String!) {
            bulkOperationRunMutation(mutation: $mutation, stagedUploadPath: $stagedUploadPath) {
              bulkOperation { id }
              userErrors { code message }
            }
          }
        `,
          { variables: { mutation, stagedUploadPath } },
        ),
      { pace: "bulk" },
    );
    return begunOf(begun);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "outcome-unknown") throw error;
    const id = await findBegun(shop, mutation);
    if (id === null) throw error;
    return { id };
  }
}

/** Among the last ones: those of this app only, so that few can have come in between. */
async function findBegun(shop: ShopDomain, mutation: string): Promise<string | null> {
  const { bulkOperations } = await queryShop(shop, (request) =>
    request(`#graphql
      query lastBulkOperations {
        bulkOperations(first: 50, query: "operation_type:mutation") { nodes { id query } }
      }
    `),
  );
  return bulkOperations.nodes.find(({ query }) => query === mutation)?.id ?? null;
}

/**
 * Has Shopify read all that a query finds, beside the limit of points. Its connections need no `first`, and select
 * `edges { node { … } }`; at most five of them, two deep, and `id` in each that nests another.
 *
 * @param isGrouped whether nested objects come right behind their parents, which takes longer; else they come anywhere.
 * @throws Failure `rate-limited` while five are running.
 */
export async function runBulkQuery(
  shop: ShopDomain,
  query: Operation,
  { isGrouped = false }: { isGrouped?: boolean } = {},
): Promise<{ id: string }> {
  // It changes nothing: one whose answer got lost runs for nobody.
  const { bulkOperationRunQuery: begun } = await queryShop(
    shop,
    (request) =>
      request(
        `#graphql
        mutation runBulkQuery($query: String!, $isGrouped: Boolean!) {
          bulkOperationRunQuery(query: $query, groupObjects: $isGrouped) { bulkOperation { id } userErrors { code message } }
        }
      `,
        { variables: { query, isGrouped } },
      ),
    { pace: "bulk" },
  );
  return begunOf(begun);
}

type Begun = {
  bulkOperation: { id: string } | null;
  userErrors: { code: string | null; message: string }[];
} | null;

function begunOf(begun: Begun): { id: string } {
  const [error] = begun?.userErrors ?? [];
  if (error?.code === "OPERATION_IN_PROGRESS" || error?.code === "LIMIT_REACHED")
    throw new Failure({
      code: "rate-limited",
      side: "shop",
      detail: error.message,
      explanation: { code: "failure.shop.rate-limited" },
      retryAfterSeconds: BUSY_SECONDS,
    });
  // Both pass: the file is uploaded again.
  if (error?.code === "INTERNAL_FILE_SERVER_ERROR" || error?.code === "NO_SUCH_FILE")
    throw new Failure({
      code: "unreachable",
      side: "shop",
      detail: error.message,
      explanation: { code: "failure.shop.internal-error" },
    });
  const problem = messageOfUserErrors(begun?.userErrors ?? []);
  const id = begun?.bulkOperation?.id;
  if (problem === null && id !== undefined) return { id };
  throw new Failure({
    code: "rejected",
    side: "shop",
    detail: error?.message ?? "no bulk operation",
    explanation: problem ?? { code: "failure.shop.unexpected-reply", problem: "" },
  });
}

/** Reads how far a bulk operation is. */
export async function readBulkOperation(shop: ShopDomain, id: string): Promise<BulkOperation> {
  const { bulkOperation: read } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query bulkOperation($id: ID!) {
        bulkOperation(id: $id) { status errorCode rootObjectCount objectCount url partialDataUrl }
      }
    `,
      { variables: { id } },
    ),
  );
  if (read === null) return { kind: "expired" };
  const { status, errorCode, url, partialDataUrl } = read;
  const objects = Number(read.objectCount);
  switch (status) {
    case "CREATED":
    case "RUNNING":
    case "CANCELING":
      return { kind: "running", done: Number(read.rootObjectCount) };
    case "COMPLETED":
      return { kind: "completed", objects, url };
    case "FAILED":
      return { kind: "failed", code: errorCode ?? "INTERNAL_SERVER_ERROR", objects, url: partialDataUrl };
    case "CANCELED":
      return { kind: "canceled", objects, url: partialDataUrl ?? url };
    case "EXPIRED":
      return { kind: "expired" };
  }
}

/** Has Shopify stop an operation, a moment later. One that has ended stays as it is. */
export async function cancelBulkOperation(shop: ShopDomain, id: string): Promise<void> {
  await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation cancelBulkOperation($id: ID!) {
        bulkOperationCancel(id: $id) { userErrors { message } }
      }
    `,
      { variables: { id } },
    ),
  );
}

/** Until the first byte; after that undici ends a body that brings nothing for five minutes. */
const ANSWER_MS = 30_000;

/**
 * Reads a result line by line, as it comes in.
 *
 * @throws Failure `unreachable` when it breaks off: read it again from its beginning. `rejected` when the address no longer
 * holds: the operation has another one. `unexpected-reply` when it is no result.
 */
export async function* readBulkResult(shop: ShopDomain, url: string): AsyncGenerator<BulkLine> {
  const response = await openResult(url);
  try {
    for await (const line of readLines(response.body as unknown as AsyncIterable<Uint8Array>)) {
      yield readLine(line);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    log.warn({ shop, err: error }, "shop.bulk-result-broken-off");
    throw noAnswer(false);
  }
}

async function openResult(url: string): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort();
  }, ANSWER_MS);
  try {
    const response = await fetch(url, { signal: late.signal });
    if (response.ok) return response;
    await response.body?.cancel();
    throw failureFromStatus(response.status, false);
  } catch (error) {
    throw error instanceof Failure ? error : noAnswer(false);
  } finally {
    clearTimeout(timer);
  }
}

function readLine(text: string): BulkLine {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    read = null;
  }
  if (typeof read !== "object" || read === null) {
    throw new Failure({
      code: "unexpected-reply",
      side: "shop",
      detail: "a bulk operation's result is no JSONL",
      explanation: { code: "failure.shop.unexpected-reply", problem: "" },
    });
  }
  const { __lineNumber: line, ...rest } = read as Record<string, unknown>;
  return typeof line === "number" ? { ...rest, line } : rest;
}
