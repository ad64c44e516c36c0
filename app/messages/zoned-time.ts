/**
 * Returns the time zone; null if this Node or browser does not know it. Shopify and browsers add new zones at
 * different times.
 */
export function knownZone(timeZone: string | null): string | null {
  if (timeZone === null) return null;
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return timeZone;
  } catch {
    return null;
  }
}

/** Returns the day of a time (ISO) in a time zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string | null, at: string): string {
  const zone = knownZone(timeZone) ?? "UTC";
  const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const parts = new Intl.DateTimeFormat("en", { ...day, calendar: "gregory", timeZone: zone }).formatToParts(
    new Date(at),
  );
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** Returns the day after a day (YYYY-MM-DD). Days have no time zone here, so daylight saving time does not matter. */
export function dayAfter(day: string): string {
  return shifted(day, DAY_MS);
}

/** Returns the day before a day (YYYY-MM-DD). */
export function dayBefore(day: string): string {
  return shifted(day, -DAY_MS);
}

function shifted(day: string, ms: number): string {
  return new Date(Date.parse(day) + ms).toISOString().slice(0, 10);
}

/** Returns the time at which a day begins in a time zone; in UTC if the zone is unknown. */
export function startOfDay(timeZone: string | null, day: string): Date {
  return instantOf({ day, time: "00:00" }, timeZone);
}

/** Returns the time at which the day of `moment` begins. */
export function startOfDayOf(moment: Date, timeZone: string | null): Date {
  return startOfDay(timeZone, dayIn(timeZone, moment.toISOString()));
}

/** Returns the time at which the day after `moment` begins. */
export function startOfNextDay(moment: Date, timeZone: string | null): Date {
  return startOfDay(timeZone, dayAfter(dayIn(timeZone, moment.toISOString())));
}

/**
 * Returns the first time from `since` on at which clocks in the time zone show `time` ("17:00"). If clocks are set
 * forward past `time`, the result is later by the same amount. If clocks show `time` twice, the first one counts.
 */
export function nextTimeOfDay(time: string, since: Date, timeZone: string | null): Date {
  const day = dayIn(timeZone, since.toISOString());
  const today = instantOf({ day, time }, timeZone);
  return today >= since ? today : instantOf({ day: dayAfter(day), time }, timeZone);
}

const DAY_MS = 86_400_000;

function instantOf({ day, time }: { day: string; time: string }, timeZone: string | null): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // The time zone's offsets one day before and one day after. They differ if clocks change between the two.
  const [before, after] = [wanted - DAY_MS, wanted + DAY_MS].map((at) => offsetMs(at, timeZone)) as [
    number,
    number,
  ];
  const candidates = [wanted - before, wanted - after].toSorted((one, other) => one - other);
  const shown = candidates.find((at) => at + offsetMs(at, timeZone) === wanted);
  return new Date(shown ?? wanted - before);
}

/** Returns the offset of a time zone from UTC, in milliseconds. */
function offsetMs(at: number, timeZone: string | null): number {
  const zone = knownZone(timeZone) ?? "UTC";
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return shown - Math.floor(at / 1000) * 1000;
}
