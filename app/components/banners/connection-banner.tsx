import { Banner, BlockStack, Button, Card, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

import type { ConnectionState } from "../../connection/connection-state.ts";
import { useT } from "../../messages/use-t.ts";
import { usePolling } from "../use-polling.ts";

/** Shows why the connection to the supplier does not work, with a link to fix it. Renders nothing if it works. */
export function ConnectionBanner({ state }: { state: ShownState }) {
  const t = useT();
  if (state.kind === "needs-reconnecting") {
    return (
      <Banner
        tone="critical"
        title={t("connection.banner.needs-reconnecting.title")}
        action={{ content: t("connection.banner.reconnect"), url: "/app/settings" }}
      >
        <p>{t("connection.banner.needs-reconnecting", { since: state.since })}</p>
      </Banner>
    );
  }
  if (state.kind === "other-account") {
    return (
      <Banner
        tone="warning"
        title={t("connection.other-account.title")}
        action={{ content: t("connection.banner.decide"), url: "/app/settings" }}
      >
        <p>{t("connection.banner.other-account")}</p>
      </Banner>
    );
  }
  return null;
}

/**
 * Replaces a page that needs a connection to the supplier while the shop has none. `children` explains what the page
 * needs it for.
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

/** The state with ISO times, as loaders serialize it. */
export type ShownState = Shown<ConnectionState>;

type Shown<State> = State extends unknown
  ? { [Field in keyof State]: State[Field] extends Date ? string : State[Field] }
  : never;
