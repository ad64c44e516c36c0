import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { figuresOf, messagesOfTotal } from "../../../app/orders/states/order-to-send.ts";
import { NO_COSTS } from "../../../app/catalog/pricing/costs.ts";
import { minorDigits } from "../../../app/messages/minor-digits.ts";

const money = (currency: string) =>
  fc.integer({ min: 0, max: 100_000 }).map((units) => ({
    amount: (units / 10 ** minorDigits(currency)).toFixed(minorDigits(currency)),
    currency,
  }));

const line = (currency: string) =>
  fc.record({ net: money(currency), quantity: fc.integer({ min: 1, max: 5 }) }).map((each) => ({
    title: "Mug",
    sku: "MUG",
    shopVariantId: "1",
    unitPrice: each.net,
    ...each,
  }));

describe("figuresOf", () => {
  it("returns amounts that add up to the shown profit, in other currencies and with reclaimed tax", () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom("EUR", "JPY", "KWD")
          .chain((currency) => fc.array(line(currency), { minLength: 1, maxLength: 3 })),
        fc.constantFrom("EUR", "USD", "JPY").chain((currency) => fc.tuple(money(currency), money(currency))),
        fc.constantFrom(null, "19", "7.5"),
        fc.constantFrom("0.00613", "1.0937", "163.2"),
        (lines, [price, shipping], supplierTax, rate) => {
          const currency = lines[0]!.net.currency;
          const shown = figuresOf(
            { lines, shippingPaid: "4" },
            {
              prices: new Map([["1", price]]),
              shipping,
              exchangeRates: [{ from: price.currency, to: currency, rate, date: "2026-11-20" }],
              costs: { ...NO_COSTS, supplierTax },
            },
          );
          const digits = minorDigits(currency);
          for (const amount of [shown.paid, shown.cost, shown.shipping, shown.profit])
            expect(amount).toEqual({ amount: new Big(amount!.amount).toFixed(digits), currency });
          const left = new Big(shown.paid!.amount).minus(shown.cost!.amount).minus(shown.shipping!.amount);
          expect(left.toFixed(digits)).toBe(new Big(shown.profit!.amount).toFixed(digits));
        },
      ),
    );
  });
});

describe("figuresOf an order with costs in two currencies", () => {
  const eur = (amount: string) => ({ amount, currency: "EUR" });
  const item = (shopVariantId: string) => ({
    title: "Mug",
    sku: "MUG",
    shopVariantId,
    quantity: 2,
    unitPrice: eur("30.00"),
    net: eur("60.00"),
  });
  const prices = new Map([
    ["1", eur("20.00")],
    ["2", { amount: "30.00", currency: "USD" }],
  ]);
  const rules = { prices, shipping: null, exchangeRates: [], costs: NO_COSTS };
  const order = { lines: [item("1"), item("2")], shippingPaid: null };

  it("converts each cost at its own rate", () => {
    const rate = { from: "USD", to: "EUR", rate: "0.9", date: "2026-11-20" };
    expect(figuresOf(order, { ...rules, exchangeRates: [rate] })).toMatchObject({
      cost: eur("94.00"),
      profit: eur("26.00"),
    });
  });

  it("knows neither cost nor profit if one of the rates is missing", () => {
    expect(figuresOf(order, rules)).toMatchObject({ paid: eur("120.00"), cost: null, profit: null });
  });
});

describe("messagesOfTotal", () => {
  const eur = (amount: string) => ({ amount, currency: "EUR" });
  const given = { paid: eur("45.00"), cost: eur("42.05"), shipping: eur("5.40") };

  it("states the order's loss or profit", () => {
    expect(messagesOfTotal({ ...given, profit: eur("-2.45") })).toMatchObject([
      { code: "orders.total.loses", loss: eur("2.45"), charge: { shipping: eur("5.40") } },
    ]);
    expect(messagesOfTotal({ ...given, shipping: null, profit: eur("2.95") })).toMatchObject([
      { code: "orders.total.leaves", profit: eur("2.95"), charge: { code: "orders.total.shipping-unknown" } },
    ]);
    expect(messagesOfTotal({ ...given, cost: null, profit: null })).toEqual([]);
  });
});
