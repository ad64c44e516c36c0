import { Badge } from "@shopify/polaris";

import type { Told } from "../../orders/views/say-state.ts";

export function StateBadge({ label, tone }: Pick<Told, "label" | "tone">) {
  return <Badge {...(tone !== null && { tone })}>{label}</Badge>;
}
