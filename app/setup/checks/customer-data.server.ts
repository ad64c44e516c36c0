import { isAddressHidden } from "../../orders/views/is-address-hidden.server.ts";
import { hasScope, readScopes } from "../../shop/access-scopes.server.ts";
import { mayReadOrders } from "../../shop/orders.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { SetupCheck } from "../setup-check.ts";

/**
 * Whether Shopify has approved the app's access to protected customer data. Without it, orders are refused as a whole, or
 * their addresses come without content.
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

/** Where the scope itself is missing, that is a finding of its own. */
async function areOrdersRefused(shop: ShopDomain): Promise<boolean> {
  return hasScope(await readScopes(shop), "read_orders") && !(await mayReadOrders(shop));
}
