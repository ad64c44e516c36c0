import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { sessionStorage } from "../shopify.server.ts";
import { askShop } from "./call.server.ts";

/**
 * Asks the shop itself, with its own token, whether the app is still installed there.
 *
 * @throws Failure `unreachable` and the like when the shop gives no clear answer.
 */
export async function isInstalled(shop: ShopDomain): Promise<boolean> {
  try {
    await askShop(shop, (request) =>
      request(`#graphql
        query installation { shop { id } }
      `),
    );
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "shop-gone") return false;
    throw error;
  }
}

/** Forgets the shop's access tokens. */
export function deleteSessions(shop: ShopDomain): Promise<void> {
  return sessionStorage.deleteSessionsOf(shop);
}
