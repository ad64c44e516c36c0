import { type Money, shareOf, subtract, sum } from "../../lib/money.ts";
import type { Refunds, Sale } from "./fulfillment-order.ts";

export type ReadMoney = { shopMoney: { amount: string; currencyCode: string } };

/** The money of an order line, as the shop shows it. */
export type ReadLineMoney = {
  /** Pieces as ordered. */
  quantity: number;
  /** Pieces as ordered, without those that were removed. */
  currentQuantity: number;
  /** The price of the current pieces. */
  priceAfterAllDiscountsBeforeTaxesSet: ReadMoney;
  /** Taxes on all pieces as ordered, including removed ones. Duties cover the same pieces. */
  taxLines: { priceSet: ReadMoney }[];
  duties: { price: ReadMoney }[];
};

type ReadSale = {
  presentmentCurrencyCode: string;
  taxesIncluded: boolean;
  subtotalLineItemsQuantity: number;
  shippingLines: {
    nodes: {
      discountedPriceSet: ReadMoney;
      currentDiscountedPriceSet: ReadMoney;
      taxLines: { priceSet: ReadMoney }[];
    }[];
  };
};

/**
 * Returns the price of a line's current pieces, net of tax and duties. Prices include duties only if `dutiesIncluded`
 * is true. The merchant passes duties on to customs, like taxes.
 */
export function netOf(line: ReadLineMoney, { dutiesIncluded }: { dutiesIncluded: boolean }): Money {
  const net = toMoney(line.priceAfterAllDiscountsBeforeTaxesSet.shopMoney);
  const duties = dutiesIncluded ? line.duties.map(({ price }) => price) : [];
  return subtract(net, currentPart(line, sumOf(duties, net)));
}

/** Returns the tax on a line's current pieces. */
export function taxOf(line: ReadLineMoney): Money {
  const nothing = { ...toMoney(line.priceAfterAllDiscountsBeforeTaxesSet.shopMoney), amount: "0" };
  const taxes = line.taxLines.map(({ priceSet }) => priceSet);
  return currentPart(line, sumOf(taxes, nothing));
}

/** Translates the money of an order besides its lines. */
export function toSale(order: ReadSale & { currentTotalPriceSet: ReadMoney }, refunds: Refunds | null): Sale {
  const { presentmentCurrencyCode, taxesIncluded, subtotalLineItemsQuantity, shippingLines } = order;
  const nothing = { ...toMoney(order.currentTotalPriceSet.shopMoney), amount: "0" };
  const shipping = shippingLines.nodes.map((line) => {
    const current = toMoney(line.currentDiscountedPriceSet.shopMoney);
    if (!taxesIncluded) return current;
    const full = toMoney(line.discountedPriceSet.shopMoney);
    const taxes = sumOf(
      line.taxLines.map(({ priceSet }) => priceSet),
      nothing,
    );
    // The tax lines count the tax before refunds. After a partial refund, only the share of the remaining price counts.
    const part = { part: Number(current.amount), whole: Number(full.amount) };
    return Number(full.amount) === 0 ? current : subtract(current, shareOf(taxes, part));
  });
  return {
    paidCurrency: presentmentCurrencyCode,
    shipping: sum(shipping) ?? nothing,
    pieces: subtotalLineItemsQuantity,
    refunds,
  };
}

export function toMoney({ amount, currencyCode }: ReadMoney["shopMoney"]): Money {
  return { amount, currency: currencyCode };
}

function currentPart({ quantity, currentQuantity }: ReadLineMoney, ofAll: Money): Money {
  return currentQuantity === quantity ? ofAll : shareOf(ofAll, { part: currentQuantity, whole: quantity });
}

/** Returns the sum of amounts; without any, zero in the currency of the second argument. */
export function sumOf(amounts: ReadMoney[], { currency }: Money): Money {
  return sum(amounts.map(({ shopMoney }) => toMoney(shopMoney))) ?? { amount: "0", currency };
}
