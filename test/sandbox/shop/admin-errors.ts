import {
  GraphQLError,
  Kind,
  print,
  type ASTNode,
  type ASTVisitor,
  type ValidationContext,
  type VariableDefinitionNode,
} from "graphql";
import type { AccessRule } from "./admin-schema.ts";

/** Errors in the form in which Shopify's Admin API reports them, inside an HTTP 200. */

export const MAX_QUERY_COST = 1000;

/** shopify.dev: GraphQL Admin API, Status and error codes. */
export function throttled(): GraphQLError {
  const documentation = "https://shopify.dev/api/usage/rate-limits";
  return new GraphQLError("Throttled", { extensions: { code: "THROTTLED", documentation } });
}

/** shopify.dev: GraphQL Admin API, Status and error codes. */
export function maxCostExceeded(cost: number): GraphQLError {
  const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${MAX_QUERY_COST}).

See https://shopify.dev/concepts/about-apis/rate-limits for more information on how the
cost of a query is calculated.

To query larger amounts of data with fewer limits, bulk operations should be used instead.
See https://shopify.dev/tutorials/perform-bulk-operations-with-admin-api for usage details.
`;
  const documentation = "https://shopify.dev/api/usage/rate-limits";
  return new GraphQLError(message, {
    extensions: { code: "MAX_COST_EXCEEDED", cost, maxCost: MAX_QUERY_COST, documentation },
  });
}

/** shopify.dev: Work with protected customer data; REST words it in the same way (Shopify/shopify-app-template-remix#443). */
export function notApproved(object: string): GraphQLError {
  const page = "https://shopify.dev/docs/apps/launch/protected-customer-data";
  return new GraphQLError(
    `This app is not approved to access the ${object} object. See ${page} for more details.`,
    { extensions: { code: "ACCESS_DENIED", documentation: "https://shopify.dev/api/usage/access-scopes" } },
  );
}

/** shopify.dev: Access scopes; the wording as in Shopify/shopify-api-ruby#1415. */
export function accessDenied(fieldName: string, rule: AccessRule): GraphQLError {
  return new GraphQLError(`Access denied for ${fieldName} field. Required access: ${rule.requiredAccess}`, {
    extensions: {
      code: "ACCESS_DENIED",
      documentation: "https://shopify.dev/api/usage/access-scopes",
      requiredAccess: rule.requiredAccess,
    },
  });
}

/**
 * A bulk operation of an app that may run none: "the request returns an access denied error"
 * (shopify.dev/changelog/apps-must-enable-bulk-operations-before-use, which does not show it).
 */
export function bulkDeniedError(type: "QUERY" | "MUTATION"): GraphQLError {
  const name = type === "QUERY" ? "bulkOperationRunQuery" : "bulkOperationRunMutation";
  return new GraphQLError(`Access denied for ${name} field.`, {
    extensions: { code: "ACCESS_DENIED", documentation: "https://shopify.dev/api/usage/access-scopes" },
  });
}

/** Error of a non-null field that leads to an order which is too old for the app's scopes. */
export function orderTooOld(fieldName: string): GraphQLError {
  return accessDenied(fieldName, { requiredAccess: "`read_all_orders` access scope.", anyOf: [] });
}

/** shopify.dev changelog 2025-12-12: the schema does not ask for the directive, the mutation fails without it. */
export function idempotencyMissing(): GraphQLError {
  return badRequest("The @idempotent directive is required for this mutation but was not provided.");
}

/** The schema's own words on `@idempotent`. */
export function idempotencyKeyBlank(): GraphQLError {
  return badRequest("The idempotency key cannot be an empty string or whitespace only.");
}

/**
 * Error of a mutation that needs an object, and gets an id that names none (airhorns/shopify-draft-proxy,
 * fulfillment-order-lifecycle).
 */
export function resourceNotFound(id: string): GraphQLError {
  return new GraphQLError(`Invalid id: ${id}`, { extensions: { code: "RESOURCE_NOT_FOUND" } });
}

/** Error of an argument that passes the schema and still makes no sense. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}

/** shopify.dev: GraphQL Admin API, limits; as recorded in airhorns/shopify-draft-proxy, product-set-shape-validator. */
export function inputTooLong(path: string[], size: number, limit: number): GraphQLError {
  return new GraphQLError(
    `The input array size of ${size} is greater than the maximum allowed of ${limit}.`,
    { path, extensions: { code: "MAX_INPUT_SIZE_EXCEEDED" } },
  );
}

/** An error that Shopify does not have: it says that the sandbox, and not the app, is at fault. */
export function notServed(typeName: string, fieldName: string): GraphQLError {
  return new GraphQLError(`The sandbox does not serve ${typeName}.${fieldName} yet.`, {
    extensions: { code: "SANDBOX_NOT_SERVED" },
  });
}

/** The form of graphql-ruby, which Shopify runs: the variable as a whole, with its problems inside. */
export function invalidVariable(error: GraphQLError, values: Record<string, unknown>): GraphQLError {
  const definition = error.nodes?.[0] as VariableDefinitionNode;
  const name = definition.variable.name.value;
  const message = `Variable $${name} of type ${print(definition.type)} was provided invalid value`;
  return new GraphQLError(message, {
    nodes: definition,
    extensions: {
      code: "INVALID_VARIABLE",
      value: values[name] ?? null,
      problems: [{ path: [], explanation: error.message }],
    },
  });
}

/** Validation rule in place of graphql-js' own, with the words and the path of graphql-ruby. */
export function UndefinedFieldRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node, _key, _parent, _path, ancestors) {
      const type = context.getParentType();
      if (!type || context.getFieldDef()) return;
      const fieldName = node.name.value;
      const above = ancestors.flatMap((ancestor) => pathSegment(ancestor) ?? []);
      const error = new GraphQLError(`Field '${fieldName}' doesn't exist on type '${type.name}'`, {
        nodes: node,
        path: [...above, node.alias?.value ?? fieldName],
        extensions: { code: "undefinedField", typeName: type.name, fieldName },
      });
      context.reportError(error);
    },
  };
}

function pathSegment(ancestor: ASTNode | readonly ASTNode[]): string | undefined {
  const node = "kind" in ancestor ? ancestor : undefined;
  switch (node?.kind) {
    case Kind.OPERATION_DEFINITION:
      return node.name ? `${node.operation} ${node.name.value}` : node.operation;
    case Kind.FRAGMENT_DEFINITION:
      return `fragment ${node.name.value}`;
    case Kind.INLINE_FRAGMENT:
      return node.typeCondition ? `... on ${node.typeCondition.name.value}` : "...";
    case Kind.FIELD:
      return node.alias?.value ?? node.name.value;
    default:
      return undefined;
  }
}
