import type { GraphQLFieldResolver, GraphQLResolveInfo } from "graphql";
import type { AccessGrant } from "../access-tokens.ts";
import type { Bulk } from "../bulk/run.ts";
import type { Occasion } from "../occasion.ts";
import type { SandboxApp } from "../state.ts";

/** What every resolver is given: the occasion, the app asking, and what it was granted. */
export interface AdminContext extends Occasion {
  app: SandboxApp;
  grant: AccessGrant;
  /** How a bulk operation goes on after the request that begins it. */
  bulk: Bulk;
  /** Connections are read to their end, whatever page is asked for. */
  isBulkQuery?: boolean;
}

export type Resolver = GraphQLFieldResolver<unknown, AdminContext>;

/**
 * Type name → field name → resolver. A subject brings one such table; a resolver returns plain objects, whose own
 * properties answer their fields, and whose functions are called with the field's arguments. A field with neither
 * resolver nor property is reported as not served.
 */
export type Resolvers = Record<string, Record<string, Resolver>>;

/** What an own property may be, where a field takes arguments or is dear to prepare. */
export type FieldFunction = (args: unknown, context: AdminContext, info: GraphQLResolveInfo) => unknown;
