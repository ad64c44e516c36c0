import { Box } from "@shopify/polaris";
import type { ReactNode } from "react";

/** Keeps content that is in no card away from the screen's edge: on a phone, a page has no padding outside its cards. */
export function AtEdge({ children }: { children: ReactNode }) {
  return <Box paddingInline={{ xs: "400", sm: "0" }}>{children}</Box>;
}
