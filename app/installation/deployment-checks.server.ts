import { readWebhooks, WEBHOOK_API_VERSION } from "../shop/installation.server.ts";
import type { SetupCheck } from "./setup-check.ts";
import { createDefinitions, readMissingDefinitions } from "../shop/products/metafield-definitions.server.ts";

/**
 * Checks whether the webhook subscriptions of our `shopify.app.toml` are deployed. Shopify does not list
 * subscriptions from this file, but returns its API version. Another version means that another file is
 * deployed.
 */
export const webhooks: SetupCheck = {
  find: async (shop) => {
    const { apiVersion } = await readWebhooks(shop);
    if (apiVersion === WEBHOOK_API_VERSION) return [];
    return [
      {
        message: { code: "setup.webhooks-outdated", found: apiVersion, expected: WEBHOOK_API_VERSION },
        action: {
          kind: "link",
          label: { code: "setup.webhooks-outdated.action" },
          url: "https://shopify.dev/docs/api/shopify-cli/app/app-deploy",
        },
      },
    ];
  },
};

/** Finds metafield definitions of `shopify.app.toml` that the shop lacks. Imports write these metafields. */
export const metafieldDefinitions: SetupCheck = {
  find: async (shop) => {
    const missing = await readMissingDefinitions(shop);
    if (missing.length === 0) return [];
    return [
      {
        message: { code: "setup.definitions-missing", names: missing.map(({ name }) => name) },
        action: { kind: "repair", label: { code: "setup.definitions-missing.action" } },
      },
    ];
  },
  repair: async (shop) => createDefinitions(shop, await readMissingDefinitions(shop)),
};
