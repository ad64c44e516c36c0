import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { decimalSign, readDecimal, typedDecimal } from "../../app/lib/read-decimal.ts";
import { translator } from "../../app/messages/translate.ts";

function read(typed: string, { decimals = 2, units = ["%"] } = {}) {
  const found = readDecimal(typed, { decimals, units });
  return found.kind === "decimal" ? found.decimal : found.problem.code;
}

describe("readDecimal", () => {
  it.each([
    ["12,5", "12.5"],
    ["12.50", "12.5"],
    [" 12,5 % ", "12.5"],
    ["12,5\u00a0%", "12.5"],
    ["+12.5%", "12.5"],
    ["1234.50", "1234.5"],
    ["12.50000", "12.5"],
    ["1234.560", "1234.56"],
    ["0.850", "0.85"],
    ["007", "7"],
    [",5", "0.5"],
    ["12.", "12"],
    ["0", "0"],
    ["１２．５", "12.5"],
    ["", "number.missing"],
    ["%", "number.missing"],
    ["-5", "number.negative"],
    ["−5 %", "number.negative"],
    ["1,250", "number.ambiguous"],
    ["12.500", "number.ambiguous"],
    ["1.234,50", "number.unreadable"],
    ["1,234.50", "number.unreadable"],
    ["1 234,50", "number.unreadable"],
    ["1.234.567", "number.unreadable"],
    ["12e3", "number.unreadable"],
    ["0x10", "number.unreadable"],
    ["Infinity", "number.unreadable"],
    ["١٢", "number.unreadable"],
    ["12%5", "number.unreadable"],
    [".", "number.unreadable"],
    ["1".repeat(50), "number.unreadable"],
    ["0,125000", "number.too-precise"],
    ["12.345678", "number.too-precise"],
  ])("reads %j as %s", (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });

  it("accepts a number with its unit before or behind it, and rejects other units", () => {
    const units = ["EUR", "€"];
    for (const typed of ["12,50 €", "€12.50", "12.50 eur", "EUR 12,50"])
      expect(read(typed, { units })).toBe("12.5");
    expect(read("$12.50", { units })).toBe("number.unreadable");
    expect(read("12.50 USD", { units })).toBe("number.unreadable");
  });

  it("explains an ambiguous number with both readings, and with a clear number to type for each", () => {
    const say = (typed: string, decimals: number) => {
      const found = readDecimal(typed, { decimals, units: [] });
      return found.kind === "problem" && translator("en")(found.problem);
    };
    expect(say("1.234", 2)).toBe("“1.234” could mean 1234 or 1.234. Enter 1234 or 1.23.");
    expect(say("1,234", 10)).toBe("“1,234” could mean 1234 or 1,234. Enter 1234 or 1,2340.");
    expect(say("1,234", 0)).toBe("“1,234” could mean 1234 or 1,234. Enter 1234 or 1.");
    expect([read("1.23"), read("1234"), read("1,2340", { decimals: 10 })]).toEqual(["1.23", "1234", "1.234"]);
  });

  it("reads a number that typedDecimal wrote in any language as the same number", () => {
    const decimals = fc
      .tuple(fc.nat(), fc.nat({ max: 9_999_999 }))
      .map(([whole, fraction]) =>
        `${String(whole)}.${String(fraction).padStart(7, "0")}`.replace(/\.?0+$/, ""),
      );
    fc.assert(
      fc.property(
        decimals,
        fc.constantFrom("en", "de", "fr", "ar", "no such language"),
        (decimal, language) => {
          const typed = typedDecimal(decimal, decimalSign(language));
          expect(read(typed, { decimals: 10 })).toBe(decimal);
        },
      ),
      { examples: [["1.085", "de"]] },
    );
  });
});
