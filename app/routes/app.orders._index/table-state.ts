import { useState } from "react";
import { useNavigate, useNavigation } from "@remix-run/react";
import type { IndexTableProps } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";
import { isByAmount, type OrderSort } from "../../orders/views/order-filter.ts";

/**
 * Holds the checked rows. Rows stay checked while the merchant turns pages. A row of the present page has its present
 * values; other rows keep the values of the page on which they were checked.
 *
 * @param free rows of the present page that may be checked
 * @param atMost maximum number of checked rows
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

/**
 * URLs of the adjacent pages of a list; null if there is none. `newer` is the previous page, except if the list is
 * sorted with `oldest` first.
 */
export type AdjacentPages = { newer: string | null; older: string | null; sort?: OrderSort };

/** Returns the props for a table's links to adjacent pages, and shows when one of them is loading. */
export function usePages({
  newer,
  older,
  sort = "newest",
}: AdjacentPages): Pick<IndexTableProps, "loading" | "pagination"> {
  const t = useT();
  const navigate = useNavigate();
  const loading = useNavigation().state === "loading";
  if (newer === null && older === null) return { loading };
  const sides = [
    { address: newer, tooltip: t(isByAmount(sort) ? "orders.pages.previous" : "orders.pages.newer") },
    { address: older, tooltip: t(isByAmount(sort) ? "orders.pages.next" : "orders.pages.older") },
  ] as const;
  const [previous, next] = sort === "oldest" ? ([sides[1], sides[0]] as const) : sides;
  return {
    loading,
    pagination: {
      hasPrevious: previous.address !== null && !loading,
      hasNext: next.address !== null && !loading,
      accessibilityLabel: t("orders.pages"),
      previousTooltip: previous.tooltip,
      nextTooltip: next.tooltip,
      onPrevious: () => {
        navigate(previous.address ?? "?");
      },
      onNext: () => {
        navigate(next.address ?? "?");
      },
    },
  };
}
