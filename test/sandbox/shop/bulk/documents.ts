import {
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
} from "graphql";

import { connectionNode } from "../admin-schema.ts";
import { type UserError, userError } from "../user-errors.ts";

/**
 * Shopify's refusals of a bulk operation's document, as recorded in airhorns/shopify-draft-proxy,
 * bulk-operation-run-{query,mutation}-{validators,user-error-codes,user-errors,connection-validators} and
 * bulk-operation-storage-byte-limit.
 */
export type BulkDocument =
  | { kind: "document"; document: DocumentNode; operation: OperationDefinitionNode }
  | { kind: "refused"; userErrors: UserError[] };

const MAX_BYTES = 65_535;

export function readBulkQuery(schema: GraphQLSchema, text: string): BulkDocument {
  const invalid = (message: string) => userError(["query"], message, "INVALID");
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES)
    return refused(invalid(`Query is too large (${bytes} bytes; maximum is ${MAX_BYTES} bytes)`));
  const read = parseOne(text);
  if (read instanceof GraphQLError) return refused(invalid(`Invalid bulk query: ${syntaxError(read)}`));
  const { document, operation } = read;
  if (operation.operation !== OperationTypeNode.QUERY)
    return refused(invalid("Invalid operation type. Only `query` operations are supported."));
  const [mistake] = validate(schema, document);
  if (mistake) return refused(invalid(`Invalid bulk query: ${mistake.message}`));
  const errors = queryRules(schema, document, operation).map(invalid);
  return errors.length > 0 ? { kind: "refused", userErrors: errors } : read;
}

export function readBulkMutation(schema: GraphQLSchema, text: string): BulkDocument {
  const invalid = (message: string) => userError(null, message, "INVALID_MUTATION");
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) {
    const message = `is too large (${bytes} bytes; maximum is ${MAX_BYTES} bytes)`;
    return refused(userError(["query"], message, "INVALID_MUTATION"));
  }
  const read = parseOne(text);
  if (read instanceof GraphQLError)
    return refused(invalid(`Failed to parse the mutation - ${syntaxError(read)}`));
  const { document, operation } = read;
  if (operation.operation !== OperationTypeNode.MUTATION)
    return refused(invalid("Invalid operation type. Only `mutation` operations are supported."));
  const names = operation.selectionSet.selections.map((node) => (node as FieldNode).name.value);
  if (names.length !== 1)
    return refused(userError(["mutation"], "You must specify a single top level mutation."));
  if (names.some((name) => NOT_IN_BULK.has(name)))
    return refused(userError(["mutation"], "You must use an allowed mutation name."));
  const [mistake] = validate(schema, document);
  if (mistake) return refused(invalid(mistake.message));
  if (connectionsIn(schema, document).length > 1)
    return refused(userError(["mutation"], "Bulk mutations cannot contain more than 1 connection."));
  return read;
}

/** Every other mutation may be run in bulk (shopify.dev changelog 2025-12-15: Faster bulk operations). */
const NOT_IN_BULK = new Set(["bulkOperationRunMutation", "bulkOperationRunQuery"]);

/** Limits of the connections around a connection, and of all connections (Admin schema, bulkOperationRunQuery). */
const MAX_DEPTH = 2;
const MAX_CONNECTIONS = 5;

function queryRules(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): string[] {
  const roots = operation.selectionSet.selections.flatMap((node) =>
    node.kind === Kind.FIELD ? [node.name.value] : [],
  );
  const connections = connectionsIn(schema, document);
  const byNodes = connections.filter(({ node }) => selects(node, "nodes"));
  const [example] = byNodes;
  const parents = connections.filter(({ nestsOthers, node }) => nestsOthers && !selectsId(node));
  const errors: string[] = [];
  if (roots.some((name) => name === "node" || name === "nodes"))
    errors.push("Bulk queries cannot contain a top level `node` field.");
  if (connections.length === 0) errors.push("Bulk queries must contain at least one connection.");
  if (example)
    errors.push(
      "All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: " +
        `'${example.name} { edges { node {'. Selecting via 'nodes' is not supported. ` +
        `Invalid connection fields: '${byNodes.map(({ name }) => name).join("', '")}'.`,
    );
  if (connections.some(({ depth }) => depth > MAX_DEPTH))
    errors.push("Bulk queries cannot contain connections with a nesting depth greater than 2.");
  if (connections.length > MAX_CONNECTIONS)
    errors.push("Bulk queries cannot contain more than 5 connections.");
  if (connections.some(({ inList }) => inList))
    errors.push("Queries that contain a connection field within a list field are not currently supported.");
  if (parents.length > 0)
    errors.push(
      "The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of " +
        `'ID' return type. Connection fields without 'id': ${parents.map(({ name }) => name).join(", ")}.`,
    );
  // "querying a single top-level field" (shopify.dev: Perform bulk operations); the wording is not Shopify's.
  if (roots.length > 1) errors.push("Bulk queries must contain a single top level field.");
  return errors;
}

interface Connection {
  name: string;
  node: FieldNode;
  /** The number of connections around it. */
  depth: number;
  inList: boolean;
  nestsOthers: boolean;
}

function connectionsIn(schema: GraphQLSchema, document: DocumentNode): Connection[] {
  const found: Connection[] = [];
  const above: Connection[] = [];
  const lists: FieldNode[] = [];
  const types = new TypeInfo(schema);
  const connectionOf = (): boolean => {
    const type = types.getType();
    const named = type && getNamedType(type);
    return isCompositeType(named) && connectionNode(named) !== undefined;
  };
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter(node) {
          const type = types.getType();
          if (connectionOf()) {
            const connection: Connection = {
              name: node.name.value,
              node,
              depth: above.length,
              inList: lists.length > 0,
              nestsOthers: false,
            };
            const parent = above.at(-1);
            if (parent) parent.nestsOthers = true;
            above.push(connection);
            found.push(connection);
          } else if (type && isListType(getNullableType(type)) && node.name.value !== "edges")
            lists.push(node);
        },
        leave(node) {
          if (above.at(-1)?.node === node) above.pop();
          if (lists.at(-1) === node) lists.pop();
        },
      },
    }),
  );
  return found;
}

function selects(connection: FieldNode, name: string): FieldNode | undefined {
  const fields = connection.selectionSet?.selections.filter((node) => node.kind === Kind.FIELD) ?? [];
  return fields.find((node) => node.name.value === name);
}

function selectsId(connection: FieldNode): boolean {
  const edges = selects(connection, "edges");
  const node = edges && selects(edges, "node");
  const id = node && selects(node, "id");
  return id !== undefined && id.alias === undefined;
}

function parseOne(text: string): Extract<BulkDocument, { kind: "document" }> | GraphQLError {
  try {
    const document = parse(text);
    const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    const [operation] = operations;
    if (!operation || operations.length > 1) return new GraphQLError("one operation is expected");
    return { kind: "document", document, operation };
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

/** graphql-ruby's words for what graphql-js calls "Syntax Error: Expected Name, found <EOF>." */
function syntaxError({ message, source, locations }: GraphQLError): string {
  const [at] = locations ?? [];
  if (!source || source.body.trim() === "") return "syntax error, unexpected end of file";
  const place = at ? ` at [${at.line}, ${at.column}]` : "";
  return message.endsWith("found <EOF>.")
    ? `syntax error, unexpected end of file${place}`
    : `${message.replace("Syntax Error: ", "syntax error, ")}${place}`;
}

function refused(...userErrors: UserError[]): BulkDocument {
  return { kind: "refused", userErrors };
}
