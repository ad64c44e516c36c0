import { useNavigate, useNavigation } from "@remix-run/react";
import type { IndexTableProps } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";
import { isByAmount, type OrderSort } from "../../orders/views/order-filter.ts";

/** Addresses of the adjacent pages of a list; null if there is none. `newer` is the previous page unless `sort` is `oldest`. */
export type AdjacentPages = { newer: string | null; older: string | null; sort?: OrderSort };

/** Returns a table's links to the adjacent pages, if there are any, and shows that one is loading. */
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
