import { findSellingLocation } from "../../catalog/location/our-location.server.ts";
import { hasShippingRates } from "../../shop/location/location.server.ts";
import { askForScope } from "../optional-scope.server.ts";
import type { SetupCheck } from "../setup-check.ts";

/** Finds out if the shop has shipping rates for our location. Without them customers cannot check out. */
export const shippingRates: SetupCheck = {
  find: async (shop) => {
    const locationId = await findSellingLocation(shop);
    if (locationId === null) return [];
    const asked = await askForScope(shop, {
      scope: "read_shipping",
      message: { code: "setup.shipping-rates.permission" },
      label: { code: "setup.shipping-rates.permission.action" },
    });
    if (asked !== null) return [asked];
    if (await hasShippingRates(shop, locationId)) return [];
    return [
      {
        message: { code: "setup.shipping-rates" },
        action: {
          kind: "link",
          label: { code: "setup.shipping-rates.action" },
          url: "shopify:admin/settings/shipping",
        },
      },
    ];
  },
};
