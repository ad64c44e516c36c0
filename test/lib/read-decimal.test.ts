import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { numberSigns, readDecimal, typedDecimal } from "../../app/lib/read-decimal.ts";
import { translator } from "../../app/messages/translate.ts";

function read(typed: string, language = "en", { decimals = 2, units = ["%"] } = {}) {
  const found = readDecimal(typed, { signs: numberSigns(language), decimals, units });
  return found.kind === "decimal" ? found.decimal : found.problem.code;
}

describe("a number as people type it", () => {
  it.each([
    ["12,5", "12.5"],
    ["12.5", "12.5"],
    [" 12,5 % ", "12.5"],
    ["12,5\u00a0%", "12.5"],
    ["+12.5%", "12.5"],
    ["1.234,50", "1234.5"],
    ["1,234.50", "1234.5"],
    ["1 234,50", "1234.5"],
    ["1\u202f234,50", "1234.5"],
    ["1’234.50", "1234.5"],
    ["1'234'567.5", "1234567.5"],
    ["1.234.567", "1234567"],
    ["1,234,567", "1234567"],
    ["12.500.000,25", "12500000.25"],
    ["0,125000", "number.too-precise"],
    ["12.50000", "12.5"],
    ["007", "7"],
    [",5", "0.5"],
    [".5", "0.5"],
    ["12.", "12"],
    ["0", "0"],
    ["１２．５", "12.5"],
    ["", "number.missing"],
    ["   ", "number.missing"],
    ["%", "number.missing"],
    ["-5", "number.negative"],
    ["−5 %", "number.negative"],
    ["12.345.6", "number.unreadable"],
    ["1,23.4", "number.unreadable"],
    ["1,2,3", "number.unreadable"],
    ["1 23", "number.unreadable"],
    ["1 234.567,00", "number.unreadable"],
    ["1,234.567.89", "number.unreadable"],
    ["12e3", "number.unreadable"],
    ["0x10", "number.unreadable"],
    ["Infinity", "number.unreadable"],
    ["١٢", "number.unreadable"],
    ["12%5", "number.unreadable"],
    [".", "number.unreadable"],
    ["1".repeat(50), "number.unreadable"],
    ["12.345678", "number.too-precise"],
  ])("%j is %s in any language", (typed, expected) => {
    for (const language of ["en", "de", "fr", "de-CH", "ja", "no such language"])
      expect(read(typed, language), language).toBe(expected);
  });

  it.each([
    // Who writes thousands so means thousands, where there cannot be three decimals.
    ["1,234", "en", 2, "1234"],
    ["1.234", "de", 2, "1234"],
    // Who writes decimals so cannot mean three of them here, and perhaps not thousands either.
    ["1.234", "en", 2, "number.ambiguous"],
    ["1,234", "de", 2, "number.ambiguous"],
    ["1.234", "fr", 2, "number.ambiguous"],
    // Where three decimals are usual, it is decimals for who writes them so, and never silently thousands.
    ["1.234", "en", 10, "1.234"],
    ["1,234", "de", 3, "1.234"],
    ["1,234", "en", 10, "number.ambiguous"],
    ["1.234", "de", 3, "number.ambiguous"],
    ["1.2340", "de", 10, "1.234"],
    ["0.085", "de", 10, "0.085"],
    ["1234.567", "de", 3, "1234.567"],
    // Where there are no decimals, nobody means any.
    ["1.234", "en", 0, "1234"],
    ["1,234", "en", 0, "1234"],
    ["1.5", "en", 0, "number.too-precise"],
  ])(
    "%j, typed by a reader of %s where %i decimals are possible, is %s",
    (typed, language, decimals, expected) => {
      expect(read(typed, language, { decimals })).toBe(expected);
    },
  );

  it("may have its unit before or behind it, and no other", () => {
    const units = ["EUR", "€"];
    for (const typed of ["12,50 €", "€12.50", "12.50 eur", "EUR 12,50"])
      expect(read(typed, "en", { units })).toBe("12.5");
    expect(read("$12.50", "en", { units })).toBe("number.unreadable");
    expect(read("12.50 USD", "en", { units })).toBe("number.unreadable");
  });

  it("that could be two numbers is answered with both, and with what to type", () => {
    const say = (typed: string, language: string, decimals: number) => {
      const found = readDecimal(typed, { signs: numberSigns(language), decimals, units: [] });
      return found.kind === "problem" && translator("en")(found.problem);
    };
    expect(say("1.234", "en", 2)).toBe("“1.234” could mean 1234 or 1.234. Enter 1234 or 1.23.");
    expect(say("1.234", "de", 10)).toBe("“1.234” could mean 1234 or 1,234. Enter 1234 or 1,2340.");
    // What it says to type is read as that.
    expect([read("1.23"), read("1234"), read("1,2340", "de", { decimals: 10 })]).toEqual([
      "1.23",
      "1234",
      "1.234",
    ]);
  });

  it("that we have written is read as what it was, by whom it was written for", () => {
    const decimals = fc
      .tuple(fc.nat(), fc.nat({ max: 9_999_999 }))
      .map(([whole, fraction]) =>
        `${String(whole)}.${String(fraction).padStart(7, "0")}`.replace(/\.?0+$/, ""),
      );
    fc.assert(
      fc.property(
        decimals,
        fc.constantFrom("en", "de", "fr", "pl", "sv", "ar", "hi", "de-CH"),
        (decimal, language) => {
          const typed = typedDecimal(decimal, numberSigns(language));
          expect(read(typed, language, { decimals: 10 })).toBe(decimal);
        },
      ),
    );
  });
});
