import { env } from "../lib/env.server.ts";
import { describeScope, missingScopes, readScopes, hasScope } from "../shop/access-scopes.server.ts";
import type { SetupCheck, Finding } from "./setup-check.ts";
import { findOrderingSettings } from "../orders/store/ordering-settings.server.ts";
import { REQUESTING_SCOPE } from "../shop/orders/fulfillment-order.ts";
import { isAddressHidden } from "../orders/views/list-orders.server.ts";
import { mayReadOrders } from "../shop/orders/orders.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

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

/**
 * Checks whether automatic ordering lacks its permission. Merchants can revoke an optional scope at any time.
 */
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

/**
 * Checks whether Shopify has approved the app's access to protected customer data. Without the approval,
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

/** An optional scope of `shopify.app.toml`, and the texts of the finding that asks for the scope. */
type OptionalScope = { scope: string; message: Finding["message"]; label: Finding["action"]["label"] };

/** Returns a finding that asks the merchant for an optional scope; null if it is granted. */
export async function askForScope(
  shop: ShopDomain,
  { scope, message, label }: OptionalScope,
): Promise<Finding | null> {
  if (hasScope(await readScopes(shop), scope)) return null;
  return { message, action: { kind: "permission", label, scope } };
}

/**
 * Returns true if Shopify denies access to orders although the scope `read_orders` is granted. If the scope
 * itself is missing, `grantedScopes` reports it.
 */
async function areOrdersRefused(shop: ShopDomain): Promise<boolean> {
  return hasScope(await readScopes(shop), "read_orders") && !(await mayReadOrders(shop));
}
