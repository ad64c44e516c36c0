import { describe, expect, it } from "vitest";

import { NO_COSTS } from "../../../app/catalog/pricing/costs.ts";
import type { ExchangeRate } from "../../../app/catalog/pricing/exchange-rate.ts";
import type { Money } from "../../../app/lib/money.ts";
import { translator } from "../../../app/messages/translate.ts";
import { type ApprovedCosts, NOTHING_APPROVED as none } from "../../../app/orders/placing/approvals.ts";
import { type Circumstances, decideOrder } from "../../../app/orders/placing/decide-order.ts";
import { judgeCost } from "../../../app/orders/placing/judge-cost.ts";
import { type ReasonCode } from "../../../app/orders/reasons/reason.ts";
import { messageOf } from "../../../app/orders/reasons/reason-words.ts";
import type { Destination } from "../../../app/shop/addresses/postal-address.ts";
import type { FulfillmentOrder } from "../../../app/shop/orders/fulfillment-order.ts";
import { aLine, aRequest, choiceRules, home, linkedVariants } from "../testing.ts";

const byRates = (exchangeRates: ExchangeRate[]) => ({ exchangeRates, costs: NO_COSTS });

function decide(requested: Partial<FulfillmentOrder> | null, more: Partial<Circumstances> = {}) {
  return decideOrder({
    fulfillmentOrder: requested && aRequest(requested),
    linkedVariants: linkedVariants(),
    connected: true,
    heldOnRequest: false,
    service: "there",
    paused: "no",
    confirmed: true,
    approved: none,
    exchangeRates: [],
    choiceRules: choiceRules(),
    takes: { shippingMethods: "any", noteLength: 1000, lineNoteLength: 250 },
    costs: NO_COSTS,
    expectedShipping: null,
    ...more,
  });
}

function eur(amount: string) {
  return { amount, currency: "EUR" };
}

const unlinked = aLine({ shopVariantId: "gid://shopify/ProductVariant/99", title: "Our own mug" });
const at = (change: Partial<Destination>) => ({ destination: { ...home, ...change } });
const cases: [ReasonCode, Partial<FulfillmentOrder>, Partial<Circumstances>?][] = [
  ["not-connected", {}, { connected: false }],
  ["service-gone", { ours: false }, { service: "gone", connected: false }],
  ["service-replaced", { ours: false }, { service: "replaced", paused: "by-merchant" }],
  ["ordering-paused", {}, { paused: "by-merchant" }],
  ["ordering-paused-by-support", {}, { paused: "by-support" }],
  ["ordering-paused-for-all", {}, { paused: "for-all" }],
  ["not-confirmed", {}, { confirmed: false }],
  ["unpaid", { paid: false }],
  ["test-order", { test: true }],
  ["on-hold", { status: "on_hold" }],
  ["unlinked-variant", { lines: [unlinked] }],
  ["unlinked-variant", { lines: [aLine(), unlinked] }],
  ["unlinked-variant", { lines: [aLine({ shopVariantId: null })] }],
  ["account-changed", {}, { linkedVariants: linkedVariants({ ofAnotherAccount: true }) }],
  ["no-sku", { lines: [aLine({ sku: null })] }],
  ["no-sku", { lines: [aLine({ sku: " " })] }],
  ["no-quantity", { lines: [aLine({ quantity: 0 })] }],
  ["no-quantity", { lines: [] }],
  ["no-address", { destination: null }],
  ["no-name", at({ firstName: "", lastName: null })],
  ["no-street", at({ address1: null })],
  ["no-street", at({ address1: "  " })],
  ["no-city", at({ city: null })],
  ["no-postcode", at({ zip: null })],
  ["no-country", at({ countryCode: null })],
  ["method-not-assigned", { shippingMethod: "Express" }, { choiceRules: choiceRules(true) }],
  ["note-too-long", { requestMessage: "x".repeat(1001) }],
  ["texts-not-taken", { lines: [aLine({ attributes: [{ name: "Engraving", value: "x".repeat(250) }] })] }],
  ["unknown-province", at({ province: "Kalifornien", countryCode: "US" })],
  ["price-unreadable", {}, { linkedVariants: linkedVariants({ unreadable: "price", stock: 0 }) }],
  ["stock-unreadable", {}, { linkedVariants: linkedVariants({ unreadable: "stock" }) }],
  ["product-unreadable", {}, { linkedVariants: linkedVariants({ unreadable: "product" }) }],
  ["discontinued", {}, { linkedVariants: linkedVariants({ discontinued: true }) }],
  ["out-of-stock", {}, { linkedVariants: linkedVariants({ stock: 1 }) }],
  // Each line alone could be had, both together could not.
  ["out-of-stock", { lines: [aLine(), aLine()] }, { linkedVariants: linkedVariants({ stock: 3 }) }],
  ["below-cost", { lines: [aLine({ unitPrice: eur("0.00") })] }],
  ["below-cost", { lines: [aLine({ unitPrice: eur("12.49"), unitCost: eur("0.01") })] }],
  ["cost-rose", { lines: [aLine({ unitCost: eur("0.01") })] }],
  ["other-currency", { lines: [aLine({ unitPrice: { amount: "99.00", currency: "USD" } })] }],
  ["other-currency", { lines: [aLine({ unitCost: { amount: "99.00", currency: "USD" } })] }],
];

