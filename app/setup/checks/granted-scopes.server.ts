import { env } from "../../lib/env.server.ts";
import { describeScope, missingScopes, readScopes } from "../../shop/access-scopes.server.ts";
import type { SetupCheck } from "../setup-check.ts";

/** Finds scopes that the app needs and the shop has not granted. */
export const grantedScopes: SetupCheck = {
  find: async (shop) => {
    const missing = missingScopes(await readScopes(shop));
    if (missing.length === 0) return [];
    return [
      {
        message: { code: "setup.scopes-missing", permissions: missing.map(describeScope) },
        action: {
          kind: "link",
          label: { code: "setup.scopes-missing.action" },
          // Shopify's own package redirects a merchant here to grant scopes (shopify-app-remix, login.ts).
          url: `shopify:admin/oauth/install?client_id=${env.SHOPIFY_API_KEY}`,
        },
      },
    ];
  },
};
