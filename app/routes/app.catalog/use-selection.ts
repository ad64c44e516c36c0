import { type IndexTableProps } from "@shopify/polaris";
import { useState } from "react";

/** The selected rows; `all`: every product that matches, on other pages too. */
export type Selection = {
  ids: string[];
  all: boolean;
  change: NonNullable<IndexTableProps["onSelectionChange"]>;
};

/**
 * Returns the selection. Selecting the whole page selects only `offered` rows; others can be selected one by
 * one.
 */
export function useSelection(rows: { id: string; offered: boolean }[]): Selection {
  const [{ ids, all }, select] = useState<{ ids: string[]; all: boolean }>({ ids: [], all: false });
  const offered = rows.filter((row) => row.offered).map(({ id }) => id);
  const change: Selection["change"] = (type, isSelecting, selection) => {
    switch (type as string) {
      case "all":
        select(isSelecting ? { ids: rows.map(({ id }) => id), all: true } : { ids: [], all: false });
        return;
      case "page": {
        // With rows that are not offered the checkbox is never full, so Polaris always reports a selection.
        const full = offered.every((id) => ids.includes(id));
        select({ ids: isSelecting && !full ? offered : [], all: false });
        return;
      }
      case "single":
        if (typeof selection === "string")
          select({
            ids: isSelecting ? [...ids, selection] : ids.filter((id) => id !== selection),
            all: false,
          });
        return;
      default: {
        if (!Array.isArray(selection)) return;
        const range = rows.slice(selection[0], selection[1] + 1).filter((row) => row.offered);
        const others = ids.filter((id) => !range.some((row) => row.id === id));
        select({ ids: isSelecting ? [...others, ...range.map(({ id }) => id)] : others, all: false });
      }
    }
  };
  return { ids, all, change };
}
