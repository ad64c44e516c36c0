import { adminSchema } from "../admin-schema.ts";
import { readBulkMutation, readBulkQuery } from "../bulk/documents.ts";
import { type BulkOperation, type BulkType, runningOperations } from "../bulk/operation.ts";
import { beginMutation, beginQuery } from "../bulk/run.ts";
import { outputUrl, stageUpload, UPLOAD_BYTES } from "../bulk/storage.ts";
import { gid, numberIn } from "../ids.ts";
import { isoTime } from "../occasion.ts";
import { bulkDeniedError } from "../admin-errors.ts";
import type { SandboxApp, ShopState } from "../state.ts";
import { type UserError, userError } from "../user-errors.ts";
import { connect, type PageArgs } from "./connection.ts";
import type { AdminContext, Resolvers } from "./resolver.ts";
import { search, type SearchFields } from "./search-syntax.ts";

interface ListArgs extends PageArgs {
  query?: string | null;
  sortKey?: "COMPLETED_AT" | "CREATED_AT";
}

interface StagedUploadInput {
  filename: string;
  mimeType: string;
  resource: string;
  httpMethod: "POST" | "PUT";
}

/** Five at a time of each type (shopify.dev: Bulk import data; Perform bulk operations), since version 2026-01. */
const AT_ONCE = 5;

/** The user errors are those recorded in airhorns/shopify-draft-proxy, bulk-operation-*, API 2026-04. */
export const bulkOperationResolvers: Resolvers = {
  QueryRoot: {
    bulkOperation: (_source, { id }: { id: string }, { shop, now }) => {
      const found = find(shop, id);
      return found ? describe(found, now) : null;
    },
    bulkOperations: (_source, args: ListArgs, { shop, now }) => {
      const found = search(shop.bulk.operations, args.query, FIELDS);
      const sortBy = ({ completedAt, createdAt }: BulkOperation) =>
        (args.sortKey === "COMPLETED_AT" ? (completedAt ?? createdAt) : createdAt).getTime();
      // The newest first, unless it is reversed.
      return connect(found, { ...args, reverse: !args.reverse }, (each) => describe(each, now), sortBy);
    },
    currentBulkOperation: (_source, { type }: { type: BulkType }, { shop, now }) => {
      const found = shop.bulk.operations.findLast((each) => each.type === type);
      return found ? describe(found, now) : null;
    },
  },
  Mutation: {
    stagedUploadsCreate: (_source, { input }: { input: StagedUploadInput[] }, { shop, now }) => {
      const odd = input.find(({ resource }) => resource !== "BULK_MUTATION_VARIABLES");
      if (odd) throw new Error(`The sandbox stages no uploads of ${odd.resource}.`);
      return { stagedTargets: input.map((each) => stageUpload(shop, each, now)), userErrors: [] };
    },
    bulkOperationRunMutation: async (
      _source,
      args: { mutation: string; stagedUploadPath: string; clientIdentifier?: string | null },
      context,
    ) => {
      assertAllowed(context.app, "MUTATION");
      const { schema } = await adminSchema();
      const { shop } = context;
      const read = readBulkMutation(schema, args.mutation);
      if (read.kind === "refused") return refused(...read.userErrors);
      const { length = 10 } = args.clientIdentifier ?? {};
      if (length < 10) return refused(badIdentifier("is too short (minimum is 10 characters)"));
      if (length > 255) return refused(badIdentifier("is too long (maximum is 255 characters)"));
      const upload = shop.bulk.uploads.get(args.stagedUploadPath);
      if (!upload?.bytes) return refused(NO_SUCH_FILE);
      if (upload.bytes.length === 0) return refused(badFile("The input file is empty."));
      if (upload.bytes.length > UPLOAD_BYTES.most) return refused(badFile(TOO_LARGE));
      if (!looksLikeJsonl(upload.bytes))
        return refused(badFile("Unexpected file structure - expected JSONL"));
      const busy = tooMany(shop, "MUTATION");
      if (busy) return refused(busy);
      const operation = beginMutation(context, read.document, upload.bytes, args.mutation);
      shop.bulk.uploads.delete(upload.key);
      return begun(context, operation);
    },
    bulkOperationRunQuery: async (_source, args: { query: string; groupObjects: boolean }, context) => {
      assertAllowed(context.app, "QUERY");
      const { schema } = await adminSchema();
      const read = readBulkQuery(schema, args.query);
      if (read.kind === "refused") return refused(...read.userErrors);
      const busy = tooMany(context.shop, "QUERY");
      if (busy) return refused(busy);
      const operation = beginQuery(context, read, { text: args.query, isGrouped: args.groupObjects });
      return begun(context, operation);
    },
    bulkOperationCancel: (_source, { id }: { id: string }, { shop, now }) => {
      const found = find(shop, id);
      if (!found) return refused(userError(["id"], "Bulk operation does not exist"));
      const { status } = describe(found, now);
      if (["CREATED", "RUNNING", "CANCELING"].includes(status)) {
        found.status = "CANCELING";
        found.cancel(undefined);
        return { bulkOperation: describe(found, now), userErrors: [] };
      }
      const message = `A bulk operation cannot be canceled when it is ${status.toLowerCase()}`;
      return { bulkOperation: describe(found, now), userErrors: [userError(null, message)] };
    },
  },
};

