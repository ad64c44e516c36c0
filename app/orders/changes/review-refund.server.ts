import Big from "big.js";

import { inShop } from "../../lib/database/db.server.ts";
import { type Money, round, shareOf, sum } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { shopOrderId } from "../../shop/ids.ts";
import { readRefunds } from "../../shop/orders/orders.server.ts";
import { changeLocked, lockOrder, type OrderRow } from "../store/order-store.server.ts";
import { ourOrders } from "../store/wake-orders.server.ts";
import { reviewOrder } from "./review-orders.server.ts";

/**
 * Reviews a customer's order of which something was refunded, and records how much of what our orders brought that was. A
 * refund takes from revenue, shipping and tax alike: Shopify names its total, and not every refund names lines.
 */
export async function reviewRefund(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<void> {
  const id = shopOrderId(subjectId);
  const orders = id === null ? [] : await findOurs({ shop, id });
  if (id === null || orders.length === 0) return;
  const placed = orders.filter(({ placedAt, revenue }) => placedAt !== null && revenue !== null);
  const read = placed.length > 0 ? await readRefunds(shop, id) : null;
  if (read !== null) for (const { id: orderId } of placed) await recordRefunds(shop, orderId, read);
  await reviewOrder(shop, { subjectId });
}

const findOurs = ourOrders("shopOrderId", {});

type Read = { total: Money; refunds: { at: Date; amount: Money }[] };

async function recordRefunds(shop: ShopDomain, orderId: string, read: Read): Promise<void> {
  await inShop(shop, async (tx) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.placedAt == null) return;
    const refunded = refundedOf(order, read, order.placedAt);
    if (refunded !== order.refunded) await changeLocked(tx, order, { refunded });
  });
}

/** Returns the order's part of the refunds since it was placed. It never brought what was refunded before. */
function refundedOf(order: OrderRow, { total, refunds }: Read, placedAt: Date): string | null {
  const { revenue, shippingPaid, revenueCurrency } = order;
  if (revenueCurrency !== total.currency) return null;
  // Shopify's times are whole seconds.
  const since = (at: Date) => at.getTime() >= Math.floor(placedAt.getTime() / 1000) * 1000;
  const [later, earlier] = [true, false].map((isLater) =>
    sum(refunds.filter(({ at }) => since(at) === isLater).map(({ amount }) => amount)),
  );
  const brought = sum([revenue, shippingPaid].map((amount) => ({ ...total, amount: amount ?? "0" })));
  if (!later || !brought || new Big(later.amount).eq(0)) return null;
  const whole = Number(new Big(total.amount).minus(earlier?.amount ?? 0).toFixed());
  return round(shareOf(brought, { part: Number(later.amount), whole })).amount;
}
