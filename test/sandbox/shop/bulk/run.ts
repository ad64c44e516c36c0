import { setImmediate as turn } from "node:timers/promises";

import { visit, type DocumentNode, type FieldNode, Kind, type OperationDefinitionNode } from "graphql";

import { adminSchema } from "../admin-schema.ts";
import { gid, newId } from "../ids.ts";
import { isoTime } from "../occasion.ts";
import type { AdminContext } from "../resolvers/resolver.ts";
import { flatten, type ResultObject } from "./flatten.ts";
import type { BulkErrorCode, BulkOperation, BulkType } from "./operation.ts";
import { storeOutput } from "./storage.ts";

/** Runs one document as the Admin API would, without weighing it. */
export type RunDocument = (
  document: DocumentNode,
  variables: Record<string, unknown>,
  context: AdminContext,
) => Promise<{ data?: Record<string, unknown> | null; errors?: readonly unknown[] }>;

/** Lets a bulk operation go on after the request that began it. `later`: the context with the time at that moment. */
export interface Bulk {
  run: RunDocument;
  later: () => AdminContext;
}

/** Lines, or objects at the root of a query, that are processed before other work gets its turn. */
const BATCH = { lines: 20, objects: 1000 };

/** Begins a bulk mutation over the lines of a file. */
export function beginMutation(context: AdminContext, document: DocumentNode, file: Buffer, text: string) {
  const operation = create(context, "MUTATION", text);
  const lines = file.toString("utf8").split("\n");
  if (lines.at(-1) === "") lines.pop();
  void work(context, operation, async function* () {
    for (const [index, line] of lines.entries()) {
      const answer = await runLine(context.bulk, document, line);
      yield [{ isRoot: true, object: { ...answer, __lineNumber: index } }];
      if (index % BATCH.lines === BATCH.lines - 1) await turn();
    }
  });
  return operation;
}

async function runLine({ run, later }: Bulk, document: DocumentNode, line: string): Promise<object> {
  const variables = parseObject(line);
  // Not recorded anywhere; it is documented that other lines go on (shopify.dev: Bulk import data).
  if (variables === null) return { errors: [{ message: "The line is not a JSON object." }] };
  return run(document, variables, later());
}

/** Begins a bulk query; `isGrouped` puts children right behind their parents. */
export function beginQuery(
  context: AdminContext,
  { document, operation: asked }: { document: DocumentNode; operation: OperationDefinitionNode },
  { text, isGrouped }: { text: string; isGrouped: boolean },
) {
  const operation = create(context, "QUERY", text);
  const { run, later } = context.bulk;
  void work(
    context,
    operation,
    async function* () {
      const { schema } = await adminSchema();
      const type = schema.getQueryType();
      const fragments = new Map(
        document.definitions.flatMap((node) =>
          node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
        ),
      );
      for (let after: string | null = ""; after !== null && type;) {
        const { data, errors } = await run(paged(document, after), {}, { ...later(), isBulkQuery: true });
        if (errors?.length) throw new AccessDenied(JSON.stringify(errors));
        yield flatten({ schema, fragments }, { type, sets: [asked.selectionSet], value: data });
        after = nextPage(data);
        await turn();
      }
    },
    isGrouped,
  );
  return operation;
}

class AccessDenied extends Error {}

function create({ shop, now }: AdminContext, type: BulkType, query: string): BulkOperation {
  const { promise: canceled, resolve: cancel } = Promise.withResolvers<undefined>();
  const operation: BulkOperation = {
    id: newId(shop),
    type,
    status: "CREATED",
    query,
    createdAt: now,
    completedAt: null,
    errorCode: null,
    objectCount: 0,
    rootObjectCount: 0,
    output: null,
    cancel,
    canceled,
  };
  shop.bulk.operations.push(operation);
  return operation;
}

