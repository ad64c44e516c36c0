import { findOrderingSettings } from "../../orders/store/ordering-settings.server.ts";
import { REQUESTING_SCOPE } from "../../shop/optional-scopes.ts";
import { askForScope } from "../optional-scope.server.ts";
import type { SetupCheck } from "../setup-check.ts";

/** Finds a missing permission for automatic ordering. Merchants can revoke optional scopes. */
export const automaticOrdering: SetupCheck = {
  find: async (shop) => {
    const { automaticOrderingSince } = await findOrderingSettings(shop);
    if (automaticOrderingSince === null) return [];
    const asked = await askForScope(shop, {
      scope: REQUESTING_SCOPE,
      message: { code: "setup.automatic-ordering.permission" },
      label: { code: "setup.automatic-ordering.permission.action" },
    });
    return asked === null ? [] : [asked];
  },
};
