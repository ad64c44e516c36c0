import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { appendToHistory } from "../store/attempt-store.server.ts";
import { changeLocked, lockOrder } from "../store/order-store.server.ts";
import { reviewFindings } from "./review-findings.server.ts";

/**
 * Acknowledges the reason why an order needs the merchant's attention.
 *
 * @param reason the acknowledged reason; a newer reason still needs attention.
 * @param version version of the order on the merchant's page. New details of the same reason change the version.
 * @returns false if the order has changed since.
 */
export async function acknowledgeOrder(
  shop: ShopDomain,
  { orderId, version, reason }: { orderId: string; version: number; reason: string },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.version !== version || order.reason !== reason) return false;
    await changeLocked(tx, order, { acknowledgedReason: reason });
    await appendToHistory(tx, order, { what: { code: "acknowledged" }, at: now });
    await reviewFindings(tx, { shop, id: orderId }, { now });
    return true;
  });
}
