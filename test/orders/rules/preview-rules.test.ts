import { describe, expect, it } from "vitest";

import { DEFAULT_RULES, type OrderRules } from "../../../app/orders/rules/order-rules.ts";
import { previewRules } from "../../../app/orders/rules/preview-rules.ts";
import { readRulesForm, type RulesForm, toRulesForm } from "../../../app/orders/rules/rules-form.ts";
import type { OrderFacts } from "../../../app/shop/orders/order-facts.ts";

const NOW = new Date("2026-11-27T12:00:00Z");
const eur = (amount: string) => ({ amount, currency: "EUR" });

/** Orders at these times, the first being "#1". */
function preview(
  rules: Partial<OrderRules>,
  orders: ({ at: string } & Partial<OrderFacts>)[],
  held: Parameters<typeof previewRules>[2]["held"] = {},
) {
  const past = orders.map(({ at, ...facts }, index) => ({
    id: `gid://shopify/Order/${String(index + 1)}`,
    name: `#${String(index + 1)}`,
    processedAt: new Date(at),
    facts: { total: eur("50"), tags: [], country: "DE", risk: "low" as const, test: false, ...facts },
  }));
  return previewRules({ ...DEFAULT_RULES, ...rules }, past, { now: NOW, timeZone: "Europe/Berlin", held });
}

describe("previewRules", () => {
  it("shows which past orders the rules would have sent at once, and why they would have held the others", () => {
    expect(
      preview({ neverTags: ["stop"] }, [
        { at: "2026-11-20T10:00:00Z" },
        { at: "2026-11-20T11:00:00Z", tags: ["Stop"] },
        { at: "2026-11-20T12:00:00Z", test: true },
      ]),
    ).toMatchObject([
      { name: "#1", kind: "sent", at: new Date("2026-11-20T10:00:00Z"), why: null },
      { name: "#2", kind: "kept", why: { code: "rules.kept.tag" } },
      { name: "#3", kind: "kept", why: { code: "rules.kept.test" } },
    ]);
  });

  it("distinguishes orders that the rules hold from orders that Stockbridge holds afterwards", () => {
    const message = { code: "orders.reason.out-of-stock.label" } as const;
    const held = { "gid://shopify/Order/2": { message }, "gid://shopify/Order/3": { message } };
    expect(
      preview(
        { neverTags: ["stop"] },
        [
          { at: "2026-11-20T10:00:00Z" },
          { at: "2026-11-20T11:00:00Z" },
          { at: "2026-11-20T12:00:00Z", tags: ["stop"] },
        ],
        held,
      ),
    ).toMatchObject([{ kind: "sent" }, { kind: "held", message }, { kind: "kept" }]);
  });

  it("says when an order's delay would have ended, or that the delay still lasts", () => {
    const delay = { kind: "daily", at: "17:00" } as const;
    expect(
      preview({ delay }, [{ at: "2026-11-27T11:00:00Z" }, { at: "2026-11-20T17:00:00Z" }]),
    ).toMatchObject([
      { kind: "kept", why: { code: "rules.kept.daily" } },
      { kind: "sent", at: new Date("2026-11-21T16:00:00Z"), why: { code: "rules.kept.daily" } },
    ]);
  });

  it("counts daily limits per day, in the sequence in which orders would be sent", () => {
    const orders = ["10:00", "11:00", "12:00", "13:00", "14:00"].map((time) => ({
      at: `2026-11-20T${time}:00Z`,
    }));
    const days = preview({ ordersPerDay: 2 }, orders.toReversed()).map(({ at }) =>
      at?.toISOString().slice(0, 13),
    );
    expect(days).toEqual([
      "2026-11-21T23",
      "2026-11-20T23",
      "2026-11-20T23",
      "2026-11-20T11",
      "2026-11-20T10",
    ]);
    const kinds = preview(
      { moneyPerDay: eur("60") },
      orders.map(() => ({ at: "2026-11-26T23:30:00Z" })),
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(["sent", "kept", "kept", "kept", "kept"]);
  });
});

describe("readRulesForm", () => {
  const typed = (changed: Partial<RulesForm>) =>
    readRulesForm({ ...toRulesForm(DEFAULT_RULES, { sign: ".", currency: "EUR" }), ...changed }, "EUR");

  it("reads the rules back from the form that shows them", () => {
    const rules: OrderRules = {
      delay: { kind: "daily", at: "09:30" },
      onlyTags: ["Web", "🎁 gift"],
      neverTags: ["B2B"],
      askForEach: true,
      holdAbove: eur("1000.5"),
      countries: { kind: "only", codes: ["DE", "AT"] },
      risk: "off",
      ordersPerDay: 10,
      moneyPerDay: eur("99"),
    };
    for (const sign of [".", ","] as const)
      expect(readRulesForm(toRulesForm(rules, { sign, currency: "EUR" }), "EUR")).toEqual({
        ok: true,
        rules,
      });
  });

  it("splits tags at commas, and drops spaces, empty tags and duplicates", () => {
    expect(typed({ neverTags: " VIP, vip ,, 🎁 ,großhandel," })).toMatchObject({
      rules: { neverTags: ["vip", "🎁", "großhandel"] },
    });
  });

  it("keeps a limit's old currency after the shop's currency changes, until the merchant enters the limit again", () => {
    const form = toRulesForm(
      { ...DEFAULT_RULES, holdAbove: { amount: "100", currency: "USD" } },
      { sign: ".", currency: "EUR" },
    );
    expect(form.holdAbove).toBe("100 USD");
    expect(readRulesForm(form, "EUR")).toMatchObject({ ok: false, problems: { holdAbove: {} } });
    expect(typed({ holdAbove: "100" })).toMatchObject({ rules: { holdAbove: eur("100") } });
  });

  it.each<[keyof RulesForm, Partial<RulesForm>]>([
    ["time", { delay: "daily", time: "25:00" }],
    ["time", { delay: "daily", time: "" }],
    ["holdAbove", { holdAbove: "a lot" }],
    ["moneyPerDay", { moneyPerDay: "-5" }],
    ["ordersPerDay", { ordersPerDay: "1.5" }],
    ["ordersPerDay", { ordersPerDay: "0" }],
    ["countries", { countries: { kind: "only", codes: [] } }],
    ["neverTags", { neverTags: "x".repeat(256) }],
    ["onlyTags", { onlyTags: Array.from({ length: 51 }, (_, index) => String(index)).join() }],
  ])("rejects the input of the field %s: %j", (field, changed) => {
    const read = typed(changed);
    expect(read.ok ? [] : Object.keys(read.problems)).toEqual([field]);
  });
});
