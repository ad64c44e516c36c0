import Big from "big.js";

import type { Message } from "../messages/message.ts";

/** How a language writes numbers: the sign before the decimals, and the one between thousands. */
export type NumberSigns = { decimal: string; group: string };

/** The signs of a language; those of English where it is none that is known. */
export function numberSigns(language: string): NumberSigns {
  const parts = new Intl.NumberFormat(knownLanguage(language), { useGrouping: true }).formatToParts(-12345.5);
  const sign = (type: string, usual: string) => parts.find((part) => part.type === type)?.value ?? usual;
  return { decimal: sign("decimal", "."), group: sign("group", ",") };
}

function knownLanguage(language: string): string {
  try {
    // Digits as people type them into a form, whatever the language writes.
    return new Intl.Locale(language, { numberingSystem: "latn" }).toString();
  } catch {
    return "en";
  }
}

/** A decimal as its reader would type it. */
export function typedDecimal(decimal: string, { decimal: sign }: NumberSigns): string {
  return decimal.replace(".", sign === "," ? "," : ".");
}

export type ReadDecimal = { kind: "decimal"; decimal: string } | { kind: "problem"; problem: Message };

type Expected = {
  /** The language of the person who typed it, which says how they write numbers. */
  signs: NumberSigns;
  /** The most decimals that it can have. */
  decimals: number;
  /** What may stand before or behind it, such as "%" or "EUR". */
  units: readonly string[];
};

const LONGEST = 40;
/** Digits in groups by spaces or apostrophes, points and commas. */
const NUMBER = /^(?=.*\d)[\d.,'’ ]+$/;

/**
 * Reads a number of zero or more as people type it: "12,5", "1.234,50", "1 234.50 EUR". What could be meant in two ways is
 * never guessed.
 */
export function readDecimal(typed: string, { signs, decimals, units }: Expected): ReadDecimal {
  const text = withoutUnits(typed.normalize("NFKC").replaceAll(/\s+/g, " ").trim(), units);
  const shown = typed.trim().slice(0, LONGEST);
  if (text === "") return problem({ code: "number.missing" });
  if (/^[-−–]/.test(text)) return problem({ code: "number.negative" });
  if (text.length > LONGEST || !NUMBER.test(text)) return problem({ code: "number.unreadable", text: shown });

  const sign = decimalSignOf(text, { signs, decimals });
  if (sign === "ambiguous") {
    const [before = "", after = ""] = text.split(/[.,]/);
    const point = typedDecimal(".", signs);
    const [one, other] = [`${before}${after}`, `${before}${point}${after}`];
    // With a fourth digit, or fewer than three, nobody takes it for thousands.
    const instead = decimals >= 3 ? `${other}0` : other.slice(0, decimals - 3);
    return problem({ code: "number.ambiguous", text: shown, one, other, instead });
  }
  const at = sign === null ? text.length : text.lastIndexOf(sign);
  const [whole, fraction] = [text.slice(0, at), text.slice(at + 1)];
  if (!/^(\d*|\d{1,3}([.,'’ ])\d{3}(\2\d{3})*)$/.test(whole) || !/^\d*$/.test(fraction))
    return problem({ code: "number.unreadable", text: shown });
  const kept = fraction.replace(/0+$/, "");
  if (kept.length > decimals) return problem({ code: "number.too-precise", decimals });
  return {
    kind: "decimal",
    decimal: new Big(`${whole.replaceAll(/\D/g, "") || "0"}.${kept || "0"}`).toFixed(),
  };
}

function withoutUnits(text: string, units: readonly string[]): string {
  let bare = text.replace(/^\+ ?/, "");
  for (const unit of units) {
    if (bare.toUpperCase().endsWith(unit)) bare = bare.slice(0, -unit.length).trim();
    else if (bare.toUpperCase().startsWith(unit)) bare = bare.slice(unit.length).trim();
  }
  return bare;
}

/** Which sign the decimals of a number stand behind; null: none. */
function decimalSignOf(
  text: string,
  { signs, decimals }: Pick<Expected, "signs" | "decimals">,
): string | null {
  const found = text.match(/[.,]/g) ?? [];
  const last = found.at(-1);
  if (last === undefined) return null;
  // Of "1.234,50" the last one. "1.234.567" has none.
  if (new Set(found).size > 1) return last;
  if (found.length > 1) return null;
  // Three digits behind a single sign may be thousands. Behind "0" or four digits they are not.
  if (!/^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return last;
  if (decimals === 0) return null;
  if (last === signs.decimal) return decimals >= 3 ? last : "ambiguous";
  return last === signs.group && decimals < 3 ? null : "ambiguous";
}

function problem(message: Message): ReadDecimal {
  return { kind: "problem", problem: message };
}
