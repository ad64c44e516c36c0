import { expect, it } from "vitest";

import { formatMoney, type Money } from "../../app/lib/money.ts";

const NBSP = "\u00a0";

it.each<[Money, string | undefined, string]>([
  [{ amount: "12.50", currency: "EUR" }, undefined, "€12.50"],
  [{ amount: "12.5", currency: "EUR" }, "de", `12,50${NBSP}€`],
  [{ amount: "0", currency: "USD" }, undefined, "$0.00"],
  [{ amount: "-3.10", currency: "USD" }, undefined, "-$3.10"],
  [{ amount: "1250", currency: "JPY" }, undefined, "¥1,250"],
  [{ amount: "1.250", currency: "KWD" }, undefined, `KWD${NBSP}1.250`],
  [{ amount: "12.50", currency: "XBT" }, undefined, `XBT${NBSP}12.50`],
  [{ amount: "12.50", currency: "points" }, undefined, "12.50 points"],
])("writes %o for a reader of %s as %s", (money, locale, text) => {
  expect(formatMoney(money, locale)).toBe(text);
});

it("is exact where a float is not", () => {
  expect(formatMoney({ amount: "9007199254740993.01", currency: "EUR" })).toBe("€9,007,199,254,740,993.01");
});
