import { formatToParts, IntlMessageFormat } from "intl-messageformat";

import { type Catalog, catalogs } from "./catalogs.ts";
import { MOMENTS, readerFormatters } from "./formatters.ts";
import { formatMoney } from "./format-money.ts";
import type { Message, MessageCode, MessageParam, ParamsOf } from "./message.ts";
import { languageOf, type Reader } from "./reader.ts";

export type Locale = keyof typeof catalogs;

export const DEFAULT_LOCALE: Locale = "en";

/**
 * Says a message in one language: `t("orders.title")`, `t("orders.count", { count: 3 })`, or `t(message)` for one that
 * a row keeps. Texts in a list become “A”, “B”; moments are ISO strings, written in the reader's time zone.
 */
export type Translate = {
  <Code extends MessageCode>(code: Code, ...params: Wanted<ParamsOf<Code>>): string;
  (message: Message): string;
};

type Wanted<Params> = keyof Params extends never ? [] : [params: Params];

/** Returns the translator of a language, for a reader who writes numbers and times in their own way. */
export function translator(locale: Locale, reader?: Reader): Translate {
  return translate(locale, catalogs[locale], reader);
}

/** As `translator`, of any catalog. */
export function translate(
  locale: string,
  catalog: Catalog,
  reader: Reader = { numbers: locale, timeZone: null },
): Translate {
  const formatters = readerFormatters(locale, reader);
  const listing = formatters.getListFormat();

  const say = (message: Sayable): string => {
    // It may have been written by a newer version, or by an older one with a message that has since been removed.
    if (!isKnown(message.code)) return say({ code: "unknown-message" });
    // Another version may also have given it other parameters: one that is missing is left out of the text.
    const params = new Proxy(message, {
      has: () => true,
      get: (_, name: string) => (Object.hasOwn(message, name) ? write(message[name]) : ""),
    });
    const parts = formatToParts(
      parsed(catalog, message.code),
      locale,
      formatters,
      FORMATS,
      params as Record<string, string>,
    );
    return parts.map(({ value }) => value).join("");
  };
  const isKnown = (code: unknown): code is MessageCode =>
    typeof code === "string" && Object.hasOwn(catalog, code);
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

/** A message as rows may hold it, whatever version wrote them. */
type Sayable = { code: unknown; [param: string]: unknown };

const FORMATS = { ...IntlMessageFormat.formats, ...MOMENTS };

/** Parsing costs more than formatting, most messages are said again, and readers share the texts. */
function parsed(catalog: Catalog, code: MessageCode): Parsed {
  const known = parsedCatalogs.get(catalog) ?? new Map<MessageCode, Parsed>();
  parsedCatalogs.set(catalog, known);
  const text =
    known.get(code) ?? new IntlMessageFormat(catalog[code], "en", undefined, { ignoreTag: true }).getAst();
  known.set(code, text);
  return text;
}

type Parsed = ReturnType<IntlMessageFormat["getAst"]>;

const parsedCatalogs = new WeakMap<Catalog, Map<MessageCode, Parsed>>();

/**
 * The language that a request's reader wants, of those there are: the one that Shopify's admin is shown in (its
 * `locale` parameter), else the browser's.
 */
export function localeOf(request: Request): Locale {
  const languages = wantedTags(request).map(languageOf);
  return (
    languages.find((language): language is Locale => Object.hasOwn(catalogs, language)) ?? DEFAULT_LOCALE
  );
}

/**
 * Returns the tag in which a request's reader writes numbers: the language that they want most, with or without a catalog.
 * Shopify's admin names no country, so the browser's form of that language comes first ("en-GB").
 */
export function writtenLanguage(request: Request): string {
  const wanted = wantedTags(request);
  const first = wanted[0] ?? DEFAULT_LOCALE;
  return wanted.find((tag) => tag.includes("-") && languageOf(tag) === languageOf(first)) ?? first;
}

/** Returns the wanted languages in order, each with its country if it has one. Leaves out what is no language tag. */
function wantedTags(request: Request): string[] {
  const admin = new URL(request.url).searchParams.get("locale") ?? "";
  const browser = request.headers.get("accept-language") ?? "";
  const wanted = [admin, ...browser.split(",").map((tag) => tag.split(";")[0] ?? "")];
  return wanted.flatMap((tag) => {
    try {
      const { language, region } = new Intl.Locale(tag.trim());
      return region === undefined ? language : `${language}-${region}`;
    } catch {
      return [];
    }
  });
}
