import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { judgeRules, type Moment } from "../../../app/orders/rules/judge-rules.ts";
import {
  DEFAULT_RULES,
  matchTags,
  type OrderRules,
  orderRules,
} from "../../../app/orders/rules/order-rules.ts";
import type { OrderFacts } from "../../../app/shop/orders/order-facts.ts";

const NOW = new Date("2026-11-27T12:00:00Z");

const eur = (amount: string) => ({ amount, currency: "EUR" });

/** Judges an order of 50 EUR to Germany that the rules first see now. */
function judged(rules: Partial<OrderRules>, facts: Partial<OrderFacts> = {}, moment: Partial<Moment> = {}) {
  return judgeRules(
    orderRules.parse({ ...DEFAULT_RULES, ...rules }),
    { total: eur("50.00"), tags: [], country: "DE", risk: "low", test: false, ...facts },
    { now: NOW, since: NOW, timeZone: "Europe/Berlin", sentToday: { orders: 0, amount: "0" }, ...moment },
  );
}

function why(...args: Parameters<typeof judged>) {
  const verdict = judged(...args);
  return verdict.kind === "keep" ? verdict.why.code.replace("rules.kept.", "") : "send";
}

describe("judgeRules", () => {
  it("sends every order at once by default, except test orders and orders with a medium or high fraud risk", () => {
    expect(why({})).toBe("send");
    expect(why({}, { test: true })).toBe("test");
    expect(why({}, { risk: "low" })).toBe("send");
    expect(why({}, { risk: "medium" })).toBe("risk-medium");
    expect(why({}, { risk: "high" })).toBe("risk-high");
  });

  it.each<[string, Partial<OrderRules>, Partial<OrderFacts>, string]>([
    ["wants to send each order", { askForEach: true }, {}, "ask"],
    ["excludes a tag of the order", { neverTags: ["vip"] }, { tags: ["a", "VIP"] }, "tag"],
    ["excludes another tag", { neverTags: ["vip"] }, { tags: ["vip2"] }, "send"],
    ["requires a tag that the order has", { onlyTags: ["b", "go"] }, { tags: ["Go"] }, "send"],
    ["requires a tag that the order lacks", { onlyTags: ["go"] }, { tags: ["stop"] }, "no-tag"],
    ["excludes and requires the same tag", { onlyTags: ["go"], neverTags: ["go"] }, { tags: ["go"] }, "tag"],
    ["has a limit above the total", { holdAbove: eur("50") }, {}, "send"],
    ["has a limit below the total", { holdAbove: eur("49.99") }, {}, "amount"],
    ["has a limit in another currency", { holdAbove: { amount: "999", currency: "USD" } }, {}, "currency"],
    [
      "has a daily limit in another currency",
      { moneyPerDay: { amount: "999", currency: "USD" } },
      {},
      "currency",
    ],
    ["has a daily limit below the total", { moneyPerDay: eur("49") }, {}, "above-daily"],
    ["names the country", { countries: { kind: "only", codes: ["DE"] } }, {}, "send"],
    ["names other countries", { countries: { kind: "only", codes: ["AT"] } }, {}, "country"],
    ["excludes the country", { countries: { kind: "except", codes: ["DE"] } }, {}, "country"],
    ["excludes other countries", { countries: { kind: "except", codes: ["AT"] } }, {}, "send"],
    [
      "names countries, and none shows",
      { countries: { kind: "except", codes: ["AT"] } },
      { country: null },
      "no-country",
    ],
    ["holds only a high risk", { risk: "high" }, { risk: "medium" }, "send"],
    ["holds no risk", { risk: "off" }, { risk: "high" }, "send"],
    ["holds no risk, and one is pending", { risk: "off" }, { risk: "pending" }, "send"],
  ])("judges an order by the rules of a merchant who %s", (_, rules, facts, expected) => {
    expect(why(rules, facts)).toBe(expected);
  });

  it("holds an order for 15 minutes while its fraud assessment is pending", () => {
    expect(judged({}, { risk: "pending" })).toMatchObject({ until: new Date("2026-11-27T12:15:00Z") });
  });

  it("holds an order without a fraud assessment for 15 minutes, and then sends the order", () => {
    const until = new Date("2026-11-27T12:15:00Z");
    expect(judged({}, { risk: "none" })).toEqual({
      kind: "keep",
      why: { code: "rules.kept.risk-missing" },
      until,
    });
    expect(why({}, { risk: "none" }, { now: until })).toBe("send");
    expect(why({ risk: "off" }, { risk: "none" })).toBe("send");
  });

  it("delays an order once, from the moment when the rules first judged it", () => {
    const delay = { kind: "minutes", minutes: 15 } as const;
    expect(judged({ delay })).toEqual({
      kind: "keep",
      why: { code: "rules.kept.delay", minutes: 15 },
      until: new Date("2026-11-27T12:15:00Z"),
    });
    expect(why({ delay }, {}, { now: new Date("2026-11-27T12:14:59.999Z") })).toBe("delay");
    expect(why({ delay }, {}, { now: new Date("2026-11-27T12:15:00Z") })).toBe("send");
    expect(why({ delay: { kind: "minutes", minutes: 1440 } })).toBe("delay");
  });

  it.each<[string, string, string | null, string]>([
    ["later today", "17:00", "Europe/Berlin", "2026-11-27T16:00:00Z"],
    ["tomorrow, if it has passed", "09:00", "Europe/Berlin", "2026-11-28T08:00:00Z"],
    ["now", "13:00", "Europe/Berlin", "send"],
    ["in a zone that is a day ahead", "02:00", "Pacific/Auckland", "2026-11-27T13:00:00Z"],
    ["in UTC, if the zone is unknown", "17:00", null, "2026-11-27T17:00:00Z"],
  ])("delays an order until a time of day: %s", (_, at, timeZone, expected) => {
    const verdict = judged({ delay: { kind: "daily", at } }, {}, { timeZone });
    expect(verdict.kind === "send" ? "send" : verdict.until?.toISOString().replace(".000", "")).toBe(
      expected,
    );
  });

  it("names the other rule, not the delay, if both hold an order", () => {
    expect(why({ delay: { kind: "minutes", minutes: 15 }, holdAbove: eur("1") })).toBe("amount");
  });

  it("waits for the shop's next day once the next order would exceed a daily limit", () => {
    const day = { until: new Date("2026-11-27T23:00:00Z") };
    expect(why({ ordersPerDay: 3 }, {}, { sentToday: { orders: 2, amount: "0" } })).toBe("send");
    expect(judged({ ordersPerDay: 3 }, {}, { sentToday: { orders: 3, amount: "0" } })).toMatchObject(day);
    expect(why({ moneyPerDay: eur("100") }, {}, { sentToday: { orders: 1, amount: "50.00" } })).toBe("send");
    expect(why({ moneyPerDay: eur("100") }, {}, { sentToday: { orders: 1, amount: "50.01" } })).toBe(
      "money-today",
    );
  });

  it("sends an order exactly if every rule allows it and the delay has passed", () => {
    const anyOrder = fc.record({
      tags: fc.subarray(["vip", "Go", "stop", "🎁"]),
      risk: fc.constantFrom("none", "low", "pending", "medium", "high" as const),
      cents: fc.integer({ min: 0, max: 20_000 }),
      minutes: fc.integer({ min: 0, max: 3000 }),
    });
    const rules: Partial<OrderRules> = {
      neverTags: ["STOP"],
      onlyTags: ["go", "🎁"],
      holdAbove: eur("100"),
      delay: { kind: "minutes", minutes: 60 },
    };
    fc.assert(
      fc.property(anyOrder, ({ tags, risk, cents, minutes }) => {
        const facts = { tags, risk, total: eur((cents / 100).toFixed(2)) };
        const now = new Date(NOW.getTime() + minutes * 60_000);
        const may =
          !tags.includes("stop") &&
          (tags.includes("Go") || tags.includes("🎁")) &&
          (risk === "none" || risk === "low") &&
          cents <= 10_000 &&
          minutes >= 60;
        expect(why(rules, facts, { now }) === "send").toBe(may);
      }),
      { numRuns: 500 },
    );
  });
});

describe("matchTags", () => {
  it.each([
    ["Großhandel", "GROSSHANDEL", false],
    ["ÉTÉ", "été", true],
    ["e\u0301te\u0301", "été", true],
    [" vip ", "VIP", true],
    ["❤\uFE0F", "❤", true],
    ["🎁", "🎁", true],
    ["🎁", "🎀", false],
  ])("tells whether the tags %j and %j are the same", (listed, tag, isSame) => {
    expect(matchTags([listed], [tag])).toEqual(isSame ? [tag] : []);
  });
});
