import Big from "big.js";
import { amount, placesOf } from "../catalog/money.ts";
import type { ShopState } from "../state.ts";
import type { Order, OrderLine } from "./order.ts";

/**
 * The money of an order besides its lines' prices. A draft names only the parts that it has: by default there are
 * none.
 */
export interface OrderMoney {
  /** True if prices include the tax, as the shop's setting was then. */
  taxesIncluded: boolean;
  /** 0 for a tax-exempt customer. */
  taxPercent: number;
  /** The discount in percent, the same for all lines. */
  discountPercent: number;
  /** The customer's price of shipping, with tax if prices include it. */
  shipping: number;
  /** Duties on the pieces, in per cent of their price. */
  dutiesPercent: number;
  /** True if the duties are part of the prices. */
  dutiesIncluded: boolean;
  /** The customer's currency, and its amount per unit of the shop's currency. */
  presentment: { currencyCode: string; rate: number } | null;
}

/** Price of pieces of a line after discounts, as the customer saw it, and its parts. */
export function lineMoney({ money }: Order, line: OrderLine, quantity: number) {
  const price = cents(Number(line.price) * quantity * (1 - money.discountPercent / 100));
  const tax = taxIn(price, money);
  const duties = cents((price * money.dutiesPercent) / 100);
  return { price, tax, duties, beforeTax: money.taxesIncluded ? price - tax : price };
}

export function shippingTax({ money }: Order): number {
  return taxIn(money.shipping, money);
}

/** The price of shipping less what was refunded of it. */
export function currentShipping({ money, refunds }: Order): number {
  return cents(refunds.reduce((left, { shipping }) => left - shipping, money.shipping));
}

/** The whole of the order as it was placed. */
export function orderTotal(order: Order): number {
  const { taxesIncluded, dutiesIncluded, shipping } = order.money;
  const lines = order.lines.map((line) => lineMoney(order, line, line.quantity));
  const prices = lines.reduce((sum, { price, duties }) => sum + price + (dutiesIncluded ? 0 : duties), 0);
  const taxes = lines.reduce((sum, { tax }) => sum + tax, shippingTax(order));
  return cents(prices + shipping + (taxesIncluded ? 0 : taxes));
}

/** Order amounts have as many places as their currency (a KWD order's have three). */
export function moneyBag(
  { currencyCode }: ShopState,
  value: number,
  presentment: OrderMoney["presentment"] = null,
) {
  const money = (exact: number, code: string) => ({
    amount: amount(new Big(exact).toFixed(placesOf(code))),
    currencyCode: code,
  });
  const { rate, currencyCode: other } = presentment ?? { rate: 1, currencyCode };
  return { shopMoney: money(value, currencyCode), presentmentMoney: money(value * rate, other) };
}

/** Returns the tax in a price, or on it. */
export function taxIn(price: number, { taxesIncluded, taxPercent }: OrderMoney): number {
  const rate = taxPercent / 100;
  return cents(taxesIncluded ? price - price / (1 + rate) : price * rate);
}

/** Rounds off what floating point adds. */
function cents(value: number): number {
  return Number(new Big(value).toFixed(2));
}
