import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { sessionStorage } from "../../shopify.server.ts";
import { forgetAccess } from "./access-store.server.ts";
import { queryShop } from "../call.server.ts";

/**
 * Asks the shop itself, with its own token, whether the app is still installed there. Only for one of whom Shopify has
 * said that it is not: a shop that takes our token is proof of the contrary, while one that does not may just not have
 * used the app for too long.
 *
 * @throws Failure `unreachable` and the like when the shop gives no clear answer.
 */
export async function isInstalled(shop: ShopDomain): Promise<boolean> {
  try {
    await queryShop(shop, (request) =>
      request(`#graphql
        query installation { shop { id } }
      `),
    );
    return true;
  } catch (error) {
    if (error instanceof Failure && (error.code === "shop-gone" || error.code === "access-lost"))
      return false;
    throw error;
  }
}

/** Forgets the shop's access tokens. */
export async function deleteSessions(shop: ShopDomain): Promise<void> {
  await sessionStorage.deleteSessionsOf(shop);
  await forgetAccess(shop);
}
