import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryShop } from "./call.server.ts";

/** The version in which `shopify.app.toml` orders its webhooks; a test holds the two together. */
export const WEBHOOK_API_VERSION = "2026-10";

/** Reads in which version Shopify sends webhooks to the app, as its deployed configuration says. */
export async function readWebhooks(shop: ShopDomain): Promise<{ apiVersion: string }> {
  const { currentAppInstallation } = await queryShop(shop, (request) =>
    request(`#graphql
      query webhookVersion { currentAppInstallation { app { webhookApiVersion } } }
    `),
  );
  return { apiVersion: currentAppInstallation.app.webhookApiVersion };
}
