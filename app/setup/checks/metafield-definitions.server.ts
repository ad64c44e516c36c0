import {
  createDefinitions,
  readMissingDefinitions,
} from "../../shop/products/metafield-definitions.server.ts";
import type { SetupCheck } from "../setup-check.ts";

/** Finds missing metafield definitions of `shopify.app.toml`. Imports need them. */
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
