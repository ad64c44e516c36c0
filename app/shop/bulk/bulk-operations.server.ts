import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { withBulkFile, stageFile } from "./upload-lines.server.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import { bulkDenied, messageOfUserErrors } from "../failures.ts";
import { type BulkKind, recordDenied, startIfAllowed, tryToStart } from "./bulk-access.server.ts";
import type { AdminOperations } from "../generated/admin.d.ts";

/** The text of an operation that `npm run generate` checked against the schema. */
type Operation = keyof AdminOperations;

/**
 * State of a bulk operation. `objects` counts the processed objects, for a mutation its lines.
 * - `completed`: the result is at `url`; null if it is empty.
 * - `failed`, `canceled`: the partial result is at `url`, if Shopify kept it. If a line has no result, its outcome is
 *   unknown.
 * - `expired`: the result was deleted seven days after the end, or Shopify does not know the operation.
 */
export type BulkOperation =
  | { kind: "running"; done: number }
  | { kind: "completed"; objects: number; url: string | null }
  | { kind: "failed"; code: string; objects: number; url: string | null }
  | { kind: "canceled"; objects: number; url: string | null }
  | { kind: "expired" };

/**
 * Time until the next try while five operations of a kind are running. Shopify allows no more (shopify.dev:
 * Bulk import data), and each takes minutes.
 */
const BUSY_SECONDS = 60;
/**
 * Shopify sends a webhook when an operation has ended. In case the webhook gets lost, we poll at this
 * interval.
 */
export const LOOK_SECONDS = 60;

/**
 * Starts a bulk mutation, which runs once per line and outside the limit of points. Lines beyond 100 MB are dropped and
 * get no result. With a `reference`, returns an operation that was started under the same reference before, instead of
 * starting a second one. Takes up to ten minutes with the upload (at most 300 s), so the caller's lease must last
 * longer.
 * @throws Failure `rate-limited` while five operations are running; `outcome-unknown` if the operation may have
 *   started; `app-denied` (`isBulkDenied`).
 */
export async function runBulkMutation<Text extends Operation>(
  shop: ShopDomain,
  given: {
    mutation: Text;
    lines:
      | AsyncIterable<AdminOperations[Text]["variables"] & object>
      | Iterable<AdminOperations[Text]["variables"] & object>;
    reference?: string;
    /** True to try the operation even if Shopify has denied its kind in the last hour. */
    evenIfDenied?: boolean;
  },
): Promise<{ id: string }> {
  const { mutation, lines, reference, evenIfDenied = false } = given;
  if (reference !== undefined) {
    const begun = await findBulkMutation(shop, { mutation, reference });
    if (begun !== null) return begun;
  }
  const upload = () =>
    withBulkFile(lines, async (file) => {
      const stagedUploadPath = await stageFile(shop, file);
      return begin(shop, {
        mutation: withReference(mutation, reference ?? stagedUploadPath),
        stagedUploadPath,
      });
    });
  return evenIfDenied ? tryToStart("mutation", upload) : startIfAllowed("mutation", upload);
}

/** Returns the operation that was started with a reference, if it is among the last 50; otherwise null. */
export async function findBulkMutation(
  shop: ShopDomain,
  { mutation, reference }: { mutation: Operation; reference: string },
): Promise<{ id: string } | null> {
  const id = await findBegun(shop, withReference(mutation, reference));
  return id === null ? null : { id };
}

/**
 * Appends the reference as a comment. Shopify stores the operation's text with its comments, so we find the operation
 * again by this comment.
 */
function withReference(mutation: string, reference: string): string {
  return `${mutation.trimEnd()}\n# ${reference.replaceAll(/\s+/g, " ")}`;
}

async function begin(
  shop: ShopDomain,
  { mutation, stagedUploadPath }: { mutation: string; stagedUploadPath: string },
): Promise<{ id: string }> {
  try {
    const send = mutateShop(
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
    const { bulkOperationRunMutation: begun } = await send.catch(throwDenied);
    return begunOf(begun);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "outcome-unknown") throw error;
    const id = await findBegun(shop, mutation);
    if (id === null) throw error;
    return { id };
  }
}

/** Searches the last 50 bulk mutations. Shopify lists this app's operations only. */
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
 * Starts a bulk query, which runs outside the limit of points. The query has at most five connections, nested at most
 * two deep. Each selects `edges { node { … } }`, and needs no `first`. A node that nests a connection needs its `id`.
 * @param options.isGrouped puts nested objects right after their parents, which takes longer. Without it, objects come
 *   in any order.
 * @param options.evenIfDenied also tries an operation whose kind Shopify has denied within the hour.
 * @throws Failure `rate-limited` while five operations are running; `app-denied` (`isBulkDenied`).
 */
export async function runBulkQuery(
  shop: ShopDomain,
  query: Operation,
  { isGrouped = false, evenIfDenied = false }: { isGrouped?: boolean; evenIfDenied?: boolean } = {},
): Promise<{ id: string }> {
  const start = () => beginQuery(shop, query, isGrouped);
  return evenIfDenied ? tryToStart("query", start) : startIfAllowed("query", start);
}

async function beginQuery(shop: ShopDomain, query: string, isGrouped: boolean): Promise<{ id: string }> {
  // `queryShop` sends this mutation, because it changes nothing in the shop. If the reply is lost, the operation runs
  // without any use.
  const send = queryShop(
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
  const { bulkOperationRunQuery: begun } = await send.catch(throwDenied);
  return begunOf(begun);
}

/**
 * Throws a denial as `app-denied`, and every other error unchanged. Starting an operation needs no access scope.
 * Therefore a denial means that the app has no access to bulk operations.
 */
function throwDenied(error: unknown): never {
  const isDenial = error instanceof Failure && error.explanation.code === "failure.shop.permission-missing";
  throw isDenial ? bulkDenied(error.message) : error;
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
  // Both errors may pass, and a retry uploads the file again.
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
    explanation: problem ?? { code: "failure.shop.unexpected-reply" },
  });
}

/** Reads the state of a bulk operation. */
export async function readBulkOperation(shop: ShopDomain, id: string): Promise<BulkOperation> {
  const { bulkOperation: read } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query bulkOperation($id: ID!) {
        bulkOperation(id: $id) { type status errorCode rootObjectCount objectCount url partialDataUrl }
      }
    `,
      { variables: { id } },
    ),
  );
  if (read === null) return { kind: "expired" };
  const { status, errorCode, url, partialDataUrl } = read;
  if (errorCode === DENIED) await recordDenied(KIND[read.type], "an operation ended with ACCESS_DENIED");
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

/** Returns true if Shopify withdrew the app's access to bulk operations while the operation ran. */
export function isDeniedMidway(operation: BulkOperation): boolean {
  return operation.kind === "failed" && operation.code === DENIED;
}

const DENIED = "ACCESS_DENIED";
const KIND: Record<"MUTATION" | "QUERY", BulkKind> = { MUTATION: "mutation", QUERY: "query" };

/** Cancels an operation: it stops a moment later. Does nothing if the operation has ended. */
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
