import type { ShownImport } from "../../catalog/import/runs/find-import.server.ts";

/** An import with ISO times, as the loader serializes it. */
export type Run = Omit<ShownImport, "requestedAt" | "endedAt" | "waiting"> & {
  requestedAt: string;
  endedAt: string | null;
  waiting: (Omit<ShownImport["waiting"][number], "until"> & { until: string | null })[];
};
