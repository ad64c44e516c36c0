import { Text } from "@shopify/polaris";
import type { ReactNode } from "react";

/** A label and its value, inside a `dl`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text as="dt" tone="subdued" variant="bodySm">
        {label}
      </Text>
      <dd style={{ margin: 0, overflowWrap: "anywhere" }}>{children}</dd>
    </div>
  );
}
