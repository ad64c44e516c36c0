import { Badge } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";
import type { OrderStatus } from "../../orders/views/order-status.ts";

export function StatusBadge({ label, tone }: Pick<OrderStatus, "label" | "tone">) {
  const t = useT();
  return <Badge {...(tone !== null && { tone })}>{t(label)}</Badge>;
}