describe("an order on hold", () => {
  it.each(cases)("has the reason %s: %#", (code, requested, more) => {
    expect(decide(requested, more)).toMatchObject({ kind: "hold", reason: { code } });
  });

  it.each(cases.filter(([code]) => !code.startsWith("ordering-paused")))(
    "has the reason %s even while ordering is paused, because only a person can resolve it: %#",
    (code, requested, more) => {
      for (const paused of ["by-merchant", "by-support", "for-all"] as const)
        expect(decide(requested, { ...more, paused })).toMatchObject({ kind: "hold", reason: { code } });
    },
  );

  it("names exactly the lines that cause the hold", () => {
    const decision = decide({ lines: [aLine(), unlinked] });
    expect(decision).toEqual({ kind: "hold", reason: { code: "unlinked-variant", lines: ["Our own mug"] } });
  });
});

it("cancels an order if the customer's order is canceled, and drops the order if our request has ended", () => {
  expect(decide({ orderCanceled: true, paid: false }, { paused: "for-all" })).toEqual({ kind: "cancel" });
  expect(decide({ orderCanceled: true, ours: false })).toMatchObject({ kind: "drop" });
  expect(decide({ orderCanceled: true, status: "closed" })).toMatchObject({ kind: "drop" });
});

/** Those that a decision can come to, and those that an order is held for once it is to be sent, or was. */
const holdReasons = [...new Set(cases.map(([code]) => code)), "already-ordered", "rejected"] as const;

it.each(holdReasons)("explains the reason %s in its own sentence, which says what to do", (code) => {
  const inFull = (reason: string) => {
    const explanation = { code: "failure.supplier.rejected", status: 422 };
    return translator("en")(messageOf({ reason, reasonParams: { lines: ["Mug"], explanation } }));
  };
  expect(inFull(code)).toMatch(/^[A-Z“].*\.$/);
  expect(inFull(code)).not.toMatch(/undefined|null/);
  for (const other of holdReasons.filter((each) => each !== code))
    expect(inFull(code)).not.toBe(inFull(other));
});

describe("an order that is not ours to place", () => {
  it.each<[string, Partial<FulfillmentOrder> | null, string]>([
    ["the shop has no fulfillment order with that id", null, "gone"],
    ["the request was canceled", { request: "unsubmitted" }, "gone"],
    ["the request was rejected", { request: "rejected" }, "request-rejected"],
    [
      "the request was rejected and the order is canceled",
      { request: "rejected", orderCanceled: true },
      "gone",
    ],
    ["a cancellation is requested", { request: "cancellation_requested" }, "gone"],
    ["the fulfillment order is canceled", { status: "cancelled" }, "gone"],
    ["the fulfillment order is closed", { status: "closed" }, "gone"],
    ["another location fulfills the order", { ours: false }, "not-ours"],
  ])("is dropped if %s", (_, requested, code) => {
    expect(decide(requested)).toEqual({ kind: "drop", reason: { code } });
  });
});

