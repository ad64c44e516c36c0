import type { Skipped } from "./resources.ts";

/** As many as a person would look at. */
const AT_MOST = 10;

/** Summarizes skipped items for the log: their number, and the first misfit of the first few. */
export function summarize(skipped: Skipped[]) {
  const items = skipped.slice(0, AT_MOST).map(({ id, misfits: [first] }) => ({ id, ...first }));
  return { count: skipped.length, items };
}
