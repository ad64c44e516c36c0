import type { SupplierOrder, SupplierOrderLine } from "@prisma/client";
import Big from "big.js";

import type { Costs } from "../../catalog/pricing/costs.ts";
import { convert, type ExchangeRate } from "../../catalog/pricing/exchange-rate.ts";
import {
  lossOf,
  type Money,
  type PricedPieces,
  round,
  shareOf,
  subtract,
  sum,
  totalsOf,
  withoutTax,
} from "../../lib/money.ts";
import type { FulfillmentOrderLine, Sale } from "../../shop/orders/fulfillment-order.ts";
import { goodwillOf } from "./refunded-share.ts";

/** The sale of an order, in the shop's currency, as its row keeps it. */
export type Snapshot = Pick<
  SupplierOrder,
  | "revenue"
  | "shippingPaid"
  | "tax"
  | "revenueCurrency"
  | "paidCurrency"
  | "exchangeRate"
  | "exchangeRateDate"
  | "costTaxPercent"
  | "country"
  | "refunded"
  | "refundsSeen"
>;

/** The sale columns of a row if the shop does not show the order. */
export const NO_SNAPSHOT: Snapshot = {
  revenue: null,
  shippingPaid: null,
  tax: null,
  revenueCurrency: null,
  paidCurrency: null,
  exchangeRate: null,
  exchangeRateDate: null,
  costTaxPercent: null,
  country: null,
  refunded: null,
  refundsSeen: null,
};

/** The lines of a fulfillment order, and the money of its order. */
type Sold = { sale: Sale | null; lines: readonly FulfillmentOrderLine[] };

/** The merchant's settings on which an order's earnings depend. */
export type EarningRules = { exchangeRates: readonly ExchangeRate[]; costs: Costs };

/** Returns the revenue and the tax of a line's open pieces, which are a share of the line's amounts. */
export function soldOf({ net, tax, quantity: part, ordered: whole }: FulfillmentOrderLine) {
  return { revenue: shareOf(net, { part, whole }), tax: shareOf(tax, { part, whole }) };
}

/**
 * Returns the share of the customer's shipping payment that falls on these lines, by number of pieces. Each part of an
 * order ships separately, so each part gets a share. Null if the shop does not show the order.
 */
export function shippingPaidFor({ sale, lines }: Sold): Money | null {
  const part = lines.reduce((pieces, { quantity }) => pieces + quantity, 0);
  return sale && shareOf(sale.shipping, { part, whole: sale.pieces });
}

/**
 * Returns what the customer paid for these pieces beyond their prices, net of tax: their share of the shipping, less
 * their share of refunds that name neither lines nor shipping. Null if the shop does not show the order.
 */
export function paidBesides(sold: Sold): Money | null {
  const shipping = shippingPaidFor(sold);
  const items = sum(sold.lines.filter(({ quantity }) => quantity > 0).map((line) => soldOf(line).revenue));
  const brought = shipping && (items ? sum([items, shipping]) : shipping);
  return shipping && brought && subtract(shipping, goodwillOf(brought, sold.sale?.refunds ?? null));
}

/**
 * Converts a supplier's amount to the shop's currency, without the tax that the merchant reclaims. Rounds the result
 * once. Null without an exchange rate.
 */
export function toShopCurrency(charge: Money, currency: string, rules: EarningRules): Money | null {
  return sumInShopCurrency([charge], currency, rules);
}

/** Converts the sum of amounts in several currencies as `toShopCurrency` does; null if one of them has no rate. */
function sumInShopCurrency(
  charges: readonly Money[],
  currency: string,
  { exchangeRates, costs: { supplierTax } }: EarningRules,
): Money | null {
  const converted = charges.flatMap((charge) => {
    const net = supplierTax === null ? charge : withoutTax(charge, supplierTax);
    return convert(net, currency, exchangeRates) ?? [];
  });
  const total = converted.length < charges.length ? null : sum(converted);
  return total && round(total);
}

/** Expected amounts of an order; null if unknown. `cost` and `shipping`: charged by the supplier. */
export type Expected = { paid: Money | null; cost: Money | null; shipping: Money | null };

/**
 * Returns an order's expected amounts, and the profit that it would leave. `cost` and `shipping` are in the shop's
 * currency, without the tax that the merchant reclaims. The amounts thus add up to `profit`. Without an exchange rate
 * they stay in the supplier's currency; a cost of several currencies is then unknown. A shipping charge that is
 * unknown, or has no exchange rate, counts as none. `profit` is null if `paid` or `cost` is unknown, or if `cost` has
 * no exchange rate.
 *
 * @param order `paid`: by the customer, net of tax, in the shop's currency. `pieces`: at the supplier's prices,
 *   possibly in several currencies. `shipping`: the supplier's charge.
 */
