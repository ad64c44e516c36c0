import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { sessionStorage } from "./auth/shopify.server.ts";
import { queryShop } from "./call.server.ts";
import { endPause, forgetAccess } from "./auth/access-store.server.ts";

/**
 * Returns true if the shop accepts the app's token. That proves that the app is installed, even if the shop denies
 * everything else. A rejected token does not prove an uninstall, because it may have been unused for too long.
 * @throws Failure `unreachable` and the like if the shop gives no clear answer.
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
    if (error.isAboutAccess) return false;
    // Shopify returns errors of an operation only if the token is valid.
    if (error.isPermanent && error.status === undefined) return true;
    throw error;
  }
}

/** Deletes the shop's access tokens. */
export async function deleteSessions(shop: ShopDomain): Promise<void> {
  await sessionStorage.deleteSessionsOf(shop);
  await forgetAccess(shop);
}

/** The API version of webhooks in `shopify.app.toml`. A test compares the two. */
export const WEBHOOK_API_VERSION = "2026-10";

/** Reads the API version of the webhooks in the app's deployed configuration. */
export async function readWebhooks(shop: ShopDomain): Promise<{ apiVersion: string }> {
  const { currentAppInstallation } = await queryShop(shop, (request) =>
    request(`#graphql
      query webhookVersion { currentAppInstallation { app { webhookApiVersion } } }
    `),
  );
  return { apiVersion: currentAppInstallation.app.webhookApiVersion };
}
