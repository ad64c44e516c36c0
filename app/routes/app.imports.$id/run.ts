import type { ShownImport } from "../../catalog/import/runs/find-import.server.ts";

/** An import as it travels to the page. */
export type Run = Omit<ShownImport, "requestedAt" | "endedAt" | "waiting"> & {
  requestedAt: string;
  endedAt: string | null;
  waiting: (Omit<ShownImport["waiting"][number], "until"> & { until: string | null })[];
};
