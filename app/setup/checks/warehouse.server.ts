import { findSellingLocation } from "../../catalog/location/our-location.server.ts";
import { env } from "../../lib/env.server.ts";
import type { SetupCheck } from "../setup-check.ts";

/** Warns if the operator has not set the warehouse: our location then keeps the shop's own address. */
export const warehouse: SetupCheck = {
  find: async (shop) => {
    if (env.WHOLESALE_WAREHOUSE !== undefined || (await findSellingLocation(shop)) === null) return [];
    return [
      {
        message: { code: "setup.warehouse-unknown" },
        action: {
          kind: "link",
          label: { code: "setup.warehouse-unknown.action" },
          url: "shopify:admin/settings/locations",
        },
      },
    ];
  },
};
