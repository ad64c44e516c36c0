const DAY_MS = 24 * 3600 * 1000;

/** The day of a moment as YYYY-MM-DD, in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The day after, which it is already where the sun rises first. */
export function tomorrowOf(now: Date): string {
  return dayOf(new Date(now.getTime() + DAY_MS));
}
