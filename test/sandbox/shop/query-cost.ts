import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isCompositeType,
  isObjectType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { connectionNode } from "./admin-schema.ts";
import { inputCost } from "./input-cost.ts";

export interface CostedOperation {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
}

/**
 * The points Shopify reserves before it runs an operation: scalars and enums 0, objects 1, interfaces and unions
 * the dearest selection, a mutation 10 (shopify.dev: GraphQL Admin API rate limits). A connection costs 2 and about
 * twice the logarithm of its page size times the cost of one node, and a count at the root costs 10. Both are fitted to the
 * recordings in airhorns/shopify-draft-proxy, of whose 423 queries nine in ten cost the same here, and documented nowhere. A mutation's 10 cover what its payload holds
 * directly, as in Shopify/graphql-js-client#141. Single fields may cost less or more in reality.
 */
export function requestedCost(costed: CostedOperation): number {
  return operationCost(costed, ASSUMED);
}

/** The same, counted over what came back: nulls are free, and a connection costs the nodes it really holds. */
export function actualCost(costed: CostedOperation, data: unknown): number {
  return operationCost(costed, data);
}

/** Stands for data that is not there yet. */
const ASSUMED = Symbol("assumed");

const MUTATION_POINTS = 10;
const CONNECTION_POINTS = 2;
const ROOT_COUNT_POINTS = 10;
const FREE = new Set(["MoneyBag", "MoneyV2"]);

function operationCost(costed: CostedOperation, data: unknown): number {
  const root = costed.schema.getRootType(costed.operation.operation);
  // Inputs cost fractions; a query costs whole points.
  return root ? Math.floor(selectionCost(costed, root, [costed.operation.selectionSet], data)) : 0;
}

function selectionCost(
  costed: CostedOperation,
  type: GraphQLCompositeType,
  selectionSets: SelectionSetNode[],
  value: unknown,
): number {
  const { fields, alternatives } = collect(costed, type, selectionSets);
  let total = 0;
  for (const [key, nodes] of fields) total += fieldCost(costed, type, nodes, valueAt(value, key));
  const dearest = alternatives.map(([other, set]) => selectionCost(costed, other, [set], value));
  return total + Math.max(0, ...dearest);
}

function fieldCost(
  costed: CostedOperation,
  parent: GraphQLCompositeType,
  nodes: FieldNode[],
  value: unknown,
): number {
  const node = nodes[0];
  const field = node && fieldOf(parent, node);
  if (!field || value === null || value === undefined) return 0;
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return 0;

  const selected = nodes.flatMap((each) => each.selectionSet ?? []);
  const args = getArgumentValues(field, node, costed.variables);
  if (parent === costed.schema.getMutationType())
    return MUTATION_POINTS + inputCost(field, args) + payloadCost(costed, type, selected, value);
  if (connectionNode(type)) return connectionCost(costed, type, selected, value, pageSize(args));
  if (parent === costed.schema.getQueryType() && type.name === "Count") return ROOT_COUNT_POINTS;
  const costOfOne = (item: unknown): number => 1 + selectionCost(costed, type, selected, item);
  // Recorded: an amount of money is free, and a list counts once, that of `nodes(ids:)` too.
  if (FREE.has(type.name)) return 0;
  return Array.isArray(value) ? Math.max(0, ...value.map(costOfOne)) : costOfOne(value);
}

/** The mutation's points cover a payload's own fields; only deeper ones count. */
function payloadCost(
  costed: CostedOperation,
  payload: GraphQLCompositeType,
  selected: SelectionSetNode[],
  value: unknown,
): number {
  let total = 0;
  for (const [key, nodes] of collect(costed, payload, selected).fields) {
    const covered = fieldCost(costed, payload, nodes, valueAt(value, key));
    total += Math.max(0, covered - 1);
  }
  return total;
}

function connectionCost(
  costed: CostedOperation,
  connection: GraphQLCompositeType,
  selected: SelectionSetNode[],
  value: unknown,
  size: number,
): number {
  let points = 0;
  for (const [key, nodes] of collect(costed, connection, selected).fields) {
    const field = nodes[0] && fieldOf(connection, nodes[0]);
    const type = field && getNamedType(field.type);
    if (!field || !isCompositeType(type) || !["edges", "nodes"].includes(field.name)) continue;
    const sets = nodes.flatMap((node) => node.selectionSet ?? []);
    // An edge itself is free, the node in it is not.
    const own = field.name === "edges" ? 0 : 1;
    const costOfOne = (item: unknown): number => Math.max(1, own + selectionCost(costed, type, sets, item));
    points += costOfPage(valueAt(value, key), size, costOfOne);
  }
  return CONNECTION_POINTS + points;
}

/** Charges a page of `n` nodes for about `2 ln(n)` of them. */
function costOfPage(value: unknown, size: number, costOfOne: (item: unknown) => number): number {
  if (value === ASSUMED) return countedNodes(size) * costOfOne(ASSUMED);
  const nodes = Array.isArray(value) ? value.filter((node) => node !== null) : [];
  if (nodes.length === 0) return 0;
  const total = nodes.reduce((sum: number, node) => sum + costOfOne(node), 0);
  return Math.floor((countedNodes(nodes.length) * total) / nodes.length);
}

function countedNodes(size: number): number {
  return size === 0 ? 0 : Math.max(1, Math.floor(2 * Math.log(size)));
}

/** Fields that apply to every object of the type, merged by response key, and fragments that apply to some. */
function collect(costed: CostedOperation, type: GraphQLCompositeType, sets: SelectionSetNode[]) {
  const fields = new Map<string, FieldNode[]>();
  const alternatives: [GraphQLCompositeType, SelectionSetNode][] = [];
  const walk = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (!isIncluded(selection, costed.variables)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        fields.set(key, [...(fields.get(key) ?? []), selection]);
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? costed.fragments.get(selection.name.value) : selection;
      if (!fragment) continue;
      const condition = fragment.typeCondition && costed.schema.getType(fragment.typeCondition.name.value);
      if (isCompositeType(condition) && condition !== type && !covers(costed.schema, condition, type))
        alternatives.push([condition, fragment.selectionSet]);
      else walk(fragment.selectionSet);
    }
  };
  sets.forEach(walk);
  return { fields, alternatives };
}

function covers(schema: GraphQLSchema, condition: GraphQLCompositeType, type: GraphQLCompositeType): boolean {
  return isAbstractType(condition) && isObjectType(type) && schema.isSubType(condition, type);
}

function isIncluded(
  selection: SelectionSetNode["selections"][number],
  variables: Record<string, unknown>,
): boolean {
  if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if !== false;
}

function fieldOf(parent: GraphQLCompositeType, node: FieldNode): GraphQLField<unknown, unknown> | undefined {
  return "getFields" in parent ? parent.getFields()[node.name.value] : undefined;
}

function pageSize(args: Record<string, unknown>): number {
  const size = args.first ?? args.last;
  return typeof size === "number" ? size : 1;
}

function valueAt(value: unknown, key: string): unknown {
  if (value === ASSUMED) return ASSUMED;
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
