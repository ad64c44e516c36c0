import type { Forecast, ForecastCounts } from "../../catalog/import/runs/preview-import.server.ts";

/** Groups of products in the preview, by the effect of the import. */
export const groups = ["create", "update", "skip", "problem"] as const;
export type Group = (typeof groups)[number];

/**
 * Returns the group of a product. `skip` needs no action of the merchant; a `problem` keeps the product out of the
 * shop.
 */
export function groupOf(forecast: Forecast): Group {
  if (forecast === "create" || forecast === "update") return forecast;
  return forecast === "importing" || forecast === "linking" || forecast === "unlinked" ? "skip" : "problem";
}

/** Returns the number of selected products in a group. */
export function countIn(group: Group, counts: ForecastCounts): number {
  return Object.entries(counts).reduce(
    (sum, [forecast, count]) => (groupOf(forecast as Forecast) === group ? sum + count : sum),
    0,
  );
}
