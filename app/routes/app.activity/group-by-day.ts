import type { Clock } from "../../messages/describe-moment.ts";
import type { Message } from "../../messages/message.ts";
import { dayBefore, dayIn } from "../../messages/zoned-time.ts";

export type Day<Entry> = { date: string; title: Message; entries: Entry[] };

/** Groups sorted entries by day in the shop's time zone. */
export function groupByDay<Entry extends { at: string }>(
  entries: Entry[],
  { now, timeZone }: Clock,
): Day<Entry>[] {
  const today = dayIn(timeZone, now);
  const days: Day<Entry>[] = [];
  for (const entry of entries) {
    const date = dayIn(timeZone, entry.at);
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, title: titleOf(date, today), entries: [entry] });
  }
  return days;
}

function titleOf(date: string, today: string): Message {
  if (date === today) return { code: "activity.today" };
  if (date === dayBefore(today)) return { code: "activity.yesterday" };
  return { code: "activity.day", date };
}
