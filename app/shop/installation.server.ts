import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { sessionStorage } from "../shopify.server.ts";
import { queryShop } from "./call.server.ts";
import { endPause, forgetAccess } from "./auth/access-store.server.ts";

/**
 * Asks the shop, with its own token, whether the app is still installed there. A token that the shop accepts proves it,
 * even if all else is denied; one that it rejects may just not have been used for too long.
 *
 * @throws Failure `unreachable` and the like when the shop gives no clear answer.
 */
export async function isInstalled(shop: ShopDomain): Promise<boolean> {
  await endPause(shop);
  try {
    await queryShop(shop, (request) =>
      request(`#graphql
        query installation { shop { id } }
      `),
    );
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === "shop-gone" || error.code === "access-lost") return false;
    // Errors of an operation are told only to those whose token is good.
    if (error.isPermanent && error.status === undefined) return true;
    throw error;
  }
}

/** Forgets the shop's access tokens. */
export async function deleteSessions(shop: ShopDomain): Promise<void> {
  await sessionStorage.deleteSessionsOf(shop);
  await forgetAccess(shop);
}
