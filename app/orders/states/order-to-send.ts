import { z } from "zod";

import { convert, type ExchangeRate } from "../../catalog/pricing/exchange-rate.ts";
import { type Money, subtract, sum, times } from "../../lib/money.ts";
import type { FulfillmentOrderLine } from "../../shop/orders/fulfillment-order.ts";

const line = z.object({
  title: z.string(),
  sku: z.string().nullable(),
  shopVariantId: z.string().nullable(),
  quantity: z.number(),
  unitPrice: z.object({ amount: z.string(), currency: z.string() }).nullable(),
});

/** A line of an unrequested order, as its row keeps it. No personal data. */
export type LineToSend = z.infer<typeof line>;

/** Returns the lines in a row. */
export function linesIn(json: unknown): LineToSend[] {
  return z.array(line).parse(json);
}

/** Returns what a row keeps of a fulfillment order's lines: those with pieces left to fulfill. */
export function toLinesToSend(lines: readonly FulfillmentOrderLine[]): LineToSend[] {
  return lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ title, sku, shopVariantId, quantity, unitPrice }) => ({
      title,
      sku,
      shopVariantId,
      quantity,
      unitPrice,
    }));
}

/** Amounts of an order, before tax, shipping and payment fees; null if unknown. */
export type Figures = {
  /** The customer's price for the items. */
  paid: Money | null;
  /** The supplier's cost of the items, in the supplier's currency. */
  cost: Money | null;
  /** In the shop's currency. */
  profit: Money | null;
};

/**
 * Returns an order's figures at the supplier's prices as last read. An item that is not linked makes its cost unknown, and a
 * foreign currency without an exchange rate its profit.
 *
 * @param prices the supplier's price per piece, by the shop's variant id.
 */
export function figuresOf(
  lines: readonly LineToSend[],
  { prices, rates }: { prices: ReadonlyMap<string, Money>; rates: readonly ExchangeRate[] },
): Figures {
  const paid = total(lines, ({ unitPrice }) => unitPrice);
  const cost = total(lines, ({ shopVariantId }) => prices.get(shopVariantId ?? "") ?? null);
  const costInShop = paid && cost && convert(cost, paid.currency, rates);
  return { paid, cost, profit: paid && costInShop && subtract(paid, costInShop) };
}

/** Returns the sum over all pieces; null if one line's price is unknown, or the currencies differ. */
function total(lines: readonly LineToSend[], priceOf: (line: LineToSend) => Money | null): Money | null {
  const amounts = lines.flatMap((each) => {
    const price = priceOf(each);
    return price === null ? [] : [times(price, each.quantity)];
  });
  return amounts.length === lines.length ? sum(amounts) : null;
}
