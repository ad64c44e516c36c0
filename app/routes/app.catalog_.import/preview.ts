import { groupOf, type Group } from "./groups.ts";
import type { loadPreview } from "./load-preview.server.ts";

/** The preview's data. */
export type Preview = Awaited<ReturnType<typeof loadPreview>>;

/** Returns the number of selected products in a group. */
export function countsOf({ counts }: Pick<Preview, "counts">, group: Group): number {
  return Object.entries(counts).reduce(
    (sum, [forecast, count]) => (groupOf(forecast as keyof typeof counts) === group ? sum + count : sum),
    0,
  );
}
