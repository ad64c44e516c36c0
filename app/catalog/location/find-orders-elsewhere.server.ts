import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import {
  listOpenFulfillmentOrders,
  type OpenFulfillmentOrder,
} from "../../shop/orders/fulfillment-orders.server.ts";

/** Pages of twenty fulfillment orders. If a shop has more, only the newest are checked. */
const MAX_PAGES = 25;

/**
 * Returns paid orders with linked variants that Shopify has assigned to one of the merchant's own locations,
 * newest first. They never reach the supplier. Needs the scope `read_merchant_managed_fulfillment_orders`.
 * @throws Failure if the shop gives no clear answer.
 */
export async function findOrdersElsewhere(
  shop: ShopDomain,
  ourLocationId: string,
): Promise<OpenFulfillmentOrder[]> {
  const found: OpenFulfillmentOrder[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { open, next } = await listOpenFulfillmentOrders(shop, after);
    const elsewhere = open.filter(({ paid, location }) => paid && location.id !== ourLocationId);
    found.push(...(await withLinkedVariants(shop, elsewhere)));
    if (next === null) break;
    after = next;
  }
  return found;
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
