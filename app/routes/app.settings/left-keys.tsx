import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Modal, Text } from "@shopify/polaris";
import { useState } from "react";

import type { LeftKey } from "../../connection/connection-store.server.ts";
import { Moment } from "./moment.tsx";

/** A left key as its page shows it, with times as they travel. */
type ShownKey = Omit<LeftKey, "since"> & { since: string };

/** Keys that only the merchant can delete, on the platform. */
export function LeftKeys({ keys, platform }: { keys: ShownKey[]; platform: string }) {
  const fetcher = useFetcher();
  // A name that is off the list cannot be looked up again, so one click is not enough.
  const [asking, setAsking] = useState<ShownKey | null>(null);
  const stopAsking = () => {
    setAsking(null);
  };
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="200">
          <Text as="h2" variant="headingMd">
            Keys to delete on the platform
          </Text>
          <Text as="p" tone="subdued">
            {`Stockbridge does not use these, and cannot delete them for you. Sign in on ${platform}, open API keys in your profile, and delete the ones with exactly these names.`}
          </Text>
        </BlockStack>
        {keys.map((key) => (
          <InlineStack key={key.id} align="space-between" blockAlign="center" gap="400">
            <BlockStack gap="050">
              <Text as="p" fontWeight="medium" breakWord>
                {key.keyName}
              </Text>
              <Text as="p" tone="subdued">
                {key.why === "disconnected"
                  ? "Used until you disconnected. Made on "
                  : "May exist: we could not tell whether it was made on "}
                <Moment iso={key.since} />
              </Text>
            </BlockStack>
            <Button
              accessibilityLabel={`I have deleted ${key.keyName}`}
              onClick={() => {
                setAsking(key);
              }}
            >
              I have deleted it
            </Button>
          </InlineStack>
        ))}
      </BlockStack>
      <Modal
        open={asking !== null}
        onClose={stopAsking}
        title="Is this key deleted on the platform?"
        primaryAction={{
          content: "Yes, take it off the list",
          onAction: () => {
            if (asking) fetcher.submit({ intent: "settle", id: asking.id }, { method: "post" });
            stopAsking();
          },
        }}
        secondaryActions={[{ content: "Keep it on the list", onAction: stopAsking }]}
      >
        <Modal.Section>
          <Text as="p">{`Stockbridge no longer shows the name “${asking?.keyName ?? ""}” then.`}</Text>
        </Modal.Section>
      </Modal>
    </Card>
  );
}
