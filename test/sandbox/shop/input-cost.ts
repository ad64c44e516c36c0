import {
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLField,
  type GraphQLInputType,
} from "graphql";

/**
 * Returns the cost of a mutation's input: the schema says of some fields, such as productSet's variants, "Complexity
 * cost: 0.2 per variant". Recordings show the same for variants that are added in bulk.
 */
export function inputCost(field: GraphQLField<unknown, unknown>, args: Record<string, unknown>): number {
  if (field.name === "productVariantsBulkCreate" && Array.isArray(args.variants))
    return args.variants.length * POINTS_PER_VARIANT;
  return field.args.reduce((sum, { name, type }) => sum + valueCost(type, args[name]), 0);
}

const POINTS_PER_VARIANT = 0.2;

function valueCost(type: GraphQLInputType, value: unknown): number {
  if (isNonNullType(type)) return valueCost(type.ofType, value);
  if (Array.isArray(value) && isListType(type))
    return value.reduce<number>((sum, item) => sum + valueCost(type.ofType, item), 0);
  if (typeof value !== "object" || value === null || !isInputObjectType(type)) return 0;
  const given = value as Record<string, unknown>;
  return Object.values(type.getFields()).reduce((sum, { name, type: inner, description }) => {
    const count = Array.isArray(given[name]) ? given[name].length : Number(Boolean(given[name]));
    const points = Number(/Complexity cost: ([\d.]+) per/.exec(description ?? "")?.[1] ?? 0);
    return sum + count * points + valueCost(inner, given[name]);
  }, 0);
}
