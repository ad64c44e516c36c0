import { describe, expect, it } from "vitest";

import { suggestRate } from "../../app/shipping/rates-form.ts";

describe("suggestRate", () => {
  it.each([
    ["30", "EUR", "5.00"],
    ["33.10", "EUR", "5.00"],
    ["4", "EUR", "0.60"],
    ["70", "USD", "10.00"],
    ["3000", "JPY", "500"],
    ["2", "JPY", "1"],
    ["12000", "HUF", "2000.00"],
  ])("suggests a round amount for a cost of %s %s", (cost, currency, rate) => {
    expect(suggestRate(cost, currency)).toBe(rate);
  });

  it("suggests nothing for a cost of zero", () => {
    expect(suggestRate("0", "EUR")).toBeNull();
  });
});