export function expectedEarnings(
  {
    paid: exact,
    pieces,
    shipping,
  }: Pick<Expected, "paid" | "shipping"> & { pieces: readonly PricedPieces[] },
  rules: EarningRules,
): Expected & { profit: Money | null } {
  const paid = exact && round(exact);
  const totals = totalsOf(pieces);
  const items = paid && totals && sumInShopCurrency(totals, paid.currency, rules);
  const charge = paid && shipping && toShopCurrency(shipping, paid.currency, rules);
  const left = paid && items ? subtract(paid, items) : null;
  return {
    paid,
    cost: items ?? (totals && sum(totals)),
    shipping: charge ?? shipping,
    profit: left && round(charge ? subtract(left, charge) : left),
  };
}

/** Returns the supplier's charge for shipping if `profit` counts it; otherwise null. */
export function countedShipping({
  shipping,
  profit,
}: Pick<Expected, "shipping"> & { profit: Money | null }): Money | null {
  return shipping !== null && shipping.currency === profit?.currency ? shipping : null;
}

/**
 * The loss of an order. `shipping`: the supplier's shipping charge that the loss includes, in the same currency; null
 * if it includes none.
 */
export type Loss = Money & { shipping: string | null };

/** Returns the loss of an order; null if it loses no money, or its profit is unknown. */
export function lossIn(figures: Pick<Expected, "shipping"> & { profit: Money | null }): Loss | null {
  const loss = lossOf(figures.profit);
  return loss && { ...loss, shipping: countedShipping(figures)?.amount ?? null };
}

/** Returns the columns in which an order's row keeps its sale; null if the shop does not show the order. */
export function snapshotOf(
  order: Sold & { destination: { countryCode: string | null } | null },
  { supplierCurrency, exchangeRates, costs }: EarningRules & { supplierCurrency: string | null },
): Snapshot | null {
  const { sale, lines, destination } = order;
  const sold = lines.filter(({ quantity }) => quantity > 0).map(soldOf);
  const revenue = sum(sold.map((each) => each.revenue));
  const tax = sum(sold.map((each) => each.tax));
  const shippingPaid = shippingPaidFor(order);
  if (sale === null || shippingPaid === null || revenue === null || tax === null) return null;
  const { currency } = revenue;
  const goodwill = goodwillOf(sum([round(revenue), shippingPaid]) ?? shippingPaid, sale.refunds);
  const rate = exchangeRates.find(({ from, to }) => from === supplierCurrency && to === currency);
  return {
    revenue: round(revenue).amount,
    shippingPaid: shippingPaid.amount,
    tax: round(tax).amount,
    revenueCurrency: currency,
    paidCurrency: sale.paidCurrency,
    exchangeRate: rate?.rate ?? null,
    exchangeRateDate: rate?.date ?? null,
    costTaxPercent: costs.supplierTax,
    country: destination?.countryCode ?? null,
    refunded: new Big(goodwill.amount).eq(0) ? null : goodwill.amount,
    refundsSeen: sale.refunds?.each.length ?? 0,
  };
}

/** A line of an order's row, with the sale of all its pieces. */
export type SoldLine = Pick<
  SupplierOrderLine,
  "quantity" | "canceled" | "earlierSent" | "revenue" | "tax" | "shippingPaid"
>;

/** Counts the pieces of a line that the supplier has not canceled. `KEPT_PIECES` says the same in SQL. */
export function countKept({
  quantity,
  canceled,
  earlierSent,
}: Pick<SoldLine, "quantity" | "canceled" | "earlierSent">) {
  return Math.max(0, Math.min(quantity, quantity - canceled + earlierSent));
}

/**
 * Returns the sale of the pieces that the supplier has not canceled. Canceled pieces can be ordered again, and are then
 * part of the new order's sale. Null if the row is older than the lines' amounts.
 */
export function saleOfKept(
  { revenue: before, shippingPaid: shippingBefore, revenueCurrency: currency, refunded }: Snapshot,
  lines: readonly SoldLine[],
): Pick<Snapshot, "revenue" | "tax" | "shippingPaid" | "refunded"> | null {
  if (before === null || shippingBefore === null || currency === null) return null;
  const kept = (column: "revenue" | "tax" | "shippingPaid") =>
    sum(
      lines.flatMap((line) => {
        const { [column]: amount, quantity: whole } = line;
        return amount === null ? [] : [shareOf({ amount, currency }, { part: countKept(line), whole })];
      }),
    );
  const [revenue, tax, shippingPaid] = [kept("revenue"), kept("tax"), kept("shippingPaid")];
  const isKnown = lines.every(
    (line) => line.revenue !== null && line.tax !== null && line.shippingPaid !== null,
  );
  if (!isKnown || revenue === null || tax === null || shippingPaid === null) return null;
  // Assumes that refunds took the same share from all pieces.
  const part = Number(new Big(revenue.amount).plus(shippingPaid.amount).toFixed());
  const whole = Number(new Big(before).plus(shippingBefore).toFixed());
  return {
    revenue: round(revenue).amount,
    tax: round(tax).amount,
    shippingPaid: round(shippingPaid).amount,
    refunded: refunded && shareOf({ amount: refunded, currency }, { part, whole }).amount,
  };
}

