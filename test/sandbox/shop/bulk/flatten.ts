import {
  getNamedType,
  type GraphQLCompositeType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from "graphql";

import { connectionNode } from "../admin-schema.ts";

export interface ResultObject {
  isRoot: boolean;
  object: Record<string, unknown>;
}

interface Flattening {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/**
 * The objects of a bulk query's answer, each a line of the result: a connection's nodes stand for themselves and name
 * the node above them as `__parentId`; cursors and page info are left out (shopify.dev: Perform bulk operations, The
 * JSONL data format; an example is recorded in airhorns/shopify-draft-proxy, bulk-operation-root-count-and-search-filters).
 */
export function flatten(
  flattening: Flattening,
  { type, sets, value }: { type: GraphQLCompositeType; sets: SelectionSetNode[]; value: unknown },
): ResultObject[] {
  const found: ResultObject[] = [];
  const own = walk(flattening, { type, sets, value, parentId: undefined, found });
  return Object.keys(own).length > 0 ? [{ isRoot: true, object: own }, ...found] : found;
}

interface Walk {
  type: GraphQLCompositeType;
  sets: SelectionSetNode[];
  value: unknown;
  parentId: string | undefined;
  found: ResultObject[];
}

/** Returns the part of a value that belongs to its own line; adds its connections to `found`. */
function walk(flattening: Flattening, { type, sets, value, parentId, found }: Walk): Record<string, unknown> {
  const own: Record<string, unknown> = {};
  for (const [key, nodes] of fieldsOf(flattening, sets)) {
    const read = (value as Record<string, unknown> | null)?.[key];
    if (read === undefined) continue;
    const field = nodes[0] && fieldOf(flattening.schema, type, nodes[0].name.value);
    const inner = field && getNamedType(field.type);
    const selected = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (!isCompositeType(inner) || read === null) own[key] = read;
    else if (connectionNode(inner))
      lines(flattening, { type: inner, sets: selected, value: read, parentId, found });
    else {
      const below = (item: unknown) =>
        item === null
          ? null
          : walk(flattening, { type: inner, sets: selected, value: item, parentId, found });
      const kept = Array.isArray(read) ? read.map(below) : below(read);
      // An object with only connections has no values of its own.
      if (kept !== null && Object.keys(kept).length > 0) own[key] = kept;
    }
  }
  return own;
}

function lines(flattening: Flattening, { type, sets, value, parentId, found }: Walk): void {
  const node = connectionNode(type);
  if (!isCompositeType(node)) return;
  const selected = [...fieldsOf(flattening, sets)]
    .filter(([key]) => key === "edges")
    .flatMap(([, nodes]) => nodes.flatMap(({ selectionSet }) => selectionSet ?? []));
  const inNode = [...fieldsOf(flattening, selected)]
    .filter(([key]) => key === "node")
    .flatMap(([, nodes]) => nodes.flatMap(({ selectionSet }) => selectionSet ?? []));
  const { edges = [] } = value as { edges?: { node: Record<string, unknown> | null }[] };
  for (const edge of edges) {
    if (edge.node === null) continue;
    const below: ResultObject[] = [];
    const id = typeof edge.node.id === "string" ? edge.node.id : parentId;
    const object = walk(flattening, {
      type: node,
      sets: inNode,
      value: edge.node,
      parentId: id,
      found: below,
    });
    const line = parentId === undefined ? object : { ...object, __parentId: parentId };
    found.push({ isRoot: parentId === undefined, object: line }, ...below);
  }
}

function fieldsOf({ fragments }: Flattening, sets: SelectionSetNode[]): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const collect = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        fields.set(key, [...(fields.get(key) ?? []), selection]);
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      if (fragment) collect(fragment.selectionSet);
    }
  };
  sets.forEach(collect);
  return fields;
}

/** Finds fields of a fragment on one of an interface's or a union's types as well. */
function fieldOf(schema: GraphQLSchema, type: GraphQLCompositeType, name: string) {
  const types = [type, ...(isAbstractType(type) ? schema.getPossibleTypes(type) : [])];
  return types.map((each) => ("getFields" in each ? each.getFields()[name] : undefined)).find(Boolean);
}
