import type { Message } from "../../messages/message.ts";

/** A day's entries with its title. */
export type Day<Entry> = { date: string; title: Message; entries: Entry[] };

/** Groups sorted entries by day, in UTC like all times on the pages. */
export function groupByDay<Entry extends { at: string }>(entries: Entry[], now: string): Day<Entry>[] {
  const days: Day<Entry>[] = [];
  for (const entry of entries) {
    const date = dateOf(entry.at);
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, title: titleOf(date, now), entries: [entry] });
  }
  return days;
}

function titleOf(date: string, now: string): Message {
  if (date === dateOf(now)) return { code: "activity.today" };
  const yesterday = new Date(now);
  yesterday.setUTCDate(yesterday.getUTCDate() - 1);
  if (date === dateOf(yesterday.toISOString())) return { code: "activity.yesterday" };
  return { code: "activity.day", date };
}

function dateOf(iso: string): string {
  return iso.slice(0, 10);
}
