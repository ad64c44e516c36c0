import fc from "fast-check";
import { expect, it } from "vitest";

import type { Money } from "../../../app/lib/money.ts";
import { minorDigits } from "../../../app/messages/minor-digits.ts";
import { type Earning, earningsOf, snapshotOf } from "../../../app/orders/earnings/earnings.ts";
import { NOTHING_APPROVED } from "../../../app/orders/placing/approvals.ts";
import { problemOfCost } from "../../../app/orders/placing/judge-cost.ts";
import { netOf, type ReadMoney, taxOf, toSale } from "../../../app/shop/orders/order-money.ts";
import { aLine, aRequest, home, linkedVariants } from "../testing.ts";

const minor = (most: number) => fc.integer({ min: 0, max: most });

/** A line of a customer's order in the shop's smallest unit, as Shopify shows it. `net` is after discounts and before tax. */
const line = fc.record({
  quantity: fc.integer({ min: 1, max: 4 }),
  net: minor(20_000),
  tax: minor(4000),
  duties: minor(3000),
});

const order = fc.record({
  currency: fc.constantFrom("EUR", "JPY", "KWD"),
  taxesIncluded: fc.boolean(),
  dutiesIncluded: fc.boolean(),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  shipping: fc.record({ net: minor(5000), tax: minor(900) }),
});

/** The supplier's prices: in the shop's currency, or in another one with the merchant's rate in thousandths. */
const supplier = fc.record({
  currency: fc.constantFrom(null, "USD", "BHD", "CLP"),
  thousandths: fc.integer({ min: 1, max: 5000 }),
  price: minor(9000),
  shipping: minor(6000),
});

it("holds an order exactly if the profit that its row would store is negative", () => {
  let held = 0;
  fc.assert(
    fc.property(order, supplier, (sold, bought) => {
      const digits = minorDigits(sold.currency);
      const costCurrency = bought.currency ?? sold.currency;
      const money = (units: number): Money => ({ amount: decimal(units, digits), currency: sold.currency });
      const charge = (units: number): Money => ({
        amount: decimal(units, minorDigits(costCurrency)),
        currency: costCurrency,
      });
      // The customer pays in francs: no amount of theirs may count.
      const read = (units: number): ReadMoney => ({
        shopMoney: { amount: decimal(units, digits), currencyCode: sold.currency },
      });
      const lines = sold.lines.map(({ quantity, net, tax, duties }, at) => {
        const shown = {
          quantity,
          currentQuantity: quantity,
          priceAfterAllDiscountsBeforeTaxesSet: read(net),
          taxLines: [{ priceSet: read(tax) }],
          duties: [{ price: read(duties) }],
        };
        const unitPrice = money(Math.floor(net / quantity));
        const amounts = { net: netOf(shown, sold), tax: taxOf(shown), unitPrice };
        return aLine({ lineItemId: String(at), quantity, ordered: quantity, ...amounts });
      });
      const { net: shipping, tax: shippingTax } = sold.shipping;
      const paidShipping = read(sold.taxesIncluded ? shipping + shippingTax : shipping);
      const sale = toSale(
        {
          presentmentCurrencyCode: "CHF",
          taxesIncluded: sold.taxesIncluded,
          subtotalLineItemsQuantity: lines.reduce((pieces, { quantity }) => pieces + quantity, 0),
          currentTotalPriceSet: read(0),
          shippingLines: {
            nodes: [
              {
                discountedPriceSet: paidShipping,
                currentDiscountedPriceSet: paidShipping,
                taxLines: [{ priceSet: read(shippingTax) }],
              },
            ],
          },
        },
        null,
      );
      const rates = [
        { from: costCurrency, to: sold.currency, rate: decimal(bought.thousandths, 3), date: "2026-11-20" },
      ];
      const rules = {
        exchangeRates: bought.currency === null ? [] : rates,
        costs: { salesTax: "19", supplierTax: null, shipping: null },
      };
      const variant = [...linkedVariants({ price: charge(bought.price) }).values()][0];

      const reason = problemOfCost(
        lines.map((each) => ({ line: each, variant })),
        {
          ...rules,
          fulfillmentOrder: aRequest({ lines, sale }),
          approved: NOTHING_APPROVED,
          expectedShipping: charge(bought.shipping),
        },
      );

      const pieces = sold.lines.reduce((sum, { quantity }) => sum + quantity, 0);
      const brought = sold.lines.reduce(
        (sum, { net, duties }) => sum + net - (sold.dutiesIncluded ? duties : 0),
        shipping,
      );
      const inShop = (units: number) =>
        bought.currency === null
          ? units
          : rounded(units * bought.thousandths, 3 + minorDigits(costCurrency) - digits);
      const left = brought - inShop(bought.price * pieces) - inShop(bought.shipping);
      expect(reason?.code === "below-cost").toBe(left < 0);
      if (reason) held += 1;

      const snapshot = snapshotOf(
        { lines, sale, destination: home },
        { ...rules, supplierCurrency: costCurrency },
      );
      const row: Earning = {
        ...snapshot!,
        decidedCurrency: costCurrency,
        costTotal: charge(bought.price * pieces + bought.shipping).amount,
        costShipping: charge(bought.shipping).amount,
        costCurrency,
        costEarlier: null,
        costEarlierShipping: null,
        costEarlierCurrency: null,
        secondSupplierOrderId: null,
      };
      expect(row).toMatchObject({ revenueCurrency: sold.currency, paidCurrency: "CHF" });
      expect(earningsOf(row).profit).toBe(decimal(left, digits));
    }),
    { numRuns: 500 },
  );
  expect(held).toBeGreaterThan(20);
});

/** Writes an amount of smallest units as a decimal. */
function decimal(units: number, digits: number): string {
  const text = String(Math.abs(units)).padStart(digits + 1, "0");
  const fraction = digits === 0 ? "" : `.${text.slice(-digits)}`;
  return `${units < 0 ? "-" : ""}${text.slice(0, text.length - digits)}${fraction}`;
}

/** Divides by a power of ten and rounds, a half away from zero. */
function rounded(units: number, places: number): number {
  if (places <= 0) return units * 10 ** -places;
  const [whole, by] = [BigInt(units), 10n ** BigInt(places)];
  return Number((whole + by / 2n) / by);
}
