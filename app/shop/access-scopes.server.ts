import { AuthScopes } from "@shopify/shopify-api";

import type { Tx } from "../lib/database/db.server.ts";
import { env } from "../lib/env.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import { api } from "./auth/shopify.server.ts";
import { queryShop } from "./call.server.ts";

/** Reads the app's present permissions from the shop. */
export async function readScopes(shop: ShopDomain): Promise<string[]> {
  const data = await queryShop(shop, (request) =>
    request(`#graphql
      query accessScopes { currentAppInstallation { accessScopes { handle } } }
    `),
  );
  return data.currentAppInstallation.accessScopes.map(({ handle }) => handle);
}

/**
 * Stores the granted permissions with the shop's session.
 * @returns the needed permissions that were missing before, and those that are missing now; null without a session.
 */
export async function storeScopes(
  tx: Tx,
  shop: ShopDomain,
  granted: string[],
): Promise<{ before: string[]; now: string[] } | null> {
  const id = api.session.getOfflineId(shop);
  // Locks the row, so that only one of two concurrent webhooks finds a change.
  const [session] = await queryRows<{ scope: string | null }>(tx)`
    select scope from session where id = ${id} for update`;
  if (!session) return null;
  await tx.session.updateMany({ where: { id }, data: { scope: new AuthScopes(granted).toString() } });
  return {
    // If the former scopes are unknown, none counts as missing.
    before: session.scope === null ? [] : missingScopes(session.scope),
    now: missingScopes(granted),
  };
}

/** Returns the needed permissions that were not granted. A write scope implies its read scope. */
export function missingScopes(granted: string | string[]): string[] {
  const scopes = new AuthScopes(granted);
  return env.SCOPES.filter((scope) => !scopes.has(scope));
}

/** Returns true if a scope was granted, or is implied by its write scope. */
export function hasScope(granted: string[], scope: string): boolean {
  return new AuthScopes(granted).has(scope);
}

/**
 * Returns true if Shopify shows that the app lacks an optional scope. Returns false if Shopify does not answer. In that
 * case, the call that needs the scope shows if it is granted.
 */
export async function isScopeDenied(shop: ShopDomain, scope: string): Promise<boolean> {
  try {
    return !hasScope(await readScopes(shop), scope);
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** Translates "write_inventory" to the words of Shopify's admin: "edit inventory". */
export function describeScope(scope: string): string {
  const [access, ...subject] = scope.split("_");
  return `${access === "write" ? "edit" : "view"} ${subject.join(" ")}`;
}
