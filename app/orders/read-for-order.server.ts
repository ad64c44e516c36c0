import { publishedBranding } from "../branding/published-branding.server.ts";
import { findSupplierVariants } from "../catalog/find-supplier-variants.server.ts";
import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { readFulfillmentOrder } from "../shop/fulfillment-orders.server.ts";
import type { Reading } from "./place-order.server.ts";

/** Reads what placing an order needs to know, at this moment: the shop's word, our listings, the published branding. */
export async function readForOrder({
  shop,
  fulfillmentOrderId,
}: {
  shop: ShopDomain;
  fulfillmentOrderId: string;
}): Promise<Reading> {
  const service = await inShop(shop, (tx) => tx.fulfillmentService.findUnique({ where: { shop } }));
  const asked = await readFulfillmentOrder(shop, {
    id: fulfillmentOrderId,
    ourLocationId: service?.locationId ?? null,
  });
  const variantIds = asked?.lines.flatMap(({ variantId }) => variantId ?? []) ?? [];
  const [listings, branding] = await Promise.all([
    findSupplierVariants(shop, variantIds),
    inShop(shop, (tx) => publishedBranding(tx, shop)),
  ]);
  return { asked, listings, branding };
}
