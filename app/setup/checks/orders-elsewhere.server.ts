import { findOrdersElsewhere } from "../../catalog/location/find-orders-elsewhere.server.ts";
import { findSellingLocation } from "../../catalog/location/our-location.server.ts";
import { adminOrderUrl } from "../../shop/ids.ts";
import type { Finding } from "../finding.ts";
import { askForScope } from "../optional-scope.server.ts";
import type { SetupCheck } from "../setup-check.ts";

const MAX_ORDERS = 10;

/**
 * Finds paid orders with the supplier's products that Shopify assigned to another location, so that they
 * never reach us.
 */
export const ordersElsewhere: SetupCheck = {
  find: async (shop) => {
    const locationId = await findSellingLocation(shop);
    if (locationId === null) return [];
    const asked = await askForScope(shop, {
      scope: "read_merchant_managed_fulfillment_orders",
      message: { code: "setup.orders-elsewhere.permission" },
      label: { code: "setup.orders-elsewhere.permission.action" },
    });
    if (asked !== null) return [asked];
    const orders = await findOrdersElsewhere(shop, locationId);
    const findings = orders.slice(0, MAX_ORDERS).map(({ shopOrderId, orderName, location }): Finding => ({
      message: { code: "setup.orders-elsewhere", order: orderName, location: location.name },
      action: {
        kind: "link",
        label: { code: "setup.orders-elsewhere.action", order: orderName },
        url: adminOrderUrl(shopOrderId),
      },
    }));
    if (orders.length <= MAX_ORDERS) return findings;
    return [
      ...findings,
      {
        message: { code: "setup.orders-elsewhere.more", count: orders.length - MAX_ORDERS },
        action: {
          kind: "link",
          label: { code: "setup.orders-elsewhere.more.action" },
          url: "shopify:admin/orders?fulfillment_status=unfulfilled",
        },
      },
    ];
  },
};
