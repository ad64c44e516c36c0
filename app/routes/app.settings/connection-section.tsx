import { BlockStack, Card, InlineStack, Spinner, Text } from "@shopify/polaris";
import { useState } from "react";

import type { ForeignLinks } from "../../catalog/links/compare-foreign-links.server.ts";
import type { ShownState } from "../../components/shown-state.ts";
import { usePolling } from "../../components/use-polling.ts";
import { useT } from "../../messages/use-t.ts";
import { ConnectionCard, type ShownConnection } from "./connection-card.tsx";
import { OtherAccountCard } from "./other-account-card.tsx";
import { SignInForm } from "./sign-in-form.tsx";

export type Shown = {
  supplier: string;
  state: ShownState;
  connection: ShownConnection | null;
  /** Counted up to one more than `COUNTED_AT_MOST`. */
  ordersInProgress: number;
  ordersThatNeedAttention: number;
  /** True while an attempt to get a key is running. */
  underWay: boolean;
  /** True if another shop is connected to the same account. */
  shared: boolean;
  foreignLinks: ForeignLinks | null;
};

/** The state of the shop's connection, and its actions. */
export function ConnectionSection(shown: Shown) {
  const {
    supplier,
    state,
    connection,
    ordersInProgress,
    ordersThatNeedAttention,
    underWay,
    shared,
    foreignLinks,
  } = shown;
  const t = useT();
  // Generation of the key to replace: the form disappears once the shop has another one.
  const [replacing, setReplacing] = useState<number | null>(null);
  usePolling(underWay || foreignLinks?.read === false ? 2000 : null);
  if (connection === null) {
    return state.kind === "connecting" ? (
      <InProgress title={t("connection.connecting.title")} />
    ) : (
      <ConnectForm supplier={supplier} state={state} />
    );
  }
  const unauthorized = state.kind === "needs-reconnecting";
  return (
    <>
      <ConnectionCard
        {...{ supplier, connection, state, ordersInProgress, ordersThatNeedAttention, shared }}
        onReplace={() => {
          setReplacing(connection.generation);
        }}
      />
      {underWay && <InProgress title={t("connection.replacing.title")} />}
      {!underWay && unauthorized && (
        <SignInForm
          intent="replace"
          title={t("connection.reconnect.title")}
          text={t("connection.reconnect", { supplier })}
          submit={t("connection.reconnect.submit")}
        />
      )}
      {!underWay && !unauthorized && replacing === connection.generation && (
        <SignInForm
          intent="replace"
          title={t("connection.replace.title")}
          text={t("connection.replace", { supplier })}
          submit={t("connection.replace.submit")}
          onCancel={() => {
            setReplacing(null);
          }}
        />
      )}
      {foreignLinks && <OtherAccountCard links={foreignLinks} generation={connection.generation} />}
    </>
  );
}

function ConnectForm({ supplier, state }: { supplier: string; state: ShownState }) {
  const t = useT();
  const connect = { code: "connection.connect", supplier } as const;
  return (
    <SignInForm
      intent="connect"
      title={t("connection.connect.title")}
      text={
        state.kind === "disconnected"
          ? t("connection.connect.again", { why: state.why, at: state.at, connect })
          : t(connect)
      }
      submit={t("connection.connect.submit")}
    />
  );
}

/**
 * Shows an attempt in progress, by a click in this window or another, or by a process that has crashed. It
 * always ends.
 */
function InProgress({ title }: { title: string }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="200">
        <InlineStack gap="200" blockAlign="center">
          <Spinner size="small" accessibilityLabel={t("connection.in-progress.label")} />
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
        </InlineStack>
        <Text as="p" tone="subdued">
          {t("connection.in-progress")}
        </Text>
      </BlockStack>
    </Card>
  );
}
