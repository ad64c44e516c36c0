import { AuthScopes } from "@shopify/shopify-api";

import type { Tx } from "../lib/db.server.ts";
import { env } from "../lib/env.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { api } from "../shopify.server.ts";
import { queryShop } from "./call.server.ts";

/** Reads from the shop which permissions the app has there now. */
export async function readScopes(shop: ShopDomain): Promise<string[]> {
  const data = await queryShop(shop, (request) =>
    request(`#graphql
      query accessScopes { currentAppInstallation { accessScopes { handle } } }
    `),
  );
  return data.currentAppInstallation.accessScopes.map(({ handle }) => handle);
}

/**
 * Keeps the granted permissions with the shop's session.
 *
 * @returns those that the app needs and that were missing before, and those missing now; null without a session.
 */
export async function storeScopes(
  tx: Tx,
  shop: ShopDomain,
  granted: string[],
): Promise<{ before: string[]; now: string[] } | null> {
  const id = api.session.getOfflineId(shop);
  // Locked, so that of two webhooks at once only one finds a change.
  const [session] = await tx.$queryRaw<{ scope: string | null }[]>`
    select scope from session where id = ${id} for update`;
  if (!session) return null;
  await tx.session.updateMany({ where: { id }, data: { scope: new AuthScopes(granted).toString() } });
  return {
    // Where it is not known, nothing counts as missing.
    before: session.scope === null ? [] : missingScopes(session.scope),
    now: missingScopes(granted),
  };
}

/** The permissions that the app needs and was not granted. One to write implies the one to read. */
export function missingScopes(granted: string | string[]): string[] {
  const scopes = new AuthScopes(granted);
  return env.SCOPES.filter((scope) => !scopes.has(scope));
}

/** Whether a scope was granted, or is implied by its write scope. */
export function hasScope(granted: string[], scope: string): boolean {
  return new AuthScopes(granted).has(scope);
}

/** "write_inventory" as Shopify's admin shows it: "edit inventory". */
export function describeScope(scope: string): string {
  const [access, ...subject] = scope.split("_");
  return `${access === "write" ? "edit" : "view"} ${subject.join(" ")}`;
}