/** The columns of an order's row that its profit depends on. */
export type Earning = Snapshot & Charged & Pick<SupplierOrder, "decidedCurrency" | "secondSupplierOrderId">;

type Charged = Pick<
  SupplierOrder,
  | "costTotal"
  | "costShipping"
  | "costCurrency"
  | "costEarlier"
  | "costEarlierShipping"
  | "costEarlierCurrency"
>;

/**
 * Returns the supplier's charge for a row: for the present order, and for earlier orders that had shipped a part before
 * the present order replaced them. Null if unknown.
 */
export function chargeOf(row: Charged): { total: Money; shipping: Money } | null {
  const { costTotal, costCurrency: currency, costEarlier, costEarlierCurrency } = row;
  if (costTotal === null || currency === null) return null;
  if (costEarlier !== null && costEarlierCurrency !== currency) return null;
  const both = (amount: string | null, earlier: string | null) => ({
    amount: earlier === null ? (amount ?? "0") : new Big(amount ?? 0).plus(earlier).toFixed(),
    currency,
  });
  return {
    total: both(costTotal, costEarlier),
    shipping: both(row.costShipping, row.costEarlierShipping),
  };
}

/** Returns what the customer paid for an order's pieces and their shipping, less refunds, net of tax; null if unknown. */
export function paidOf({
  revenue,
  shippingPaid,
  refunded,
}: Pick<Snapshot, "revenue" | "shippingPaid" | "refunded">): string | null {
  if (revenue === null || shippingPaid === null) return null;
  return new Big(revenue)
    .plus(shippingPaid)
    .minus(refunded ?? 0)
    .toFixed();
}

/** Cost of an order, in the shop's currency, and its profit. */
export type Earned = Pick<SupplierOrder, "itemsCost" | "shippingCost" | "profit">;

const UNKNOWN: Earned = { itemsCost: null, shippingCost: null, profit: null };

/**
 * Computes what is left of an order's revenue after the supplier's charge. Each amount is rounded to the decimals of
 * the shop's currency, so that the amounts on a page add up. The amounts are unknown while the charge is unknown, or if
 * no exchange rate was known when the order was made.
 */
export function earningsOf(row: Earning): Earned {
  const { revenue, shippingPaid, revenueCurrency: currency } = row;
  const charge = chargeOf(row);
  if (revenue === null || shippingPaid === null || currency === null || charge === null) return UNKNOWN;
  // The row has no charge for the second order yet, so the profit is unknown.
  if (row.secondSupplierOrderId !== null) return UNKNOWN;
  const { total, shipping } = charge;
  const rules = rulesOf(row, total.currency);
  const shippingCost = toShopCurrency(shipping, currency, rules);
  const itemsCost = toShopCurrency(subtract(total, shipping), currency, rules);
  if (itemsCost === null || shippingCost === null) return UNKNOWN;
  const profit = new Big(revenue)
    .plus(shippingPaid)
    .minus(row.refunded ?? 0)
    .minus(itemsCost.amount)
    .minus(shippingCost.amount);
  return {
    itemsCost: itemsCost.amount,
    shippingCost: shippingCost.amount,
    profit: round({ amount: profit.toFixed(), currency }).amount,
  };
}

/**
 * Returns true if a change to a row sets the supplier's charge, the sale or the refund. The profit must then be
 * computed again.
 */
export function changesEarnings(columns: object): boolean {
  return [
    "costTotal",
    "costShipping",
    "costCurrency",
    "costEarlier",
    "secondSupplierOrderId",
    "revenue",
    "shippingPaid",
    "refunded",
  ].some((field) => field in columns);
}

/**
 * Returns the row's exchange rate and tax in the form of rules. The rate is for the currency of the decision to order.
 */
function rulesOf(
  { exchangeRate: rate, exchangeRateDate, revenueCurrency, costTaxPercent, decidedCurrency }: Earning,
  costCurrency: string,
): EarningRules {
  const rates =
    rate === null || revenueCurrency === null
      ? []
      : [{ from: decidedCurrency ?? costCurrency, to: revenueCurrency, rate, date: exchangeRateDate ?? "" }];
  return { exchangeRates: rates, costs: { salesTax: null, supplierTax: costTaxPercent, shipping: null } };
}
