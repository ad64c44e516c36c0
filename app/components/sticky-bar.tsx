import { Box } from "@shopify/polaris";
import type { ReactNode } from "react";

/** The bar above a list, with the buttons for its selected rows. Stays in sight while the list scrolls. */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <div style={{ position: "sticky", top: 0, zIndex: 1 }}>
      <Box background="bg-surface" padding="300" borderBlockEndWidth="025" borderColor="border">
        {children}
      </Box>
    </div>
  );
}
