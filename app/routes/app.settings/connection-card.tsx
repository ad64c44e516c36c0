import {
  Badge,
  Banner,
  BlockStack,
  Button,
  Card,
  InlineGrid,
  InlineStack,
  Modal,
  Text,
} from "@shopify/polaris";
import { useState } from "react";

import type { Connection } from "../../connection/connection-store.server.ts";
import type { KeyCheck } from "../../connection/key-check.ts";
import { useConnectionFetcher } from "./answer.ts";
import { Moment } from "./moment.tsx";

/** The connection as its page shows it, with times as they travel. */
type ShownConnection = Omit<Connection, "connectedAt" | "checkedAt"> & {
  connectedAt: string;
  checkedAt: string;
};

/** Which key, since when, and whether it works; test and disconnect. */
export function ConnectionCard({ platform, connection }: { platform: string; connection: ShownConnection }) {
  const fetcher = useConnectionFetcher();
  const [asking, setAsking] = useState(false);
  const intent = fetcher.state === "idle" ? null : fetcher.formData?.get("intent");
  const { check, keyName, keyHint, connectedAt, checkedAt } = connection;
  const state = sayState(check);
  const stopAsking = () => {
    setAsking(false);
  };
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            {`Connected to ${platform}`}
          </Text>
          <Badge tone={state.tone}>{state.label}</Badge>
        </InlineStack>
        {check.kind !== "verified" && (
          <Banner tone={check.kind === "refused" ? "critical" : "warning"}>
            <p>{check.said}</p>
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
          <fetcher.Form method="post">
            <input type="hidden" name="intent" value="test" />
            <Button submit loading={intent === "test"}>
              Test connection
            </Button>
          </fetcher.Form>
        </InlineStack>
      </BlockStack>
      <Modal
        open={asking}
        onClose={stopAsking}
        title="Disconnect this shop?"
        primaryAction={{
          content: "Disconnect",
          destructive: true,
          onAction: () => {
            stopAsking();
            fetcher.submit({ intent: "disconnect" }, { method: "post" });
          },
        }}
        secondaryActions={[{ content: "Stay connected", onAction: stopAsking }]}
      >
        <Modal.Section>
          <Text as="p">
            {`Stockbridge forgets its key and stops working with the platform for this shop. The key itself stays on the platform until you delete it there: it is named “${keyName}”.`}
          </Text>
        </Modal.Section>
      </Modal>
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

function sayState({ kind }: KeyCheck): { label: string; tone: "success" | "attention" | "critical" } {
  switch (kind) {
    case "verified":
      return { label: "Connected", tone: "success" };
    case "unverified":
      return { label: "Connected, catalogue not verified yet", tone: "attention" };
    case "refused":
      return { label: "Key refused", tone: "critical" };
  }
}
