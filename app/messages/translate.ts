import { type Formatters, IntlMessageFormat } from "intl-messageformat";

import { type Catalog, catalogs } from "./catalogs.ts";
import { formatMoney } from "./format-money.ts";
import type { Message, MessageCode, MessageParam, ParamsOf } from "./message.ts";

export type Locale = keyof typeof catalogs;

export const DEFAULT_LOCALE: Locale = "en";

/**
 * Says a message in one language: `t("orders.title")`, `t("orders.count", { count: 3 })`, or `t(message)` for one that
 * a row keeps. Texts in a list become “A”, “B”; moments are ISO strings, written in UTC.
 */
export type Translate = {
  <Code extends MessageCode>(code: Code, ...params: Wanted<ParamsOf<Code>>): string;
  (message: Message): string;
};

type Wanted<Params> = keyof Params extends never ? [] : [params: Params];

/** Returns the translator of a language. Makes each only once. */
export function translator(locale: Locale): Translate {
  const known = translators.get(locale);
  if (known) return known;
  const made = translate(locale, catalogs[locale]);
  translators.set(locale, made);
  return made;
}

const translators = new Map<Locale, Translate>();

/** As `translator`, of any catalog. */
export function translate(locale: string, catalog: Catalog): Translate {
  // Parsing costs more than formatting, and most messages are said again.
  const formats = new Map<string, IntlMessageFormat>();
  const formatOf = (code: MessageCode) => {
    const known = formats.get(code);
    if (known) return known;
    const made = new IntlMessageFormat(catalog[code], locale, MOMENTS, { ignoreTag: true, formatters });
    formats.set(code, made);
    return made;
  };
  const listing = new Intl.ListFormat(locale, { type: "unit" });

  const say = (message: Sayable): string => {
    // It may have been written by a newer version, or by an older one with a message that has since been removed.
    if (!isKnown(message.code)) return say({ code: "unknown-message" });
    // Another version may also have given it other parameters: one that is missing is left out of the text.
    const params = new Proxy(message, {
      has: () => true,
      get: (_, name: string) => (Object.hasOwn(message, name) ? write(message[name]) : ""),
    });
    return String(formatOf(message.code).format(params as Record<string, string>));
  };
  const isKnown = (code: unknown): code is MessageCode =>
    typeof code === "string" && Object.hasOwn(catalog, code);
  const write = (value: unknown): string | number => {
    if (typeof value === "string" || typeof value === "number") return value;
    if (Array.isArray(value)) return listing.format(value.map(writeItem));
    if (typeof value !== "object" || value === null) return "";
    if ("code" in value) return say(value);
    return isAmount(value) ? formatMoney(value, locale) : "";
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

/** In messages: `{at, date, long}`, `{at, date, medium}`, `{at, date, day}` and `{at, time, short}`. */
const MOMENTS = {
  date: {
    long: { year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" },
    medium: { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
    day: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
  },
  time: { short: { hour: "numeric", minute: "2-digit" } },
} as const;

/**
 * Moments come as ISO strings, as rows and loaders give them. Server and browser must write the same text, and only one
 * of them knows the merchant's time zone: so UTC, which is named wherever there is a time of day.
 */
const formatters: Formatters = {
  getNumberFormat: memoize((locales, options) => new Intl.NumberFormat(locales, options)),
  getPluralRules: memoize((locales, options) => new Intl.PluralRules(locales, options)),
  getDateTimeFormat: memoize((locales, options) => {
    const zone = { timeZone: "UTC", ...(options?.hour && { timeZoneName: "short" as const }) };
    const format = new Intl.DateTimeFormat(locales, { ...options, ...zone });
    const write = (at: string) => (Number.isNaN(Date.parse(at)) ? at : format.format(new Date(at)));
    return { format: write } as unknown as Intl.DateTimeFormat;
  }),
};

/** Making a formatter costs far more than using it. */
function memoize<Args extends unknown[], Format>(make: (...args: Args) => Format): (...args: Args) => Format {
  const formats = new Map<string, Format>();
  return (...args) => {
    const key = JSON.stringify(args);
    const made = formats.get(key) ?? make(...args);
    formats.set(key, made);
    return made;
  };
}

/**
 * The language that a request's reader wants, of those there are: the one that Shopify's admin is shown in (its
 * `locale` parameter), else the browser's.
 */
export function localeOf(request: Request): Locale {
  const languages = wantedTags(request).map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return (
    languages.find((language): language is Locale => Object.hasOwn(catalogs, language)) ?? DEFAULT_LOCALE
  );
}

/** The language that a request's reader writes numbers in: the one they want most, whether there is a catalog of it or not. */
export function writtenLanguage(request: Request): string {
  return wantedTags(request)[0] ?? DEFAULT_LOCALE;
}

function wantedTags(request: Request): string[] {
  const admin = new URL(request.url).searchParams.get("locale") ?? "";
  const browser = request.headers.get("accept-language") ?? "";
  const wanted = [admin, ...browser.split(",").map((tag) => tag.split(";")[0] ?? "")];
  return wanted.map((tag) => tag.trim()).filter((tag) => tag !== "" && tag !== "*");
}
