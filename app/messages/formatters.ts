import type { Formatters } from "intl-messageformat";

import { languageOf, type Reader } from "./reader.ts";
import { knownZone } from "./zoned-time.ts";

/** Formats for times in messages, such as `{at, date, long}`, `{at, date, day}` and `{at, time, short}`. */
export const MOMENTS = {
  date: {
    long: { year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" },
    medium: { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
    exact: {
      year: "numeric",
      month: "long",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "short",
    },
    day: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
  },
  time: { short: { hour: "numeric", minute: "2-digit" } },
} as const;

/**
 * Returns the formatters for texts in `locale`. Plurals and lists follow the text's language, numbers follow the
 * reader's. Server and browser write the same text, because neither uses its own time zone or language.
 */
export function readerFormatters(locale: string, reader: Reader) {
  return {
    getNumberFormat: (_: unknown, options?: Intl.NumberFormatOptions) =>
      numberFormat(reader.numbers, options),
    getPluralRules: (_: unknown, options?: Intl.PluralRulesOptions) => pluralRules(locale, options),
    getDateTimeFormat: (_: unknown, options?: Intl.DateTimeFormatOptions) => ({
      format: (at: string) => formatMoment(at, options ?? {}, { locale, reader }),
    }),
    getListFormat: () => listFormat(locale),
  } as unknown as Formatters & { getListFormat: () => Intl.ListFormat };
}

/** A calendar day (YYYY-MM-DD), which is the same in every time zone. */
const DAY = /^\d{4}-\d\d-\d\d$/;

function formatMoment(
  at: string,
  options: Intl.DateTimeFormatOptions,
  { locale, reader }: { locale: string; reader: Reader },
): string {
  if (Number.isNaN(Date.parse(at))) return at;
  const zone = DAY.test(at) ? "UTC" : zoneOf(reader.timeZone);
  const utc = zone === null && options.hour !== undefined && { timeZoneName: "short" as const };
  // Dates contain words, so they stay in the text's language. If the reader's language is the same, the reader's
  // country decides the form, otherwise only the 12-hour or 24-hour clock.
  const isSame = languageOf(reader.numbers) === languageOf(locale);
  const clock = !isSame && options.hour !== undefined && { hourCycle: hourCycleOf(reader.numbers) };
  const format = dateTimeFormat(isSame ? reader.numbers : locale, {
    ...options,
    timeZone: zone ?? "UTC",
    ...utc,
    ...clock,
  });
  return format.format(new Date(at));
}

const numberFormat = memoize(
  (tag: string, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options),
);
const pluralRules = memoize(
  (tag: string, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(tag, options),
);
const dateTimeFormat = memoize(
  (tag: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options),
);
const listFormat = memoize((tag: string) => new Intl.ListFormat(tag, { type: "unit" }));
const zoneOf = memoize(knownZone);
const hourCycleOf = memoize(
  (tag: string) => new Intl.DateTimeFormat(tag, { hour: "numeric" }).resolvedOptions().hourCycle,
);

/** Maximum number of formatters per cache. Readers send any language tag, so an unlimited cache would grow forever. */
const KEPT = 500;

/** Caches formatters, because creating one takes far longer than using it. */
function memoize<Args extends unknown[], Made>(make: (...args: Args) => Made): (...args: Args) => Made {
  const kept = new Map<string, Made>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= KEPT) kept.clear();
    const made = make(...args);
    kept.set(key, made);
    return made;
  };
}
