import { Box } from "@shopify/polaris";
import type { ReactNode } from "react";

/** A bar with the buttons for the selected rows of a list. Stays in sight while the list scrolls. */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <div style={{ position: "sticky", top: 0, zIndex: 1 }}>
      <Box background="bg-surface" padding="300" borderBlockEndWidth="025" borderColor="border">
        {children}
      </Box>
    </div>
  );
}
