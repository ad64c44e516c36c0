import type { Skipped } from "./resources.ts";

/** As many as a person would look at. */
const AT_MOST = 10;

/** What was left out of a page, for the log: how many items, and of the first few the first place that does not fit. */
export function summarize(skipped: Skipped[]) {
  const items = skipped.slice(0, AT_MOST).map(({ id, misfits: [first] }) => ({ id, ...first }));
  return { count: skipped.length, items };
}
