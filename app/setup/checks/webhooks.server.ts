import { readWebhooks, WEBHOOK_API_VERSION } from "../../shop/webhooks.server.ts";
import type { SetupCheck } from "../setup-check.ts";

/**
 * Whether Shopify works with the subscriptions of our `shopify.app.toml`. It lists those of a file nowhere, so the
 * file's version of them is the sign: another one means that another file was deployed.
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
