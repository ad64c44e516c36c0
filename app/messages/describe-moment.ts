import type { Message } from "./message.ts";
import { dayBefore, dayIn } from "./zoned-time.ts";

/**
 * `long` has the month in full, and `medium` in three letters. `time` is the time of day alone, for entries below a
 * heading with the day.
 */
export type MomentForm = "long" | "medium" | "time";

/** The present time (ISO), and the time zone by which days begin. */
export type Clock = { now: string; timeZone: string | null };

const MINUTE_MS = 60_000;

/**
 * Describes a time (ISO) for use in a sentence: "just now", "5 minutes ago", "today at 3:04 PM", "yesterday at 3:04
 * PM", or the date.
 */
export function describeMoment(at: string, form: MomentForm, { now, timeZone }: Clock): Message {
  const age = Date.parse(now) - Date.parse(at);
  // Treats times up to a minute in the future as "just now", because the clocks of Shopify and the supplier differ a
  // little from ours.
  if (Math.abs(age) < MINUTE_MS) return { code: "moment.now" };
  if (age > 0 && age < 60 * MINUTE_MS)
    return { code: "moment.minutes", minutes: Math.floor(age / MINUTE_MS) };
  if (form !== "time") {
    const [day, today] = [dayIn(timeZone, at), dayIn(timeZone, now)];
    if (day === today) return { code: "moment.today", at };
    if (day === dayBefore(today)) return { code: "moment.yesterday", at };
  }
  return { code: `moment.${form}`, at };
}
