import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Modal, Text } from "@shopify/polaris";
import { useState } from "react";

import type { OrphanedKey } from "../../connection/key-attempt-store.server.ts";
import { Moment } from "../../components/moment.tsx";

/** A left key as its page shows it, with times as they travel. */
type ShownKey = Omit<OrphanedKey, "since"> & { since: string };

/** What stands before the moment at which it was made, or was to be made. */
const WHY: Record<OrphanedKey["why"], string> = {
  lost: "May exist: we could not tell whether it was made on ",
  disconnected: "Used until you disconnected. Made on ",
  uninstalled: "Used until the app was uninstalled. Made on ",
  replaced: "Used until you replaced it. Made on ",
  unusable: "Never used, because the supplier refused it. Made on ",
};

/** Keys that only the merchant can delete, on the supplier. */
export function OrphanedKeys({ keys, supplier }: { keys: ShownKey[]; supplier: string }) {
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
            Keys to delete on the supplier
          </Text>
          <Text as="p" tone="subdued">
            {`Stockbridge does not use these, and cannot delete them for you. Sign in on ${supplier}, open API keys in your profile, and delete the ones with exactly these names.`}
          </Text>
        </BlockStack>
        {keys.map((key) => (
          <InlineStack key={key.id} align="space-between" blockAlign="center" gap="400">
            <BlockStack gap="050">
              <Text as="p" fontWeight="medium" breakWord>
                {key.keyName}
              </Text>
              <Text as="p" tone="subdued">
                {WHY[key.why]}
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
        title="Is this key deleted on the supplier?"
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
