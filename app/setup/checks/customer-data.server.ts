import { isAddressHidden } from "../../orders/views/is-address-hidden.server.ts";
import { hasScope, readScopes } from "../../shop/access-scopes.server.ts";
import { mayReadOrders } from "../../shop/orders/orders.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { SetupCheck } from "../setup-check.ts";

/**
 * Finds out if Shopify has approved the app's access to protected customer data. Without the approval,
 * Shopify denies access to orders, or returns their addresses empty.
 */
export const customerData: SetupCheck = {
  find: async (shop) => {
    const isMissing = (await isAddressHidden(shop)) || (await areOrdersRefused(shop));
    if (!isMissing) return [];
    return [
      {
        message: { code: "setup.customer-data" },
        action: {
          kind: "link",
          label: { code: "setup.customer-data.action" },
          url: "https://shopify.dev/docs/apps/launch/protected-customer-data",
        },
      },
    ];
  },
};

/** A missing `read_orders` scope is a finding of `grantedScopes`. */
async function areOrdersRefused(shop: ShopDomain): Promise<boolean> {
  return hasScope(await readScopes(shop), "read_orders") && !(await mayReadOrders(shop));
}
