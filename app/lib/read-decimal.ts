import Big from "big.js";

import type { Message } from "../messages/message.ts";

/** Returns the decimal separator of a language; a point if the language is unknown. */
export function decimalSign(language: string): "." | "," {
  try {
    return new Intl.NumberFormat(language).formatToParts(1.5).some(({ value }) => value === ",") ? "," : ".";
  } catch {
    return ".";
  }
}

/**
 * Returns a decimal as a form shows it. `readDecimal` rejects "1.250" as ambiguous, so this appends a zero:
 * "1.2500".
 */
export function typedDecimal(decimal: string, sign: "." | ","): string {
  return (AMBIGUOUS.test(decimal) ? `${decimal}0` : decimal).replace(".", sign);
}

export type ReadDecimal = { kind: "decimal"; decimal: string } | { kind: "problem"; problem: Message };

type Expected = {
  /** Maximum number of decimals. */
  decimals: number;
  /** Units that may stand before or after the number, such as "%" or "EUR". */
  units: readonly string[];
};

const LONGEST = 40;
/** Matches numbers such as "1.250": the separator marks thousands in some countries, and decimals in others. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Reads a number of zero or more, such as "12.50" or "12,50". Rejects thousands separators, and ambiguous
 * numbers such as "1,250".
 */
export function readDecimal(typed: string, { decimals, units }: Expected): ReadDecimal {
  const text = withoutUnits(typed.normalize("NFKC").trim(), units);
  const shown = typed.trim().slice(0, LONGEST);
  if (text === "") return problem({ code: "number.missing" });
  if (/^[-−–]/.test(text)) return problem({ code: "number.negative" });
  if (text.length > LONGEST || !/^(?=.*\d)\d*([.,]\d*)?$/.test(text))
    return problem({ code: "number.unreadable", text: shown });
  const [whole = "", fraction = ""] = text.split(/[.,]/);
  if (AMBIGUOUS.test(text)) {
    const instead = decimals >= 3 ? `${text}0` : text.slice(0, decimals - 3).replace(/[.,]$/, "");
    return problem({ code: "number.ambiguous", text: shown, one: whole + fraction, other: text, instead });
  }
  const kept = fraction.replace(/0+$/, "");
  if (kept.length > decimals) return problem({ code: "number.too-precise", decimals });
  return { kind: "decimal", decimal: new Big(`${whole || "0"}.${kept || "0"}`).toFixed() };
}

function withoutUnits(text: string, units: readonly string[]): string {
  let bare = text.replace(/^\+ ?/, "");
  for (const unit of units) {
    if (bare.toUpperCase().endsWith(unit)) bare = bare.slice(0, -unit.length).trim();
    else if (bare.toUpperCase().startsWith(unit)) bare = bare.slice(unit.length).trim();
  }
  return bare;
}

function problem(message: Message): ReadDecimal {
  return { kind: "problem", problem: message };
}
