import { Badge } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";

/** The state of an import. An ended one is green if no product was skipped, even if images failed. */
export function ImportBadge({ state, imported, skipped }: ImportBadgeProps) {
  const t = useT();
  const shown = state !== "ended" || skipped === 0 ? state : imported > 0 ? "partly" : "none";
  return <Badge tone={TONES[shown]}>{t(`imports.state.${shown}`)}</Badge>;
}

type ImportBadgeProps = {
  state: "running" | "canceling" | "ended" | "canceled";
  imported: number;
  skipped: number;
};

const TONES = {
  running: "info",
  canceling: "warning",
  canceled: undefined,
  ended: "success",
  partly: "warning",
  none: "critical",
} as const;
