import type { GraphQLFieldResolver } from "graphql";
import type { AccessGrant } from "../access-tokens.ts";
import type { SandboxApp, ShopState } from "../state.ts";

/** What every resolver is given: the shop asked, the app asking, and what it was granted. */
export interface AdminContext {
  shop: ShopState;
  app: SandboxApp;
  grant: AccessGrant;
  now: Date;
}

export type Resolver = GraphQLFieldResolver<unknown, AdminContext>;

/**
 * Type name → field name → resolver. A subject brings one such table; a resolver returns plain objects, whose own
 * properties answer their fields. A field with neither resolver nor property is reported as not served.
 */
export type Resolvers = Record<string, Record<string, Resolver>>;
