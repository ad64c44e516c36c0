import { z } from "zod";

import { lossOf, type Money, sum, totalOf } from "../../lib/money.ts";
import { money } from "../../lib/money-shape.ts";
import type { FulfillmentOrder, FulfillmentOrderLine } from "../../shop/orders/fulfillment-order.ts";
import type { Message } from "../../messages/message.ts";
import {
  type EarningRules,
  type Expected,
  expectedEarnings,
  paidBesides,
  soldOf,
} from "../earnings/earnings.ts";

const line = z.object({
  title: z.string(),
  sku: z.string().nullable(),
  shopVariantId: z.string().nullable(),
  quantity: z.number(),
  unitPrice: money.nullable(),
  /** Price of the pieces after discounts, net of tax. Rows of earlier releases have none. */
  net: money.nullable().default(null),
});

/** A line in `unrequested_order.lines` or `supplier_order.held_lines`. No personal data. */
export type LineToSend = z.infer<typeof line>;

/** Returns the lines in a row. */
export function linesIn(json: unknown): LineToSend[] {
  return z.array(line).parse(json);
}

/** Returns the lines of a fulfillment order that a row keeps: those with pieces left to fulfill. */
export function toLinesToSend(lines: readonly FulfillmentOrderLine[]): LineToSend[] {
  return lines
    .filter(({ quantity }) => quantity > 0)
    .map((each) => ({
      title: each.title,
      sku: each.sku,
      shopVariantId: each.shopVariantId,
      quantity: each.quantity,
      unitPrice: each.unitPrice,
      net: soldOf(each).revenue,
    }));
}

/** Columns that keep the lines and prices of a held order, from which its figures are computed. */
export type HeldColumns = {
  heldLines: LineToSend[];
  heldShippingPaid: string | null;
  country: string | null;
};

export function heldColumnsOf(order: FulfillmentOrder | null): HeldColumns {
  return {
    heldLines: toLinesToSend(order?.lines ?? []),
    heldShippingPaid: (order && paidBesides(order)?.amount) ?? null,
    country: order?.destination?.countryCode ?? null,
  };
}

/**
 * Amounts of an order before payment fees; null if unknown. `paid` is for the items and their shipping. `profit` is
 * `paid` less `cost` and less the expected `shipping`, if that is known.
 */
export type Figures = Expected & { profit: Money | null };

/** The stored lines and prices of an order that waits to be sent. */
export type WaitingOrder = { lines: readonly LineToSend[]; shippingPaid: string | null };

/**
 * Returns an order's figures at the supplier's prices as last read. The cost is unknown if an item is not linked, or
 * if the items cost several currencies and one has no exchange rate. The profit is unknown if a currency has no exchange rate.
 *
 * @param prices the supplier's price per piece, by the shop's variant id.
 * @param shipping the supplier's expected charge.
 */
export function figuresOf(
  { lines, shippingPaid }: WaitingOrder,
  {
    prices,
    shipping,
    ...rules
  }: EarningRules & { prices: ReadonlyMap<string, Money>; shipping: Money | null },
): Figures {
  const items = totalOf(
    lines.map(({ net, unitPrice, quantity }) =>
      net ? { price: net, quantity: 1 } : { price: unitPrice, quantity },
    ),
  );
  const paid = items && sum([items, { amount: shippingPaid ?? "0", currency: items.currency }]);
  const pieces = lines.map(({ shopVariantId, quantity }) => ({
    price: prices.get(shopVariantId ?? "") ?? null,
    quantity,
  }));
  return expectedEarnings({ paid, pieces, shipping }, rules);
}

/**
 * Returns messages about the profit of the whole order, for a merchant who is about to order it although it is held.
 * Empty if the profit is unknown.
 */
export function messagesOfTotal({ paid, cost, shipping, profit }: Figures): Message[] {
  if (paid === null || cost === null || profit === null) return [];
  const charge: Message = shipping
    ? { code: "orders.total.shipping", shipping }
    : { code: "orders.total.shipping-unknown" };
  const loss = lossOf(profit);
  return [
    loss
      ? { code: "orders.total.loses", paid, cost, charge, loss }
      : { code: "orders.total.leaves", paid, cost, charge, profit },
  ];
}