const NO_SUCH_FILE = userError(
  null,
  "The JSONL file could not be found. Try uploading the file again, and check that you've entered the URL correctly " +
    "for the stagedUploadPath mutation argument.",
  "NO_SUCH_FILE",
);
const TOO_LARGE = "The input file size exceeds the maximum allowed size of 100 MB.";

/** As a merchant's developer met it: community.shopify.com, Graph QL Bulk Operation (1302038). */
function looksLikeJsonl(bytes: Buffer): boolean {
  const end = bytes.indexOf("\n");
  try {
    JSON.parse(bytes.toString("utf8", 0, end === -1 ? bytes.length : end));
    return true;
  } catch {
    return false;
  }
}

const FIELDS: SearchFields<BulkOperation> = {
  id: ({ id }) => id,
  created_at: ({ createdAt }) => createdAt,
  operation_type: ({ type }) => type,
  status: ({ status }) => status,
};

function assertAllowed({ bulkDenied = [] }: SandboxApp, type: BulkType): void {
  if (bulkDenied.includes(type)) throw bulkDeniedError(type);
}

function find(shop: ShopState, id: string): BulkOperation | undefined {
  const number = numberIn("BulkOperation", id);
  return shop.bulk.operations.find((each) => each.id === number);
}

function begun({ now }: AdminContext, operation: BulkOperation) {
  return { bulkOperation: describe(operation, now), userErrors: [] };
}

function refused(...userErrors: UserError[]) {
  return { bulkOperation: null, userErrors };
}

function badFile(message: string): UserError {
  return userError(null, message, "INVALID_STAGED_UPLOAD_FILE");
}

function badIdentifier(message: string): UserError {
  return userError(["clientIdentifier"], message, "INVALID_MUTATION");
}

function tooMany(shop: ShopState, type: BulkType): UserError | null {
  const running = runningOperations(shop, type);
  if (running.length < AT_ONCE) return null;
  const ids = running.map(({ id }) => gid("BulkOperation", id)).join(", ");
  const message = `A bulk ${type.toLowerCase()} operation for this app and shop is already in progress: ${ids}.`;
  return userError(null, message, "OPERATION_IN_PROGRESS");
}

function describe(operation: BulkOperation, now: Date) {
  const { output } = operation;
  const isExpired = output !== null && output.expiresAt <= now;
  const link = output === null || isExpired ? null : outputUrl(output);
  const isComplete = operation.status === "COMPLETED";
  return {
    __typename: "BulkOperation",
    id: gid("BulkOperation", operation.id),
    status: isComplete && isExpired ? "EXPIRED" : operation.status,
    type: operation.type,
    query: operation.query,
    createdAt: isoTime(operation.createdAt),
    completedAt: operation.completedAt && isoTime(operation.completedAt),
    errorCode: operation.errorCode,
    objectCount: String(operation.objectCount),
    rootObjectCount: String(operation.rootObjectCount),
    fileSize: isComplete && output ? String(output.bytes.length) : null,
    url: isComplete ? link : null,
    // A canceled one has none, as recorded (bulk-operation-status-catalog-cancel).
    partialDataUrl: operation.status === "FAILED" ? link : null,
  };
}
