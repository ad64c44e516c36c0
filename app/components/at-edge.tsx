import { Box } from "@shopify/polaris";
import type { ReactNode } from "react";

/** Pads content that is in no card on a phone, where Polaris lets it touch the screen's edge. */
export function AtEdge({ children }: { children: ReactNode }) {
  return <Box paddingInline={{ xs: "400", sm: "0" }}>{children}</Box>;
}
