import { useState } from "react";

/**
 * Holds the rows whose box is ticked. Rows stay ticked while the merchant turns pages, with the values that their page
 * had. A row of the present page has its present values.
 *
 * @param free rows of the present page that may be ticked.
 * @param atMost boxes beyond this number stay empty.
 */
export function useSelection<Row extends { id: string }>(free: Row[], { atMost }: { atMost: number }) {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const shown = new Map(free.map((row) => [row.id, row]));
  const selected = [...ticked.values()].map((row) => shown.get(row.id) ?? row);
  const here = free.filter(({ id }) => ticked.has(id));
  const tick = (rows: Row[], isOn: boolean) => {
    setTicked((before) => {
      const after = new Map(before);
      for (const row of rows) {
        if (!isOn) after.delete(row.id);
        else if (after.size < atMost || after.has(row.id)) after.set(row.id, row);
      }
      return after;
    });
  };
  const ofPage: boolean | "indeterminate" =
    here.length === free.length && free.length > 0 ? true : here.length > 0 ? "indeterminate" : false;
  return {
    selected,
    isTicked: ({ id }: { id: string }) => ticked.has(id),
    tick,
    page: {
      checked: ofPage,
      disabled: free.length === 0,
      onChange: (isOn: boolean) => {
        tick(free, isOn);
      },
    },
    clear: () => {
      setTicked(new Map());
    },
  };
}
