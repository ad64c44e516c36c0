import Big from "big.js";

import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Refunds } from "../../shop/orders/fulfillment-order.ts";
import { shopOrderId } from "../../shop/ids.ts";
import { readRefunds } from "../../shop/orders/refunds.server.ts";
import { countKept } from "../earnings/earnings.ts";
import { refundedOf } from "../earnings/refunds.ts";
import { changeLocked, lockOrder } from "../store/order-store.server.ts";
import { ourOrders } from "../store/wake-orders.server.ts";
import { reviewOrder } from "./review-orders.server.ts";

/**
 * Reviews a customer's order after a refund, and records the refunded part of each of our orders. Includes orders that are being
 * placed or in doubt, because their sale is committed before they are sent.
 */
export async function reviewRefund(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<void> {
  const id = shopOrderId(subjectId);
  const orders = id === null ? [] : await findOurs({ shop, id });
  if (id === null || orders.length === 0) return;
  const sold = orders.filter(({ revenue }) => revenue !== null);
  const refunds = sold.length > 0 ? await readRefunds(shop, id) : null;
  if (refunds !== null) for (const { id: orderId } of sold) await recordRefunds(shop, orderId, refunds);
  await reviewOrder(shop, { subjectId });
}

const findOurs = ourOrders("shopOrderId", {});

async function recordRefunds(shop: ShopDomain, orderId: string, refunds: Refunds): Promise<void> {
  await inShop(shop, async (tx) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order === null || order.revenue === null || order.shippingPaid === null) return;
    // A shop may change its currency.
    const { currency } = refunds.total;
    if (order.revenueCurrency !== currency) return;
    const lines = await tx.supplierOrderLine.findMany({ where: { shop, orderId }, orderBy: { id: "asc" } });
    const { amount } = refundedOf(
      {
        revenue: { amount: order.revenue, currency },
        shippingPaid: { amount: order.shippingPaid, currency },
        refundsSeen: order.refundsSeen,
        placedAt: order.placedAt,
        lines: lines.map((line) => ({ ...line, quantity: countKept(line) })),
      },
      refunds,
    );
    const refunded = new Big(amount).eq(0) ? null : amount;
    if (refunded !== order.refunded) await changeLocked(tx, order, { refunded });
  });
}
