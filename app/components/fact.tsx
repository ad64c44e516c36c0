import { Text } from "@shopify/polaris";
import type { ReactNode } from "react";

/** A term of a list of facts (`dl`) and its value. */
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
