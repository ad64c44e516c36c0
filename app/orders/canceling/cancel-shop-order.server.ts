import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { ShopOrderId } from "../../shop/ids.ts";
import { holdOrder } from "../holding/hold-order.server.ts";
import { requestCancellation } from "./request-cancellation.server.ts";

/**
 * Cancels a customer's order with the supplier, as it is now: each part that they have or will have. What is not requested yet is held.
 */
export async function cancelShopOrder(shop: ShopDomain, shopOrderId: ShopOrderId): Promise<void> {
  await holdOrder(shop, shopOrderId);
  const orders = await inShop(shop, (tx) =>
    tx.supplierOrder.findMany({ where: { shop, shopOrderId }, select: { id: true } }),
  );
  for (const { id: orderId } of orders) await requestCancellation(shop, { orderId });
}
