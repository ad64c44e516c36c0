import type { ShopState } from "../state.ts";

export type BulkType = "QUERY" | "MUTATION";
export type BulkStatus =
  "CREATED" | "RUNNING" | "CANCELING" | "CANCELED" | "COMPLETED" | "FAILED" | "EXPIRED";
export type BulkErrorCode = "ACCESS_DENIED" | "INTERNAL_SERVER_ERROR" | "TIMEOUT";

export interface BulkOperation {
  id: number;
  type: BulkType;
  status: BulkStatus;
  /** The document as it was handed over. */
  query: string;
  createdAt: Date;
  completedAt: Date | null;
  errorCode: BulkErrorCode | null;
  objectCount: number;
  rootObjectCount: number;
  /** The output of a successful run, or the partial output of a failed one. */
  output: Output | null;
  /** Ends the wait of an operation that is held. */
  cancel: (nothing: undefined) => void;
  canceled: Promise<undefined>;
}

/** A result as it lies in Google's storage. */
export interface Output {
  name: string;
  bytes: Buffer;
  expiresAt: Date;
  /** The connection breaks before the end. */
  cutOff?: boolean;
}

/** A place that `stagedUploadsCreate` gave out; without bytes until something is uploaded there. */
export interface StagedUpload {
  key: string;
  /** Fields that the form must repeat, or the policy is violated (recorded: Content-Type, acl, signature and so on). */
  parameters: { name: string; value: string }[];
  expiresAt: Date;
  bytes: Buffer | null;
}

/** A shop's record of bulk operations, and what a test may do to them. */
export interface BulkState {
  operations: BulkOperation[];
  uploads: Map<string, StagedUpload>;
  /** While this is set, operations do not progress until it resolves. */
  held: Promise<undefined> | null;
  /** The next operation fails with this code after this many objects. */
  failing: { after: number; errorCode: BulkErrorCode } | null;
  /** The storage answers 503. */
  refusesUploads: boolean;
}

export function createBulkState(): BulkState {
  return { operations: [], uploads: new Map(), held: null, failing: null, refusesUploads: false };
}

/** Stops the progress of the shop's operations until the returned function is called. */
export function holdOperations({ bulk }: ShopState): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  bulk.held = promise;
  return () => {
    bulk.held = null;
    resolve(undefined);
  };
}

/** Returns the operations that have not ended. */
export function runningOperations({ bulk }: ShopState, type: BulkType): BulkOperation[] {
  return bulk.operations.filter((operation) => operation.type === type && RUNNING.includes(operation.status));
}

const RUNNING: BulkStatus[] = ["CREATED", "RUNNING", "CANCELING"];

/** `url` and `partialDataUrl` hold for seven days (Admin schema, BulkOperation). */
export const OUTPUT_DAYS = 7;
