import { dayIn, knownZone } from "../../messages/reader.ts";

/** Returns the beginning of a moment's day in a time zone; in UTC if the zone is unknown. */
export function startOfDay(moment: Date, timeZone: string | null): Date {
  return instantOf({ day: dayIn(timeZone, moment.toISOString()), time: "00:00" }, timeZone);
}

/** Returns the beginning of the day after a moment's. */
export function startOfNextDay(moment: Date, timeZone: string | null): Date {
  return instantOf({ day: nextDay(dayIn(timeZone, moment.toISOString())), time: "00:00" }, timeZone);
}

/**
 * Returns the first moment from `since` on at which clocks in the time zone show `time` ("17:00"). Where they skip that time,
 * it is as much later as they are set forward; where they show it twice, it is the first time.
 */
export function nextTimeOfDay(time: string, since: Date, timeZone: string | null): Date {
  const day = dayIn(timeZone, since.toISOString());
  const today = instantOf({ day, time }, timeZone);
  return today >= since ? today : instantOf({ day: nextDay(day), time }, timeZone);
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

function instantOf({ day, time }: { day: string; time: string }, timeZone: string | null): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // A change of clocks lies between these two, if there is one near.
  const [before, after] = [wanted - DAY_MS, wanted + DAY_MS].map((at) => offsetMs(at, timeZone)) as [
    number,
    number,
  ];
  const candidates = [wanted - before, wanted - after].toSorted((one, other) => one - other);
  const shown = candidates.find((at) => at + offsetMs(at, timeZone) === wanted);
  return new Date(shown ?? wanted - before);
}

/** Returns how far the clocks of a time zone are ahead of UTC. */
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
