import type { Message } from "./message.ts";
import { dayBefore, dayIn } from "./zoned-time.ts";

/** The date with its month in full or in three letters, or the time of day alone, if a heading names the day. */
export type MomentForm = "long" | "medium" | "time";

/** The present, and the time zone whose days count. */
export type Clock = { now: string; timeZone: string | null };

const MINUTE_MS = 60_000;

/**
 * Describes a moment (ISO) as it stands in a sentence: "just now", "5 minutes ago", "today at 3:04 PM", "yesterday at 3:04 PM",
 * and otherwise its date.
 */
export function describeMoment(at: string, form: MomentForm, { now, timeZone }: Clock): Message {
  const age = Date.parse(now) - Date.parse(at);
  // Some moments come from Shopify or the supplier, whose clocks differ by a little.
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
