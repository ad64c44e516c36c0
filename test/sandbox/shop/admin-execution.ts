import {
  execute,
  FieldsOnCorrectTypeRule,
  getNamedType,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
  parse,
  specifiedRules,
  validate,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from "graphql";
import {
  accessDenied,
  invalidVariable,
  MAX_QUERY_COST,
  maxCostExceeded,
  notServed,
  throttled,
  UndefinedFieldRule,
} from "./admin-errors.ts";
import { firstUnmetRule } from "./access-scopes.ts";
import { adminSchema, connectionNode, type AdminSchema } from "./admin-schema.ts";
import { idempotencyKey } from "./idempotency.ts";
import { refuseLongLists } from "./input-limits.ts";
import { actualCost, requestedCost } from "./query-cost.ts";
import type { RunDocument } from "./bulk/run.ts";
import { appInstallationResolvers } from "./resolvers/app-installation.ts";
import { bulkOperationResolvers } from "./resolvers/bulk-operations.ts";
import { deliveryProfileResolvers } from "./resolvers/delivery-profiles.ts";
import { flowResolvers } from "./resolvers/flow.ts";
import { fulfillmentOrderResolvers } from "./resolvers/fulfillment-orders.ts";
import { fulfillmentServiceResolvers } from "./resolvers/fulfillment-services.ts";
import { fulfillmentResolvers } from "./resolvers/fulfillments.ts";
import { inventoryResolvers } from "./resolvers/inventory.ts";
import { metafieldResolvers } from "./resolvers/metafields.ts";
import { nodeResolvers } from "./resolvers/nodes.ts";
import { orderResolvers } from "./resolvers/orders.ts";
import { productMutationResolvers } from "./resolvers/product-mutations.ts";
import { productResolvers } from "./resolvers/products.ts";
import type { AdminContext, FieldFunction, Resolver, Resolvers } from "./resolvers/resolver.ts";
import { publicationResolvers } from "./resolvers/publications.ts";
import { shopResolvers } from "./resolvers/shop.ts";
import type { Throttle } from "./throttle.ts";

export interface AdminRequest {
  query: string;
  variables?: Record<string, unknown> | null;
  operationName?: string | null;
}

/** The body of an HTTP 200: `data`, `errors`, and, if the query was weighed, its cost. */
export type AdminAnswer = Record<string, unknown>;

/** Parses, validates, weighs and runs one request, and stops where Shopify would. */
export async function executeAdmin(
  request: AdminRequest,
  context: AdminContext,
  throttle: Throttle,
): Promise<AdminAnswer> {
  const admin = await adminSchema();
  const { schema } = admin;
  const { document, mistakes } = readDocument(schema, request.query);
  if (document === null || mistakes.length > 0) return { errors: mistakes };

  const operation = getOperationAST(document, request.operationName);
  if (!operation) return { errors: [noSuchOperation(request.operationName)] };
  const values = request.variables ?? {};
  const variables = getVariableValues(schema, operation.variableDefinitions ?? [], values);
  if (variables.errors) return { errors: variables.errors.map((error) => invalidVariable(error, values)) };

  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const costed = { schema, operation, fragments, variables: variables.coerced };
  const requested = requestedCost(costed);
  const cost = (actual: number | null): AdminAnswer => ({
    cost: {
      requestedQueryCost: requested,
      actualQueryCost: actual,
      throttleStatus: throttle.status(context.shop),
    },
  });
  if (requested > MAX_QUERY_COST) return { errors: [maxCostExceeded(requested)] };
  if (!throttle.take(context.shop, requested)) {
    context.shop.usage.throttled += 1;
    return { errors: [throttled()], extensions: cost(null) };
  }

  const { data, errors } = await run(admin, {
    document,
    operationName: request.operationName,
    values,
    context,
  });
  const actual = Math.min(requested, actualCost(costed, data));
  throttle.releaseUpdate(context.shop, requested - actual);
  context.shop.usage.calls += 1;
  if (operation.operation === OperationTypeNode.MUTATION) context.shop.usage.mutations += 1;
  context.shop.usage.points += actual;
  return { ...(data === undefined ? {} : { data }), ...(errors ? { errors } : {}), extensions: cost(actual) };
}

/** Runs a document that was validated before, as bulk operations do: nothing is weighed, every gate holds. */
export const runUnmetered: RunDocument = async (document, values, context) => {
  const admin = await adminSchema();
  const operation = getOperationAST(document);
  const variables = getVariableValues(admin.schema, operation?.variableDefinitions ?? [], values);
  if (variables.errors) return { errors: variables.errors.map((error) => invalidVariable(error, values)) };
  return run(admin, { document, values, context });
};

function run(
  admin: AdminSchema,
  given: {
    document: DocumentNode;
    operationName?: string | null | undefined;
    values: Record<string, unknown>;
    context: AdminContext;
  },
) {
  return execute({
    schema: admin.schema,
    document: given.document,
    operationName: given.operationName,
    variableValues: given.values,
    contextValue: given.context,
    fieldResolver: guardedResolver(admin),
  });
}

const SUBJECTS: Resolvers[] = [
  shopResolvers,
  appInstallationResolvers,
  flowResolvers,
  bulkOperationResolvers,
  productResolvers,
  productMutationResolvers,
  publicationResolvers,
  metafieldResolvers,
  inventoryResolvers,
  deliveryProfileResolvers,
  fulfillmentServiceResolvers,
  orderResolvers,
  fulfillmentOrderResolvers,
  fulfillmentResolvers,
  nodeResolvers,
];

const VALIDATION_RULES = [
  ...specifiedRules.filter((rule) => rule !== FieldsOnCorrectTypeRule),
  UndefinedFieldRule,
];

type Read = { document: DocumentNode | null; mistakes: readonly GraphQLError[] };

/** A client sends the same few texts again and again: each is read and validated once. */
const read = new Map<string, Read>();
const READ_AT_MOST = 1000;

function readDocument(schema: GraphQLSchema, query: string): Read {
  const known = read.get(query);
  if (known) return known;
  const found = parseAndValidate(schema, query);
  if (read.size === READ_AT_MOST) read.clear();
  read.set(query, found);
  return found;
}

function parseAndValidate(schema: GraphQLSchema, query: string): Read {
  try {
    const document = parse(query);
    return { document, mistakes: validate(schema, document, VALIDATION_RULES) };
  } catch (error) {
    if (error instanceof GraphQLError) return { document: null, mistakes: [error] };
    throw error;
  }
}

function noSuchOperation(name: string | null | undefined): GraphQLError {
  return new GraphQLError(name ? `No operation named "${name}"` : "An operation name is required");
}

/** Every field passes the same gates, in this order: scopes, sizes, idempotency, then its resolver. */
function guardedResolver(admin: AdminSchema): Resolver {
  return (source, given: Record<string, unknown>, context, info) => {
    const typeName = info.parentType.name;
    const args = context.isBulkQuery ? bulkArgs(given, info) : given;
    const unmet = firstUnmetRule(admin.accessRules(typeName, info.fieldName), context.grant.scopes);
    if (unmet) throw accessDenied(info.fieldName, unmet);
    if (source === undefined) refuseLongLists(info.fieldName, args);
    if (info.parentType === admin.schema.getMutationType() && admin.idempotencyRequired.has(info.fieldName))
      idempotencyKey(info);

    const resolver = SUBJECTS.map((subject) => subject[typeName]?.[info.fieldName]).find(Boolean);
    if (resolver) return resolver(source, args, context, info);
    const own: unknown = isRecord(source) ? source[info.fieldName] : undefined;
    if (own === undefined) throw notServed(typeName, info.fieldName);
    return typeof own === "function" ? (own as FieldFunction)(args, context, info) : own;
  };
}

/**
 * In a bulk query, page arguments are optional and ignored (shopify.dev: Perform bulk operations), except those that
 * the sandbox sets at the root.
 */
function bulkArgs(args: Record<string, unknown>, { parentType, returnType }: GraphQLResolveInfo) {
  if (!connectionNode(getNamedType(returnType))) return args;
  if (parentType.name === "QueryRoot") return { ...args, isBulk: true };
  return { ...args, first: null, last: null, after: null, before: null, isBulk: true };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
