import { IntlMessageFormat } from "intl-messageformat";

import { en } from "./en.ts";
import type { Message, MessageCode, MessageParam, ParamsOf } from "./message.ts";

/** The catalogs, by language. Another language is another file that `satisfies Catalog`, and a line here. */
const catalogs = { en } satisfies Record<string, Catalog>;

/** All messages in one language: ICU MessageFormat, with the parameters of the English text. */
export type Catalog = Readonly<Record<MessageCode, string>>;

export type Locale = keyof typeof catalogs;

export const DEFAULT_LOCALE: Locale = "en";

/**
 * Says a message in one language: `t("orders.title")`, `t("orders.count", { count: 3 })`, or `t(message)` for one that
 * a row keeps. Lists become “A”, “B”.
 */
export type Translate = {
  <Code extends MessageCode>(code: Code, ...params: Wanted<ParamsOf<Code>>): string;
  (message: Message): string;
};

type Wanted<Params> = keyof Params extends never ? [] : [params: Params];

/** The translator of a language. */
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
  const formats = new Map<MessageCode, IntlMessageFormat>();
  const listing = new Intl.ListFormat(locale, { type: "unit" });
  const formatOf = (code: MessageCode) => {
    const known = formats.get(code);
    if (known) return known;
    const made = new IntlMessageFormat(catalog[code], locale, undefined, { ignoreTag: true });
    formats.set(code, made);
    return made;
  };
  const say = (message: Sayable): string => {
    // A newer version may have written it, or an older one that had a message which there is no more.
    if (!Object.hasOwn(catalog, message.code)) return say({ code: "unknown-message" });
    const params = Object.entries(message).map(([name, value]) => [name, write(value)]);
    return String(formatOf(message.code as MessageCode).format(Object.fromEntries(params) as Written));
  };
  const write = (value: MessageParam): string | number => {
    if (value === null) return "";
    if (typeof value !== "object") return value;
    if ("code" in value) return say(value);
    return listing.format(value.map((item) => say({ code: "list-item", item })));
  };
  return (first: Message | MessageCode, params?: Record<string, MessageParam>) =>
    say(typeof first === "string" ? { ...params, code: first } : first);
}

/** A message as rows may hold it, whatever version wrote them. */
type Sayable = { code: string; [param: string]: MessageParam };

type Written = Record<string, string | number>;

/**
 * The language that a request's reader wants, of those there are: the one that Shopify's admin is shown in (its
 * `locale` parameter), else the browser's.
 */
export function localeOf(request: Request): Locale {
  const admin = new URL(request.url).searchParams.get("locale") ?? "";
  const browser = request.headers.get("accept-language") ?? "";
  const wanted = [admin, ...browser.split(",").map((tag) => tag.split(";")[0] ?? "")];
  const languages = wanted.map((tag) => tag.trim().toLowerCase().split("-")[0] ?? "");
  return (
    languages.find((language): language is Locale => Object.hasOwn(catalogs, language)) ?? DEFAULT_LOCALE
  );
}
