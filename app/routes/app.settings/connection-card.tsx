import { Badge, Banner, BlockStack, Button, Card, InlineGrid, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";

import { useT } from "../../messages/use-t.ts";
import type { ShownState } from "../../components/shown-state.ts";
import { useConnectionFetcher } from "./answer.ts";
import { DisconnectDialog } from "./disconnect-dialog.tsx";
import { Moment } from "../../components/moment.tsx";

/** The connection as its page shows it, with times as they travel. */
export type ShownConnection = {
  keyName: string;
  keyHint: { start: string; end: string };
  generation: number;
  connectedAt: string;
  checkedAt: string;
};

type ConnectionCardProps = {
  supplier: string;
  connection: ShownConnection;
  state: ShownState;
  /** Whether another shop is connected to the same account. */
  shared: boolean;
  onReplace: () => void;
};

/** Which key, since when, and whether it works; test, replace and disconnect. */
export function ConnectionCard({ supplier, connection, state, shared, onReplace }: ConnectionCardProps) {
  const t = useT();
  const fetcher = useConnectionFetcher();
  const [asking, setAsking] = useState(false);
  const intent = fetcher.state === "idle" ? null : fetcher.formData?.get("intent");
  const { keyName, keyHint, connectedAt, checkedAt } = connection;
  const badge = sayState(state);
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {`Connected to ${supplier}`}
          </Text>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </InlineStack>
        {state.kind === "needs-reconnecting" && (
          <Banner tone="critical">
            <p>
              {`${t(state.message)} It has been so since `}
              <Moment iso={state.since} />
              {". Meanwhile nothing is lost: orders wait, and your products stay as they are."}
            </p>
          </Banner>
        )}
        {state.kind === "unverified" && (
          <Banner tone="warning">
            <p>{t(state.message)}</p>
          </Banner>
        )}
        <BlockStack gap="200">
          <Fact label="Name of the key">{keyName}</Fact>
          <Fact label="Key">{`${keyHint.start}…${keyHint.end}`}</Fact>
          <Fact label="Connected since">
            <Moment iso={connectedAt} />
          </Fact>
          <Fact label="Last checked">
            <Moment iso={checkedAt} />
          </Fact>
        </BlockStack>
        {shared && (
          <Banner tone="info" title="Another shop is connected to this account as well">
            <p>
              Orders stay apart. Branding does not: the supplier keeps one for the account, so what one shop
              publishes is what parcels of both leave with.
            </p>
          </Banner>
        )}
        <InlineStack align="end" gap="200">
          <Button
            tone="critical"
            variant="tertiary"
            onClick={() => {
              setAsking(true);
            }}
          >
            Disconnect
          </Button>
          {state.kind !== "needs-reconnecting" && <Button onClick={onReplace}>Replace key</Button>}
          <fetcher.Form method="post">
            <input type="hidden" name="intent" value="test" />
            <Button submit loading={intent === "test"}>
              Test connection
            </Button>
          </fetcher.Form>
        </InlineStack>
      </BlockStack>
      <DisconnectDialog
        open={asking}
        onClose={() => {
          setAsking(false);
        }}
        keyName={keyName}
      />
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <InlineGrid columns={{ xs: 1, sm: "140px 1fr" }} gap={{ xs: "0", sm: "200" }}>
      <Text as="span" tone="subdued">
        {label}
      </Text>
      <Text as="span" breakWord>
        {children}
      </Text>
    </InlineGrid>
  );
}

function sayState({ kind }: ShownState): { label: string; tone: "success" | "attention" | "critical" } {
  switch (kind) {
    case "needs-reconnecting":
      return { label: "Key does not work", tone: "critical" };
    case "other-account":
      return { label: "Connected, another account than before", tone: "attention" };
    case "unverified":
      return { label: "Connected, catalogue not verified yet", tone: "attention" };
    default:
      return { label: "Connected", tone: "success" };
  }
}
