import type { GraphQLFieldResolver, GraphQLResolveInfo } from "graphql";
import type { AccessGrant } from "../access-tokens.ts";
import type { Bulk } from "../bulk/run.ts";
import type { Occasion } from "../occasion.ts";
import type { SandboxApp } from "../state.ts";

/** The context of every resolver: the occasion, the calling app, and its scopes. */
export interface AdminContext extends Occasion {
  app: SandboxApp;
  grant: AccessGrant;
  /** How a bulk operation goes on after the request that begins it. */
  bulk: Bulk;
  /** Bulk queries read connections to their end, ignoring page sizes. */
  isBulkQuery?: boolean;
}

export type Resolver = GraphQLFieldResolver<unknown, AdminContext>;

/**
 * Type name → field name → resolver. A subject brings one such table; a resolver returns plain objects, whose own
 * properties answer their fields, and whose functions are called with the field's arguments. A field with neither
 * resolver nor property is reported as not served.
 */
export type Resolvers = Record<string, Record<string, Resolver>>;

/** An own property may be a function if a field takes arguments or is costly to prepare. */
export type FieldFunction = (args: unknown, context: AdminContext, info: GraphQLResolveInfo) => unknown;
