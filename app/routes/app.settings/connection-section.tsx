import { BlockStack, Button, ButtonGroup, Card, InlineStack, Modal, Spinner, Text } from "@shopify/polaris";
import { useState } from "react";

import type { ForeignLinks } from "../../catalog/links/foreign-links.server.ts";
import type { ShownState } from "../../components/banners/connection-banner.tsx";
import { usePolling } from "../../components/use-polling.ts";
import type { Supplier } from "../../lib/env.server.ts";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import { useConnectionFetcher } from "./answers.ts";
import { ConnectionCard, type ShownConnection } from "./connection-card.tsx";
import { SignInForm } from "./sign-in-form.tsx";

type Shown = {
  supplier: Supplier;
  state: ShownState;
  connection: ShownConnection | null;
  /** The count stops at `COUNTED_AT_MOST` + 1. */
  ordersInProgress: number;
  ordersThatNeedAttention: number;
  hasRates: boolean;
  /** True while we are getting a key from the supplier. */
  underWay: boolean;
  /** True if another shop is connected to the same account. */
  shared: boolean;
  foreignLinks: ForeignLinks | null;
};

/** Shows the state of the shop's connection, and its buttons. */
export function ConnectionSection(shown: Shown) {
  const {
    supplier,
    state,
    connection,
    ordersInProgress,
    ordersThatNeedAttention,
    hasRates,
    underWay,
    shared,
    foreignLinks,
  } = shown;
  const t = useT();
  // The generation of the key that the merchant wants to replace. Once the shop has another key, the generations
  // differ, and the form disappears.
  const [replacing, setReplacing] = useState<number | null>(null);
  usePolling(underWay || foreignLinks?.read === false ? 2000 : null);
  if (connection === null) {
    return state.kind === "connecting" ? (
      <InProgress title={t("connection.connecting.title")} />
    ) : (
      <ConnectForm supplier={supplier.name} state={state} />
    );
  }
  const unauthorized = state.kind === "needs-reconnecting";
  return (
    <>
      <ConnectionCard
        {...{ supplier, connection, state, ordersInProgress, ordersThatNeedAttention, hasRates, shared }}
        onReplace={() => {
          setReplacing(connection.generation);
        }}
      />
      {underWay && <InProgress title={t("connection.replacing.title")} />}
      {!underWay && unauthorized && (
        <SignInForm
          intent="replace"
          title={t("connection.reconnect.title")}
          text={t("connection.reconnect", { supplier: supplier.name })}
          submit={t("connection.reconnect.submit")}
        />
      )}
      {!underWay && !unauthorized && replacing === connection.generation && (
        <SignInForm
          intent="replace"
          title={t("connection.replace.title")}
          text={t("connection.replace", { supplier: supplier.name })}
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
 * Shows that we are getting a key. The merchant may have started this in another window, or the process may have
 * crashed meanwhile. It always ends, because an attempt has a deadline.
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

/**
 * Asks what happens with products of the previous account. Only the merchant knows if this account has the same ones.
 */
function OtherAccountCard({
  links,
  generation,
}: {
  links: ForeignLinks;
  /** Generation of the connection to this account. */
  generation: number;
}) {
  const t = useT();
  const fetcher = useConnectionFetcher();
  const [asking, setAsking] = useState(false);
  const busy = fetcher.state !== "idle";
  const stopAsking = () => {
    setAsking(false);
  };
  const decide = (decision: "same" | "fresh") => {
    fetcher.submit({ intent: "decide-account", decision, generation }, { method: "post" });
  };
  const { count } = links;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="200">
          <Text as="h2" variant="headingMd">
            {t("connection.other-account.title")}
          </Text>
          <Text as="p">{t("connection.other-account", { count })}</Text>
          <Text as="p" tone="subdued">
            {t(foundMessage(links))}
          </Text>
        </BlockStack>
        <InlineStack align="end">
          <ButtonGroup>
            <Button
              disabled={busy}
              onClick={() => {
                setAsking(true);
              }}
            >
              {t("connection.other-account.fresh")}
            </Button>
            <Button
              variant="primary"
              loading={busy}
              onClick={() => {
                decide("same");
              }}
            >
              {t("connection.other-account.same")}
            </Button>
          </ButtonGroup>
        </InlineStack>
      </BlockStack>
      <Modal
        open={asking}
        onClose={stopAsking}
        title={t("connection.other-account.fresh.title")}
        primaryAction={{
          content: t("connection.other-account.fresh"),
          destructive: true,
          onAction: () => {
            stopAsking();
            decide("fresh");
          },
        }}
        secondaryActions={[{ content: t("connection.other-account.fresh.cancel"), onAction: stopAsking }]}
      >
        <Modal.Section>
          <Text as="p">{t("connection.other-account.fresh.effect", { count })}</Text>
        </Modal.Section>
      </Modal>
    </Card>
  );
}

/**
 * Returns how many of the previous account's products this account has. Until the products are read, the message says
 * so.
 */
function foundMessage({ count, found, read }: ForeignLinks): Message {
  if (!read) return { code: "connection.other-account.not-read" };
  if (found === 0) return { code: "connection.other-account.found-none" };
  if (found === count) return { code: "connection.other-account.found-all" };
  return { code: "connection.other-account.found-some", found };
}
