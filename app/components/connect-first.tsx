import { BlockStack, Button, Card, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

import { useT } from "../messages/use-t.ts";
import type { ShownState } from "./shown-state.ts";
import { usePolling } from "./use-polling.ts";

/**
 * Replaces a page that needs a connection if the shop has none. `children` explains why the page needs it.
 */
export function ConnectFirst({ state, children }: { state: ShownState; children: ReactNode }) {
  const t = useT();
  const connecting = state.kind === "connecting";
  usePolling(connecting ? 2000 : null);
  return (
    <Card>
      <BlockStack gap="200" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          {connecting ? t("connection.connecting.title") : t("connection.connect-first.title")}
        </Text>
        <Text as="p" tone="subdued">
          {children}
        </Text>
        {state.kind === "disconnected" && (
          <Text as="p" tone="subdued">
            {t("connection.connect-first.disconnected", { at: state.at })}
          </Text>
        )}
        <Button url="/app/settings" variant="primary">
          {connecting ? t("connection.view-progress") : t("connection.connect.submit")}
        </Button>
      </BlockStack>
    </Card>
  );
}
