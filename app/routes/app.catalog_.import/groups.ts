import type { Forecast } from "../../catalog/import/runs/preview-import.server.ts";

/** How the preview puts together what becomes of products. */
export const groups = ["create", "update", "skip", "problem"] as const;
export type Group = (typeof groups)[number];

/** Skipped is what needs nothing of the merchant; a problem keeps a product out of the shop. */
export function groupOf(forecast: Forecast): Group {
  if (forecast === "create" || forecast === "update") return forecast;
  return forecast === "importing" || forecast === "linking" || forecast === "unlinked" ? "skip" : "problem";
}
