import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { round } from "../../../app/lib/money.ts";
import { minorDigits } from "../../../app/messages/minor-digits.ts";
import { earningsOf, type Earning, snapshotOf } from "../../../app/orders/earnings/earnings.ts";
import { aLine, home } from "../testing.ts";

const NOT_TWICE = {
  costEarlier: null,
  costEarlierShipping: null,
  costEarlierCurrency: null,
  secondSupplierOrderId: null,
};

const row: Earning = {
  revenue: "37.82",
  shippingPaid: "4.12",
  tax: "7.18",
  revenueCurrency: "EUR",
  paidCurrency: "EUR",
  exchangeRate: null,
  exchangeRateDate: null,
  costTaxPercent: null,
  country: "DE",
  refunded: null,
  refundsSeen: 0,
  decidedCurrency: "EUR",
  costTotal: "37.40",
  costShipping: "5.40",
  costCurrency: "EUR",
  ...NOT_TWICE,
};

describe("the earnings of an order", () => {
  it("are its revenue and the shipping that the customer paid, less the supplier's charge", () => {
    expect(earningsOf(row)).toEqual({ itemsCost: "32.00", shippingCost: "5.40", profit: "4.54" });
    expect(earningsOf({ ...row, refunded: "10.00" }).profit).toBe("-5.46");
  });

  it("are converted at the rate of the order's day, and leave out tax that the merchant reclaims", () => {
    const foreign = { ...row, costCurrency: "USD", decidedCurrency: "USD", exchangeRate: "0.9" };
    expect(earningsOf(foreign)).toEqual({ itemsCost: "28.80", shippingCost: "4.86", profit: "8.28" });
    const gross = { ...row, costTaxPercent: "19" };
    expect(earningsOf(gross)).toEqual({ itemsCost: "26.89", shippingCost: "4.54", profit: "10.51" });
  });

  it("deduct the charge for an earlier supplier order that had shipped in part", () => {
    const earlier = { costEarlier: "12.00", costEarlierShipping: "2.00", costEarlierCurrency: "EUR" };
    expect(earningsOf({ ...row, ...earlier })).toEqual({
      itemsCost: "42.00",
      shippingCost: "7.40",
      profit: "-7.46",
    });
  });

  it.each<[string, Partial<Earning>]>([
    ["the supplier has a second order", { secondSupplierOrderId: "W-2" }],
    ["an earlier order was charged in another currency", { costEarlier: "1", costEarlierCurrency: "USD" }],
    ["the charge is unknown", { costTotal: null }],
    ["the shop did not show the order", { revenue: null }],
    ["no rate was known", { costCurrency: "USD", decidedCurrency: "USD" }],
    ["the charge is in another currency than the decided cost", { costCurrency: "USD", exchangeRate: "0.9" }],
  ])("are unknown if %s", (_, more) => {
    expect(earningsOf({ ...row, ...more })).toEqual({ itemsCost: null, shippingCost: null, profit: null });
  });
});

const currency = fc.constantFrom("EUR", "JPY", "KWD");
const cents = fc.integer({ min: 0, max: 10_000_000 }).map((minor) => new Big(minor).div(100).toFixed());
const percent = fc.option(fc.integer({ min: 0, max: 30 }).map(String));
const rate = fc
  .integer({ min: 1, max: 3_000_000 })
  .map((millionths) => new Big(millionths).div(10_000).toFixed());

it("adds up the amounts of any order exactly, in currencies with no, two and three decimals", () => {
  fc.assert(
    fc.property(
      currency,
      currency,
      fc.record({
        net: cents,
        tax: cents,
        shipping: cents,
        items: cents,
        charge: cents,
        refunded: fc.option(cents),
      }),
      fc.record({
        quantity: fc.integer({ min: 1, max: 5 }),
        more: fc.integer({ min: 0, max: 5 }),
        pieces: fc.integer({ min: 0, max: 9 }),
      }),
      percent,
      rate,
      (shop, supplier, amounts, { quantity, more, pieces }, supplierTax, value) => {
        const money = (amount: string) => ({ amount, currency: shop });
        const line = aLine({
          quantity,
          ordered: quantity + more,
          net: money(amounts.net),
          tax: money(amounts.tax),
        });
        const sale = {
          paidCurrency: "CHF",
          shipping: money(amounts.shipping),
          pieces: quantity + pieces,
          refunds: null,
        };
        const rates = [{ from: supplier, to: shop, rate: value, date: "2026-11-20" }];
        const snapshot = snapshotOf(
          { lines: [line, line], sale, destination: home },
          {
            supplierCurrency: supplier,
            exchangeRates: supplier === shop ? [] : rates,
            costs: { salesTax: null, supplierTax, shipping: null },
          },
        );
        if (snapshot === null) throw new Error("The sale is known.");
        const charged = {
          ...NOT_TWICE,
          costTotal: new Big(amounts.items).plus(amounts.charge).toFixed(),
          costShipping: amounts.charge,
          costCurrency: supplier,
          decidedCurrency: supplier,
        };
        const refunded = amounts.refunded && round(money(amounts.refunded)).amount;
        const earned = earningsOf({ ...snapshot, ...charged, refunded });
        const places = minorDigits(shop);
        const shown = [
          snapshot.revenue,
          snapshot.shippingPaid,
          earned.itemsCost,
          earned.shippingCost,
          earned.profit,
        ];
        for (const amount of shown) expect(new Big(amount ?? "x").round(places).toFixed(places)).toBe(amount);
        const sum = new Big(snapshot.revenue ?? "x")
          .plus(snapshot.shippingPaid ?? "x")
          .minus(refunded ?? 0)
          .minus(earned.itemsCost ?? "x")
          .minus(earned.shippingCost ?? "x");
        expect(sum.toFixed(places)).toBe(earned.profit);
      },
    ),
  );
});
