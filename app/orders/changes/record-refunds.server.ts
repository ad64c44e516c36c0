import Big from "big.js";

import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Refunds } from "../../shop/orders/fulfillment-order.ts";
import { after } from "../../queue/back-off.ts";
import { shopOrderId } from "../../shop/ids.ts";
import { readRefunds } from "../../shop/orders/refunds.server.ts";
import { countKept } from "../earnings/earnings.ts";
import { refundedOf } from "../earnings/refunded-share.ts";
import { changeLocked, lockOrder, type OrderRow } from "../store/order-store.server.ts";
import { ourOrders } from "../store/wake-orders.server.ts";
import { reviewOrder } from "./review-orders.server.ts";

/**
 * Reviews a customer's order after a refund, and records the refunded part of each of our orders. Includes orders that
 * are being placed or in doubt, because their sale is committed before they are sent.
 *
 * @param triggeredAt time of the refund by Shopify's clock; null if unknown.
 * @returns `not-yet` if the shop does not show the refund yet, because a replica lags. Also `not-yet` for an order
 *   without a sale: it may be placed right now, and store its sale without the refund.
 */
export async function reviewRefund(
  shop: ShopDomain,
  { subjectId, triggeredAt }: { subjectId: string | null; triggeredAt: Date | null },
): Promise<"not-yet" | undefined> {
  const id = shopOrderId(subjectId);
  const orders = id === null ? [] : await findOurs({ shop, id });
  if (id === null || orders.length === 0) return undefined;
  const refunds = await readAndRecord(shop, id, orders);
  await reviewOrder(shop, { subjectId });
  return refunds === null || triggeredAt === null || hasRefundOf(triggeredAt, refunds)
    ? undefined
    : "not-yet";
}

/** Reads the refunds of a customer's order, and records the refunded part of each of our orders that has a sale. */
export async function recordRefundsOf(shop: ShopDomain, id: string): Promise<void> {
  await readAndRecord(shop, id, await findOurs({ shop, id }));
}

async function readAndRecord(
  shop: ShopDomain,
  shopOrderId: string,
  orders: readonly OrderRow[],
): Promise<Refunds | null> {
  const refunds = await readRefunds(shop, shopOrderId);
  const sold = orders.filter(({ revenue }) => revenue !== null);
  if (refunds !== null) for (const { id } of sold) await recordRefunds(shop, id, refunds);
  return refunds;
}

/** Maximum time from a refund to its webhook's `triggeredAt`. Shopify rounds the refund's time to seconds. */
const TRIGGERED_WITHIN_SECONDS = 5;

function hasRefundOf(triggeredAt: Date, { each }: Refunds): boolean {
  const latest = each.at(-1);
  return latest !== undefined && latest.at >= after(triggeredAt, -TRIGGERED_WITHIN_SECONDS);
}

const findOurs = ourOrders("shopOrderId", {});

async function recordRefunds(shop: ShopDomain, orderId: string, refunds: Refunds): Promise<void> {
  await inShop(shop, async (tx) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order === null || order.revenue === null || order.shippingPaid === null) return;
    // If this reply has fewer refunds than we have stored, it comes from a lagging replica.
    if (refunds.each.length < order.refundsRead) return;
    // The shop's currency has changed since the sale, so the amounts cannot be compared.
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
    const refundsRead = refunds.each.length;
    if (refunded !== order.refunded || refundsRead !== order.refundsRead)
      await changeLocked(tx, order, { refunded, refundsRead });
  });
}
