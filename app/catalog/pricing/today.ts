const DAY_MS = 24 * 3600 * 1000;

/** Returns the day of a time as YYYY-MM-DD, in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Returns the next day, which has begun in some time zones. */
export function tomorrowOf(now: Date): string {
  return dayOf(new Date(now.getTime() + DAY_MS));
}
