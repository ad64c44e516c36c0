import { Badge } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";

/**
 * Shows the state of an import. The badge of an ended import is green if it skipped no product, even if images
 * failed.
 */
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
