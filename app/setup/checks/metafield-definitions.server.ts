import { createDefinitions, readMissingDefinitions } from "../../shop/metafield-definitions.server.ts";
import type { SetupCheck } from "../setup-check.ts";

/** Whether the shop has both definitions that `shopify.app.toml` declares: without them nothing can be imported. */
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
