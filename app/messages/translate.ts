import { formatToParts, IntlMessageFormat } from "intl-messageformat";

import { MOMENTS, readerFormatters } from "./formatters.ts";
import { formatMoney } from "./format-money.ts";
import type { Texts } from "./language.ts";
import { awaitsTexts, languages, textOf } from "./languages.ts";
import type { Message, MessageCode, MessageParam, ParamsOf } from "./message.ts";
import type { Reader } from "./reader.ts";

/** A language tag: the name of a folder of app/messages/. */
export type Locale = string;

export const DEFAULT_LOCALE: Locale = "en";

/**
 * Returns the text of a message in one language: `t("orders.title")`, `t("orders.count", { count: 3 })`, or
 * `t(message)` for a stored message. Writes a list of texts as “A”, “B”, and ISO times in the reader's time zone.
 */
export type Translate = {
  <Code extends MessageCode>(code: Code, ...params: Wanted<ParamsOf<Code>>): string;
  (message: Message): string;
};

type Wanted<Params> = keyof Params extends never ? [] : [params: Params];

/** Returns the translator of a language. `reader` determines numbers and times. */
export function translator(locale: Locale, reader?: Reader): Translate {
  return translate(locale, languages[locale]?.texts ?? {}, reader);
}

/** Returns a translator for the given texts. Missing texts are in English. */
export function translate(
  locale: string,
  texts: Texts,
  reader: Reader = { numbers: locale, timeZone: null },
): Translate {
  const formatters = readerFormatters(locale, reader);
  const listing = formatters.getListFormat();

  const say = (message: Sayable): string => {
    // The code is unknown if a newer release stored the message, or if its code was removed since.
    if (!isKnown(message.code)) return awaitsTexts() ? "" : say({ code: "unknown-message" });
    // Another release may have stored other parameters. The text leaves out parameters that are missing.
    const params = new Proxy(message, {
      has: () => true,
      get: (_, name: string) => (Object.hasOwn(message, name) ? write(message[name]) : ""),
    });
    const parts = formatToParts(
      parsed(texts, message.code),
      locale,
      formatters,
      FORMATS,
      params as Record<string, string>,
    );
    return parts.map(({ value }) => value).join("");
  };
  const isKnown = (code: unknown): code is MessageCode =>
    typeof code === "string" && textOf(texts, code) !== undefined;
  const write = (value: unknown): string | number => {
    if (typeof value === "string" || typeof value === "number") return value;
    if (Array.isArray(value)) return listing.format(value.map(writeItem));
    if (typeof value !== "object" || value === null) return "";
    if ("code" in value) return say(value);
    return isAmount(value) ? formatMoney(value, reader.numbers) : "";
  };
  const writeItem = (item: unknown): string =>
    typeof item === "string" ? say({ code: "list-item", item }) : String(write(item));
  return (first: Message | MessageCode, params?: Record<string, MessageParam>) =>
    say(typeof first === "string" ? { ...params, code: first } : first);
}

function isAmount(value: object): value is { amount: string; currency: string } {
  const { amount, currency } = value as Record<string, unknown>;
  return typeof amount === "string" && typeof currency === "string";
}

/** A message from a row, which any release may have written. */
type Sayable = { code: unknown; [param: string]: unknown };

const FORMATS = { ...IntlMessageFormat.formats, ...MOMENTS };

/**
 * Caches parsed texts for all readers, because parsing takes longer than formatting, and most messages are shown
 * often.
 */
function parsed(texts: Texts, code: MessageCode): Parsed {
  const known = parsedTexts.get(texts) ?? new Map<MessageCode, Parsed>();
  parsedTexts.set(texts, known);
  const text = known.get(code) ?? parse(textOf(texts, code)) ?? parse(textOf({}, code)) ?? [];
  known.set(code, text);
  return text;
}

/** Returns the parsed text; null if it is malformed, so that a translator's mistake does not break a page. */
function parse(text = ""): Parsed | null {
  try {
    return new IntlMessageFormat(text, "en", undefined, { ignoreTag: true }).getAst();
  } catch {
    return null;
  }
}

type Parsed = ReturnType<IntlMessageFormat["getAst"]>;

const parsedTexts = new WeakMap<Texts, Map<MessageCode, Parsed>>();
