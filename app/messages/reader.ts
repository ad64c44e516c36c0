/** How a person reads numbers and times, whatever language the texts are in. */
export type Reader = {
  /** The language tag by which numbers and money are written: "de-AT". */
  numbers: string;
  /** The shop's time zone ("Asia/Kolkata"). Null if it is unknown: then times are in UTC, and say so. */
  timeZone: string | null;
};

export function languageOf(tag: string): string {
  return tag.toLowerCase().split("-")[0] ?? "";
}

/** Returns the zone; null if this Node or browser does not know it. Shopify and browsers learn new zones at different times. */
export function knownZone(timeZone: string | null): string | null {
  if (timeZone === null) return null;
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return timeZone;
  } catch {
    return null;
  }
}

/** Returns the day of a moment (ISO) in a time zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string | null, at: string): string {
  const zone = knownZone(timeZone) ?? "UTC";
  const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const parts = new Intl.DateTimeFormat("en", { ...day, calendar: "gregory", timeZone: zone }).formatToParts(
    new Date(at),
  );
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** Returns the first moment of a day in a time zone: midnight, or when the clock is set forward then, the minute after it. */
export function startOfDay(timeZone: string | null, day: string): Date {
  const midnight = Date.parse(day) / MINUTE_MS;
  // Zones differ from UTC by less than fifteen hours.
  let [before, after] = [midnight - 900, midnight + 900];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(timeZone, new Date(middle * MINUTE_MS).toISOString()) < day) before = middle;
    else after = middle;
  }
  return new Date(after * MINUTE_MS);
}

const MINUTE_MS = 60_000;

export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 24 * 3600 * 1000).toISOString().slice(0, 10);
}

/** Returns the day before a day. Calendar days have no time zone, so a change of the clock does not matter. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 24 * 3600 * 1000).toISOString().slice(0, 10);
}
