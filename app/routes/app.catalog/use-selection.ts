import { type IndexTableProps } from "@shopify/polaris";
import { useState } from "react";

/** The rows that are ticked, and whether all that match are meant, those of other pages as well. */
export type Selection = {
  ids: string[];
  all: boolean;
  change: NonNullable<IndexTableProps["onSelectionChange"]>;
};

/** `offered` are the rows that are ticked when the whole page is; others can be ticked one by one. */
export function useSelection(rows: { id: string; offered: boolean }[]): Selection {
  const [{ ids, all }, select] = useState<{ ids: string[]; all: boolean }>({ ids: [], all: false });
  const offered = rows.filter((row) => row.offered).map(({ id }) => id);
  const change: Selection["change"] = (type, isSelecting, selection) => {
    switch (type as string) {
      case "all":
        select(isSelecting ? { ids: rows.map(({ id }) => id), all: true } : { ids: [], all: false });
        return;
      case "page": {
        // Where some rows are not offered the box is never full, and Polaris always asks to tick.
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
