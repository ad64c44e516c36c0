import { confirmServiceGone, recreateService } from "../catalog/location/ensure-service.server.ts";
import { findFormerLocation, findSellingLocation } from "../catalog/location/our-location.server.ts";
import { findConnection } from "../connection/connection-store.server.ts";
import { env } from "../lib/env.server.ts";
import type { SetupCheck, Finding } from "./setup-check.ts";
import { findAddressProblem, recheckAddress } from "../catalog/location/send-address.server.ts";
import { findRatesState } from "../shipping/load-rates.server.ts";
import { readShippingModel } from "../shop/location/delivery-profile.server.ts";
import { hasShippingRates } from "../shop/location/fulfillment-service.server.ts";
import { askForScope } from "./permission-checks.server.ts";
import { adminOrderUrl } from "../shop/ids.ts";
import { inShop } from "../lib/database/db.server.ts";
import type { Message } from "../messages/message.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { countedStates } from "../orders/states/order-state.ts";
import {
  listOpenFulfillmentOrders,
  type OpenFulfillmentOrder,
} from "../shop/orders/open-fulfillment-orders.server.ts";

/**
 * Checks whether our fulfillment service was deleted in Shopify while the shop is connected. Shopify sends no
 * webhook about it.
 */
export const fulfillmentService: SetupCheck = {
  find: async (shop) => {
    if ((await findConnection(shop)) === null || !(await confirmServiceGone(shop))) return [];
    return [
      {
        message: { code: "setup.service-gone" },
        action: { kind: "repair", label: { code: "setup.service-gone.action" } },
      },
    ];
  },
  repair: recreateService,
};

/**
 * Warns if the operator has not set the warehouse's address. Our location then has the shop's address, so
 * shipping rates may be wrong.
 */
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

/** Finds a wrong or missing address of our location. Shipping rates and duties depend on that address. */
export const locationAddress: SetupCheck = {
  find: async (shop) => {
    const problem = await findAddressProblem(shop);
    if (problem === null) return [];
    return [
      {
        message: { code: "setup.location-address", problem },
        action: { kind: "repair", label: { code: "setup.location-address.action" } },
      },
    ];
  },
  repair: recheckAddress,
};

/**
 * Checks whether the supplier's products have shipping rates, because without rates customers cannot check out.
 * We know the rates that the merchant entered in Stockbridge, and those in Shopify's old shipping model. With
 * market-driven shipping, Shopify still returns the rates from before the switch (shopify.dev: Upgrade your app
 * for market-driven shipping). Then only a recent order proves that there are rates.
 */
export const shippingRates: SetupCheck = {
  find: async (shop) => {
    const locationId = await findSellingLocation(shop);
    if (locationId === null) return [];
    const { kind, problem } = await inShop(shop, (tx) => findRatesState(tx, shop));
    if (problem !== null) return [withRates({ code: "setup.shipping-rates.stopped", problem })];
    if (kind !== "none") return [];
    if ((await readShippingModel(shop)).marketDriven)
      return (await hasRecentOrder(shop)) ? [] : [withRates({ code: "setup.shipping-rates.unknown" })];
    const asked = await askForScope(shop, {
      scope: "read_shipping",
      message: { code: "setup.shipping-rates.permission" },
      label: { code: "setup.shipping-rates.permission.action" },
    });
    if (asked !== null) return [asked];
    return (await hasShippingRates(shop, locationId)) ? [] : [withRates({ code: "setup.shipping-rates" })];
  },
};

function withRates(message: Message): Finding {
  return {
    message,
    action: { kind: "link", label: { code: "setup.shipping-rates.action" }, url: "/app/rates" },
  };
}

const RECENT_MS = 90 * 86_400_000;

async function hasRecentOrder(shop: ShopDomain): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const since = new Date(now.getTime() - RECENT_MS);
    const where = { shop, requestedAt: { gte: since } };
    return (await tx.supplierOrder.findFirst({ where, select: { shop: true } })) !== null;
  });
}

const MAX_ORDERS = 10;

/**
 * Finds paid orders with the supplier's products that Shopify assigned to another location. Stockbridge never
 * receives these orders.
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
    const formerId = await findFormerLocation(shop);
    const findings = orders.slice(0, MAX_ORDERS).map(({ shopOrderId, orderName, location }): Finding => ({
      message: {
        code: location.id === formerId ? "setup.orders-elsewhere.former" : "setup.orders-elsewhere",
        order: orderName,
        location: location.name,
      },
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

/**
 * Maximum number of pages, of twenty fulfillment orders each. In a shop with more fulfillment orders, we check
 * only the newest.
 */
const MAX_PAGES = 25;

/**
 * Returns paid orders with linked variants that Shopify has assigned to one of the merchant's own locations,
 * newest first. Needs the scope `read_merchant_managed_fulfillment_orders`.
 * @throws Failure if a call to Shopify fails.
 */
async function findOrdersElsewhere(shop: ShopDomain, ourLocationId: string): Promise<OpenFulfillmentOrder[]> {
  const found: OpenFulfillmentOrder[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { open, next } = await listOpenFulfillmentOrders(shop, after);
    const elsewhere = open.filter(({ paid, location }) => paid && location.id !== ourLocationId);
    found.push(...(await withLinkedVariants(shop, await withoutBought(shop, elsewhere))));
    if (next === null) break;
    after = next;
  }
  return found;
}

/**
 * Omits orders that the supplier has or may have. They were moved to another location after Stockbridge had
 * ordered them, and the order's page warns about it.
 */
async function withoutBought(
  shop: ShopDomain,
  orders: OpenFulfillmentOrder[],
): Promise<OpenFulfillmentOrder[]> {
  const fulfillmentOrderId = { in: orders.map(({ id }) => id) };
  const state = { in: countedStates };
  const bought = await inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, fulfillmentOrderId, state },
      select: { fulfillmentOrderId: true },
    }),
  );
  const ids = new Set(bought.map((each) => each.fulfillmentOrderId));
  return orders.filter(({ id }) => !ids.has(id));
}

async function withLinkedVariants(
  shop: ShopDomain,
  orders: OpenFulfillmentOrder[],
): Promise<OpenFulfillmentOrder[]> {
  const shopVariantId = { in: orders.flatMap(({ shopVariantIds }) => shopVariantIds) };
  if (shopVariantId.in.length === 0) return [];
  const links = await inShop(shop, (tx) =>
    tx.variantLink.findMany({ where: { shop, shopVariantId }, select: { shopVariantId: true } }),
  );
  const linked = new Set(links.map((link) => link.shopVariantId));
  return orders.filter(({ shopVariantIds }) => shopVariantIds.some((id) => linked.has(id)));
}
