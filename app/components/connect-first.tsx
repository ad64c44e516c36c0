import { BlockStack, Button, Card, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

import { sayMoment } from "./moment.tsx";
import { usePolling } from "./use-polling.ts";
import type { ShownState } from "./shown-state.ts";

/** In place of a page that needs a connection, in a shop that has none. The page says in `children` what for. */
export function ConnectFirst({ state, children }: { state: ShownState; children: ReactNode }) {
  usePolling(state.kind === "connecting" ? 2000 : null);
  return (
    <Card>
      <BlockStack gap="200" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          {state.kind === "connecting"
            ? "Your shop is being connected"
            : "Connect your reseller account first"}
        </Text>
        <Text as="p" tone="subdued">
          {children}
        </Text>
        {state.kind === "disconnected" && (
          <Text as="p" tone="subdued">
            {`This shop was disconnected on ${sayMoment(state.at)}. Its history and the links of its products are kept.`}
          </Text>
        )}
        <Button url="/app/settings" variant="primary">
          {state.kind === "connecting" ? "See how it goes" : "Connect"}
        </Button>
      </BlockStack>
    </Card>
  );
}