describe("an order after our fulfillment service was deleted", () => {
  it("is held, not dropped, if the shop no longer shows it", () => {
    expect(decide(null, { service: "gone" })).toEqual({ kind: "hold", reason: { code: "service-gone" } });
    expect(decide(null, { service: "replaced" })).toMatchObject({ reason: { code: "service-replaced" } });
  });

  it("is placed if the shop has assigned it to the service that replaced ours", () => {
    expect(decide({}, { service: "replaced" })).toMatchObject({ kind: "place" });
  });

  it("is canceled if the customer's order is canceled", () => {
    const ended = { orderCanceled: true, ours: false } as const;
    expect(decide(ended, { service: "gone" })).toEqual({ kind: "cancel" });
    expect(decide({ status: "closed", ours: false }, { service: "gone" })).toMatchObject({ kind: "drop" });
  });
});

describe("an order that decideOrder places", () => {
  it("may be a test order if a person has approved it", () => {
    expect(decide({ test: true }, { approved: { ...none, test: true } })).toMatchObject({ kind: "place" });
  });

  it.each<[string, Money, boolean]>([
    ["that amount", eur("30.00"), true],
    ["a larger amount", eur("30.01"), true],
    ["a smaller amount", eur("29.99"), false],
    ["the same amount in another currency", { amount: "30.00", currency: "USD" }, false],
  ])("needs an approval of at least the unpaid amount (approved: %s)", (_, unpaid, places) => {
    const requested = { paid: false, outstanding: eur("30.00") };
    const decision = decide(requested, { approved: { ...none, unpaid } });
    expect(decision).toMatchObject(
      places ? { kind: "place" } : { kind: "hold", reason: { code: "unpaid", outstanding: eur("30.00") } },
    );
  });

  it("contains the lines that remain, with the supplier's ids", () => {
    const [line, gone] = [aLine({ quantity: 1, ordered: 3 }), aLine({ quantity: 0 })];
    const decision = decide({ lines: [line, gone] });
    expect(decision).toMatchObject({
      kind: "place",
      lines: [
        {
          lineItemId: line.lineItemId,
          fulfillmentOrderLineId: line.id,
          supplierVariantId: linkedVariants().get("gid://shopify/ProductVariant/1")?.supplierVariantId,
          quantity: 1,
          ordered: 3,
        },
      ],
    });
    expect(decision.kind === "place" && decision.lines).toHaveLength(1);
  });

  it.each(["HK", "CW", "FJ", "CL", "TR"])(
    "may lack a postal code in %s, because Shopify's checkout does not require one there",
    (countryCode) => {
      const decision = decide(at({ zip: "", countryCode }));
      expect(decision).toMatchObject({ kind: "place", shipTo: { postalCode: null, countryCode } });
    },
  );

  it("has the city and postal code filled in for a country with only one of each", () => {
    const decision = decide(at({ zip: null, city: null, countryCode: "GI" }));
    expect(decision).toMatchObject({
      kind: "place",
      shipTo: { city: "Gibraltar", postalCode: "GX11 1AA", countryCode: "GI" },
    });
  });

  it.each([
    ["JP", "山田 太郎"],
    ["KR", "山田 太郎"],
    ["DE", "太郎 山田"],
  ])(
    "writes the recipient's name in the order used in %s, and also contains both parts separately",
    (countryCode, name) => {
      const [firstName, lastName] = ["太郎", "山田"];
      const decision = decide(at({ firstName, lastName, countryCode }));
      expect(decision).toMatchObject({ kind: "place", shipTo: { name, firstName, lastName } });
    },
  );

  it("has the province's name and code if the shop knows them", () => {
    const here = { province: "California", countryCode: "US" };
    expect(decide(at({ ...here, provinceCode: "CA" }))).toMatchObject({
      shipTo: { region: "California", regionCode: "CA" },
    });
    // A checkout of another channel may not ask for it.
    expect(decide(at({ ...here, province: "" }))).toMatchObject({
      kind: "place",
      shipTo: { region: null, regionCode: null },
    });
    // Shopify doesn't show the order, and its published names may lack this one.
    expect(decide({ ...at({ ...here, province: "Kalifornien" }), orderAddress: null })).toMatchObject({
      kind: "place",
      shipTo: { region: "Kalifornien", regionCode: null },
    });
    // The checkout of this country has no field for it.
    expect(decide(at({ province: "Bayern" }))).toMatchObject({ kind: "place", shipTo: { region: "Bayern" } });
  });

  it("may go to a company without a person's name", () => {
    const decision = decide({
      destination: { ...home, firstName: null, lastName: null, company: "Groß & Co" },
    });
    expect(decision).toMatchObject({ kind: "place", shipTo: { name: "Groß & Co" } });
  });
});

