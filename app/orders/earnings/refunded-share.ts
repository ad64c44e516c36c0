import Big from "big.js";

import { isMore, type Money, round, shareOf, subtract, sum } from "../../lib/money.ts";
import type { Refunds } from "../../shop/orders/fulfillment-order.ts";

/** The sale of an order, as its row and lines keep it, in the shop's currency. */
export type KeptSale = {
  revenue: Money;
  shippingPaid: Money;
  /**
   * Number of refunds that the stored sale has already deducted. Null for rows of earlier releases, whose sale has
   * deducted the refunds before `placedAt`.
   */
  refundsSeen: number | null;
  placedAt: Date | null;
  /** Pieces that the supplier has not canceled, and their price. */
  lines: { lineItemId: string; quantity: number; revenue: string | null }[];
};

/**
 * Returns the part of an order's sale that was refunded. Refunds of lines and shipping count only if they came after
 * the sale was stored, because the stored sale has deducted earlier ones. Refunds that name neither lines nor shipping
 * always count. Their amounts are split by value over the pieces and the shipping of the customer's order that remain
 * after other refunds.
 */
export function refundedOf(sale: KeptSale, refunds: Refunds): Money {
  const later = refunds.each.slice(sale.refundsSeen ?? countBefore(sale.placedAt, refunds));
  const ofLines = sale.lines.map(({ lineItemId, quantity, revenue }) => {
    const named = later.flatMap(({ lines }) => lines.filter((line) => line.lineItemId === lineItemId));
    const whole = named.reduce((pieces, line) => pieces + line.quantity, named[0]?.current ?? 0);
    const part = shareOf(add(named.map(({ net }) => net)), { part: quantity, whole });
    return revenue === null ? part : atMost(part, { ...part, amount: revenue });
  });
  const pieces = sale.lines.reduce((total, { quantity }) => total + quantity, 0);
  const shipping = shareOf(add(later.map((each) => each.shipping.net)), {
    part: pieces,
    whole: refunds.pieces,
  });
  const named = add([...ofLines, atMost(shipping, sale.shippingPaid)]);
  const brought = add([sale.revenue, sale.shippingPaid]);
  return round(atMost(add([named, goodwillOf(subtract(brought, named), refunds)]), brought));

  function add(amounts: readonly Money[]): Money {
    return sum(amounts) ?? { amount: "0", currency: refunds.total.currency };
  }
}

/**
 * Returns the share of goodwill refunds that falls on a part of the order, by value. A goodwill refund names neither
 * lines nor shipping.
 *
 * @param brought what this part has brought in, less its other refunds.
 */
export function goodwillOf(brought: Money, refunds: Refunds | null): Money {
  const nothing = { ...brought, amount: "0" };
  if (refunds === null) return nothing;
  const total = (amounts: Money[]) => Number(sum(amounts)?.amount ?? "0");
  const part = total(refunds.each.map(({ goodwill }) => goodwill));
  const named = refunds.each.flatMap(({ lines, shipping }) => [...lines, shipping]);
  const whole = Number(new Big(refunds.total.amount).minus(total(named.map(({ gross }) => gross))).toFixed());
  return part > 0 && whole > 0 ? shareOf(brought, { part, whole }) : nothing;
}

/** Counts the refunds before a moment. Rounds the moment down to seconds, as Shopify's times are. */
function countBefore(placedAt: Date | null, { each }: Refunds): number {
  const since = placedAt === null ? Infinity : Math.floor(placedAt.getTime() / 1000) * 1000;
  return each.filter(({ at }) => at.getTime() < since).length;
}

function atMost(amount: Money, most: Money): Money {
  return isMore(amount, most) ? most : amount;
}
