import Big from "big.js";

/** Sums over orders whose profit is known, in one currency, net of tax. */
export type Sums = {
  orders: number;
  /** Paid by customers for the items, and for shipping. */
  revenue: string;
  shippingPaid: string;
  refunded: string;
  itemsCost: string;
  shippingCost: string;
  profit: string;
};

/** Returns the revenue as all pages define it: paid for items and shipping, less refunds. */
export function revenueOf({
  revenue,
  shippingPaid,
  refunded,
}: Pick<Sums, "revenue" | "shippingPaid" | "refunded">): Big {
  return new Big(revenue).plus(shippingPaid).minus(refunded);
}

/** Returns the supplier's charges. The revenue less these is the profit. */
export function costOf({ itemsCost, shippingCost }: Pick<Sums, "itemsCost" | "shippingCost">): Big {
  return new Big(itemsCost).plus(shippingCost);
}
