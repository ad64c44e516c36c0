import { readWebhooks, WEBHOOK_API_VERSION } from "../../shop/webhooks.server.ts";
import type { SetupCheck } from "../setup-check.ts";

/**
 * Finds out if the webhook subscriptions of our `shopify.app.toml` are deployed. Shopify does not list
 * subscriptions of a file, but returns the file's API version. Another version means that another file was
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