/** Runs until the end, a cancellation, or the app's uninstallation, and then calls the listeners. */
async function work(
  { app, shop, bulk }: AdminContext,
  operation: BulkOperation,
  produce: () => AsyncGenerator<ResultObject[]>,
  isGrouped = false,
): Promise<void> {
  const found: ResultObject[] = [];
  const failing = shop.bulk.failing;
  shop.bulk.failing = null;
  const deniedFrom = app.bulkDeniedFromRow ?? Infinity;
  const isStopped = () => operation.status === "CANCELING" || !shop.installed;
  let errorCode: BulkErrorCode | null = null;
  try {
    // The reply to the request that began the operation is sent first.
    await turn();
    await Promise.race([shop.bulk.held, operation.canceled]);
    if (!isStopped()) operation.status = "RUNNING";
    for await (const objects of produce()) {
      found.push(...objects);
      operation.objectCount += objects.length;
      operation.rootObjectCount += objects.filter(({ isRoot }) => isRoot).length;
      if (operation.objectCount >= deniedFrom) {
        Object.assign(app, { bulkDenied: ["QUERY", "MUTATION"], bulkDeniedFromRow: null });
        found.length = deniedFrom;
        operation.objectCount = deniedFrom;
        throw new Interrupted("ACCESS_DENIED");
      }
      if (failing && operation.objectCount >= failing.after) throw new Interrupted(failing.errorCode);
      await Promise.race([shop.bulk.held, operation.canceled]);
      if (isStopped()) break;
    }
  } catch (error) {
    errorCode = error instanceof Interrupted ? error.errorCode : "ACCESS_DENIED";
    if (!(error instanceof Interrupted) && !(error instanceof AccessDenied))
      errorCode = "INTERNAL_SERVER_ERROR";
  }
  const { now, ...occasion } = bulk.later();
  operation.errorCode = errorCode;
  operation.status = errorCode !== null ? "FAILED" : isStopped() ? "CANCELED" : "COMPLETED";
  if (operation.status === "COMPLETED") operation.completedAt = now;
  if (found.length > 0)
    operation.output = storeOutput(fileOf(ordered(found, operation.type, isGrouped)), now);
  // shopify.dev: Webhooks, bulk_operations/finish, sample payload.
  occasion.tell("bulk_operations/finish", {
    admin_graphql_api_id: gid("BulkOperation", operation.id),
    completed_at: operation.completedAt && isoTime(operation.completedAt),
    created_at: isoTime(operation.createdAt),
    error_code: errorCode?.toLowerCase() ?? null,
    status: operation.status.toLowerCase(),
    type: operation.type.toLowerCase(),
  });
}

class Interrupted extends Error {
  readonly errorCode: BulkErrorCode;
  constructor(errorCode: BulkErrorCode) {
    super(errorCode);
    this.errorCode = errorCode;
  }
}

/**
 * Shopify promises no order of results: lines of a mutation come as they end, and without grouping a query's children
 * come anywhere (Admin schema, `groupObjects`). Reversed here, so that no code relies on one.
 */
function ordered(found: ResultObject[], type: BulkType, isGrouped: boolean): ResultObject[] {
  return type === "QUERY" && isGrouped ? found : found.toReversed();
}

/** A line each, with slashes escaped as in the recordings. */
function fileOf(found: ResultObject[]): Buffer {
  return Buffer.concat(
    found.map(({ object }) => Buffer.from(`${JSON.stringify(object).replaceAll("/", "\\/")}\n`)),
  );
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === "object" && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Returns the document with one page of its root field: Shopify reads page by page for a bulk query. */
function paged(document: DocumentNode, after: string): DocumentNode {
  return visit(document, {
    OperationDefinition(node) {
      const selections = node.selectionSet.selections.map((field) =>
        field.kind === Kind.FIELD ? withPage(field, after) : field,
      );
      return { ...node, selectionSet: { ...node.selectionSet, selections } };
    },
  });
}

function withPage(field: FieldNode, after: string): FieldNode {
  const hasEdges = field.selectionSet?.selections.some(
    (node) => node.kind === Kind.FIELD && node.name.value === "edges",
  );
  if (!field.selectionSet || !hasEdges) return field;
  const args = (field.arguments ?? []).filter(({ name }) => !PAGING.has(name.value));
  const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
  return {
    ...field,
    alias: field.alias ?? name(field.name.value),
    arguments: [
      ...args,
      { kind: Kind.ARGUMENT, name: name("first"), value: { kind: Kind.INT, value: String(BATCH.objects) } },
      ...(after === ""
        ? []
        : [
            { kind: Kind.ARGUMENT, name: name("after"), value: { kind: Kind.STRING, value: after } } as const,
          ]),
    ],
    selectionSet: {
      ...field.selectionSet,
      selections: [
        ...field.selectionSet.selections,
        {
          kind: Kind.FIELD,
          alias: name(PAGE),
          name: name("pageInfo"),
          selectionSet: {
            kind: Kind.SELECTION_SET,
            selections: ["hasNextPage", "endCursor"].map((each) => ({ kind: Kind.FIELD, name: name(each) })),
          },
        },
      ],
    },
  };
}

const PAGE = "pageOfTheBulkQuery";
const PAGING = new Set(["first", "last", "after", "before"]);

function nextPage(data: Record<string, unknown> | null | undefined): string | null {
  for (const value of Object.values(data ?? {})) {
    const page = (value as { [PAGE]?: { hasNextPage: boolean; endCursor: string | null } } | null)?.[PAGE];
    if (page?.hasNextPage) return page.endCursor;
  }
  return null;
}
