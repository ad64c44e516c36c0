import {
  buildClientSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from "graphql";

import { readAdminSchema, type AdminSchemaFile } from "../../../scripts/admin-schema.ts";

/** The scopes that a field or type requires: Shopify's words for them, and the scopes, of which any one suffices. */
export interface AccessRule {
  requiredAccess: string;
  anyOf: string[];
}

export interface AdminSchema {
  schema: GraphQLSchema;
  /**
   * Returns the rules that must be granted before `type.field` is resolved: the field's own, and that of the type it
   * returns.
   */
  accessRules(typeName: string, fieldName: string): AccessRule[];
  /** The mutations that fail without `@idempotent`. */
  idempotencyRequired: ReadonlySet<string>;
}

/** Shopify's real Admin schema, executable. Loading takes 0.3 s, so a process does it once. */
export function adminSchema(): Promise<AdminSchema> {
  loaded ??= load();
  return loaded;
}

/** The type behind `edges.node` when a type is a connection. */
export function connectionNode(type: GraphQLNamedType): GraphQLNamedType | undefined {
  if (!isObjectType(type) || !type.name.endsWith("Connection")) return undefined;
  const edge = type.getFields().edges;
  const edgeType = edge && getNamedType(edge.type);
  const node = isObjectType(edgeType) ? edgeType.getFields().node : undefined;
  return node && getNamedType(node.type);
}

let loaded: Promise<AdminSchema> | undefined;

async function load(): Promise<AdminSchema> {
  const file = await readAdminSchema();
  const schema = buildClientSchema(file.data, { assumeValid: true });
  return { schema, accessRules: ruleFinder(schema, file), idempotencyRequired: idempotentMutations(schema) };
}

function ruleFinder(schema: GraphQLSchema, file: AdminSchemaFile): AdminSchema["accessRules"] {
  const rules = new Map<string, AccessRule>();
  for (const item of file.offline_scopes.items) {
    if (item.offlineScopes.length === 0) continue;
    const name = item.fieldName === undefined ? item.typeName : `${item.typeName}.${item.fieldName}`;
    rules.set(name, { requiredAccess: item.requiredAccess, anyOf: item.offlineScopes });
  }
  const found = new Map<string, AccessRule[]>();
  return (typeName, fieldName) => {
    const name = `${typeName}.${fieldName}`;
    const known = found.get(name);
    if (known) return known;
    const field = fieldOf(schema, typeName, fieldName);
    const returned = field && getNamedType(field.type);
    const node = returned && (connectionNode(returned) ?? returned);
    // The type itself counts too: an object reached through `node(id:)` has passed no other gate.
    const applying = [name, node?.name ?? "", typeName].flatMap((each) => rules.get(each) ?? []);
    found.set(name, applying);
    return applying;
  };
}

/** The schema says so in its descriptions only: "As of version 2026-04, the idempotency key is required". */
function idempotentMutations(schema: GraphQLSchema): Set<string> {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const required = mutations.filter((field) =>
    field.description?.includes("the idempotency key is required"),
  );
  return new Set(required.map((field) => field.name));
}

function fieldOf(
  schema: GraphQLSchema,
  typeName: string,
  fieldName: string,
): GraphQLField<unknown, unknown> | undefined {
  const type = schema.getType(typeName);
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName] : undefined;
}
