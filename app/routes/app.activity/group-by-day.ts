/** A day's entries under the words for that day. */
export type Day<Entry> = { date: string; title: string; entries: Entry[] };

/** Puts entries that are in order under their days, in UTC as all times on the pages. */
export function groupByDay<Entry extends { at: string }>(entries: Entry[], now: string): Day<Entry>[] {
  const days: Day<Entry>[] = [];
  for (const entry of entries) {
    const date = dateOf(entry.at);
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, title: sayDay(date, now), entries: [entry] });
  }
  return days;
}

function sayDay(date: string, now: string): string {
  if (date === dateOf(now)) return "Today";
  const yesterday = new Date(now);
  yesterday.setUTCDate(yesterday.getUTCDate() - 1);
  if (date === dateOf(yesterday.toISOString())) return "Yesterday";
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" }).format(new Date(date));
}

function dateOf(iso: string): string {
  return iso.slice(0, 10);
}
