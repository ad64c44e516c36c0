import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryShop } from "./call.server.ts";

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
