import { groupOf, type Group } from "./groups.ts";
import type { loadPreview } from "./load-preview.server.ts";

/** What the page shows. */
export type Preview = Awaited<ReturnType<typeof loadPreview>>;

/** How many of the selected products are in a group. */
export function countsOf({ counts }: Pick<Preview, "counts">, group: Group): number {
  return Object.entries(counts).reduce(
    (sum, [forecast, count]) => (groupOf(forecast as keyof typeof counts) === group ? sum + count : sum),
    0,
  );
}