describe("the cost of an order", () => {
  it.each<[string, string | null, string | null, ReasonCode | undefined]>([
    ["10.00", null, null, undefined],
    ["10.00", null, "10.00", undefined],
    ["10.01", null, "10.00", "below-cost"],
    ["0.01", null, "0.00", "below-cost"],
    ["0.00", null, "0.00", undefined],
    ["12.00", "10.00", "99", undefined],
    ["12.01", "10.00", "99", "cost-rose"],
    ["12.0000001", "10", "99", "cost-rose"],
    ["0.3", "0.25", "99", undefined],
    ["9007199254740993.01", "9007199254740993", "9007199254740993.00", "below-cost"],
  ])(
    "is compared with the known cost and the selling price (cost %s, known %s, sold for %s): %s",
    (cost, known, selling, code) => {
      const money = (amount: string | null) => amount && eur(amount);
      const prices = { cost: eur(cost), knownCost: money(known) || null, selling: money(selling) || null };
      expect(judgeCost(prices, byRates([]))?.code).toBe(code);
    },
  );

  const dollars = (amount: string) => ({ amount, currency: "USD" });
  const rate = { from: "EUR", to: "USD", rate: "1.1", date: "2026-11-01" };

  it.each<[string, string | null, string | null, ReasonCode | undefined]>([
    ["10.00", null, "11.00", undefined],
    ["10.01", null, "11.01", "below-cost"],
    ["10.00", "9.17", null, undefined],
    ["10.00", "9.16", null, "cost-rose"],
  ])(
    "is compared at the merchant's exchange rate (cost EUR %s, known USD %s, sold for USD %s): %s",
    (cost, known, selling, code) => {
      const prices = {
        cost: eur(cost),
        knownCost: known === null ? null : dollars(known),
        selling: selling === null ? null : dollars(selling),
      };
      expect(judgeCost(prices, byRates([rate]))?.code).toBe(code);
      expect(judgeCost(prices, byRates([]))?.code).toBe("other-currency");
      const others = [
        { ...rate, from: "USD", to: "EUR" },
        { ...rate, to: "GBP" },
      ];
      expect(judgeCost(prices, byRates(others))?.code).toBe("other-currency");
    },
  );

  /** A loss that the merchant has seen, higher than any here. */
  const loss = { ...eur("1000.00"), shipping: null };

  it("holds the order with both amounts and the quantity, naming only the lines that cost too much", () => {
    const gift = aLine({ lineItemId: "gift", title: "Sticker", quantity: 2, unitPrice: eur("0.00") });
    expect(decide({ lines: [aLine({ unitPrice: eur("12.60") }), gift] })).toEqual({
      kind: "hold",
      reason: {
        code: "below-cost",
        total: { code: "orders.loss", paid: eur("25.20"), cost: eur("50.00") },
        loss: { ...eur("24.8"), shipping: null },
        lines: [
          {
            code: "orders.cost-line.below-cost",
            lineItemId: "gift",
            title: "Sticker",
            quantity: 2,
            cost: eur("12.50"),
            against: eur("0.00"),
          },
        ],
      },
    });
  });

  it("allows a free line if the other lines pay for it", () => {
    const gift = aLine({ lineItemId: "gift", unitPrice: eur("0.00") });
    expect(decide({ lines: [aLine(), gift] }).kind).toBe("place");
  });

  it("holds the order with all its lines if shipping costs more than the lines earn", () => {
    const line = aLine({ unitPrice: eur("15.00") });
    const shipping = (amount: string) => ({ expectedShipping: eur(amount) });
    expect(decide({ lines: [line] }, shipping("5.00")).kind).toBe("place");
    expect(decide({ lines: [line] }, shipping("5.01"))).toMatchObject({
      reason: {
        code: "below-cost",
        total: {
          code: "orders.loss-with-shipping",
          paid: eur("30.00"),
          cost: eur("25.00"),
          shipping: eur("5.01"),
        },
        lines: [{ lineItemId: line.lineItemId, against: eur("15.00") }],
      },
    });
    const sale = { paidCurrency: "EUR", shipping: eur("4.90"), pieces: 2, refunds: null };
    expect(decide({ lines: [line], sale }, shipping("9.90")).kind).toBe("place");
    const approved = { ...none, costs: { [line.lineItemId]: { ...eur("12.50"), loss } } };
    expect(decide({ lines: [line] }, { ...shipping("5.01"), approved }).kind).toBe("place");
  });

  describe("in two currencies", () => {
    const other = "gid://shopify/ProductVariant/2";
    const toEuro = { ...rate, from: "USD", to: "EUR", rate: "0.9" };
    const linked = new Map([
      ...linkedVariants({ price: eur("20.00") }),
      [other, { ...linkedVariants().get(other)!, price: dollars("30.00") }],
    ]);
    const ordered = (one: string, two: string) => ({
      lines: [
        aLine({ lineItemId: "one", quantity: 1, ordered: 1, unitPrice: eur(one) }),
        aLine({ lineItemId: "two", quantity: 1, ordered: 1, unitPrice: eur(two), shopVariantId: other }),
      ],
    });
    const ofTwo = { linkedVariants: linked, exchangeRates: [toEuro] };

    it("holds a losing order, and states its loss with each cost at its own rate", () => {
      expect(decide(ordered("10.00", "15.00"), ofTwo)).toMatchObject({
        kind: "hold",
        reason: {
          code: "below-cost",
          total: { code: "orders.loss", paid: eur("25.00"), cost: eur("47.00") },
          loss: eur("22"),
          lines: [{ lineItemId: "one" }, { lineItemId: "two" }],
        },
      });
    });

    it("allows a line below its cost if the other line makes up for it", () => {
      expect(decide(ordered("19.99", "27.01"), ofTwo).kind).toBe("place");
      expect(decide(ordered("19.99", "27.00"), ofTwo)).toMatchObject({ reason: { loss: eur("0.01") } });
    });

    it("holds a line below its cost if the order's total is unknown, until that cost is approved", () => {
      const approve = (costs: ApprovedCosts) => ({
        ...ofTwo,
        exchangeRates: [],
        approved: { ...none, costs },
      });
      const two = { ...dollars("30.00"), loss: null };
      const decision = decide(ordered("10.00", "15.00"), approve({ two }));
      expect(decision).toMatchObject({
        kind: "hold",
        reason: {
          code: "below-cost",
          total: { code: "orders.loss-not-known" },
          loss: null,
          lines: [{ lineItemId: "one" }],
        },
      });
      if (decision.kind !== "hold") throw new Error("The order is held.");
      const { code: reason, ...reasonParams } = decision.reason;
      expect(translator("en")(messageOf({ reason, reasonParams }))).toContain("isn't known");
      expect(decide(ordered("20.00", "15.00"), approve({ two })).kind).toBe("place");
      const one = { ...eur("20.00"), loss: null };
      expect(decide(ordered("10.00", "15.00"), approve({ one, two })).kind).toBe("place");
    });
  });

  it("is compared with the price before the customer's tax, and leaves out tax that the merchant reclaims", () => {
    const line = aLine({ unitPrice: eur("14.00"), net: eur("23.53"), tax: eur("4.47") });
    expect(decide({ lines: [line] })).toMatchObject({ reason: { code: "below-cost" } });
    const costs = { ...NO_COSTS, supplierTax: "19" };
    expect(decide({ lines: [line] }, { costs }).kind).toBe("place");
  });

  it.each<[string, Money, boolean]>([
    ["as much", eur("12.50"), true],
    ["more", eur("12.51"), true],
    ["less", eur("12.49"), false],
    ["the same amount in another currency", { amount: "12.50", currency: "USD" }, false],
  ])("needs an approval of at least its amount (approved: %s)", (_, approved, places) => {
    for (const line of [aLine({ unitPrice: eur("0.00") }), aLine({ unitCost: eur("0.01") })]) {
      const decision = decide(
        { lines: [line] },
        { approved: { ...none, costs: { [line.lineItemId]: { ...approved, loss } } } },
      );
      expect(decision.kind === "place").toBe(places);
    }
  });

  it("is approved per line", () => {
    const gifts = ["one", "other"].map((lineItemId) => aLine({ lineItemId, unitPrice: eur("0.00") }));
    const decision = decide(
      { lines: gifts },
      { approved: { ...none, costs: { one: { ...eur("12.50"), loss } } } },
    );
    expect(decision).toMatchObject({ reason: { code: "below-cost", lines: [{ lineItemId: "other" }] } });
  });
});
