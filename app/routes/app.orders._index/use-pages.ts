import { useNavigate, useNavigation } from "@remix-run/react";
import type { IndexTableProps } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";

/** Addresses of the adjacent pages of a list; null if there is none. */
export type AdjacentPages = { newer: string | null; older: string | null };

/** Returns a table's links to the adjacent pages, if there are any, and shows that one is loading. */
export function usePages({ newer, older }: AdjacentPages): Pick<IndexTableProps, "loading" | "pagination"> {
  const t = useT();
  const navigate = useNavigate();
  const loading = useNavigation().state === "loading";
  if (newer === null && older === null) return { loading };
  return {
    loading,
    pagination: {
      hasPrevious: newer !== null && !loading,
      hasNext: older !== null && !loading,
      accessibilityLabel: t("orders.pages"),
      previousTooltip: t("orders.pages.newer"),
      nextTooltip: t("orders.pages.older"),
      onPrevious: () => {
        navigate(newer ?? "?");
      },
      onNext: () => {
        navigate(older ?? "?");
      },
    },
  };
}
