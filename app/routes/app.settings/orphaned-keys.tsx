import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Modal, Text } from "@shopify/polaris";
import { useState } from "react";

import type { OrphanedKey } from "../../connection/key-attempt-store.server.ts";
import { useT } from "../../messages/use-t.ts";

/** An orphaned key with an ISO time, as the loader serializes it. */
type ShownKey = Omit<OrphanedKey, "since"> & { since: string };

/** Keys that the merchant has to delete on the supplier's site. */
export function OrphanedKeys({ keys, supplier }: { keys: ShownKey[]; supplier: string }) {
  const t = useT();
  const fetcher = useFetcher();
  // Asks for confirmation, because a name that is off the list cannot be looked up again.
  const [asking, setAsking] = useState<ShownKey | null>(null);
  const stopAsking = () => {
    setAsking(null);
  };
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="200">
          <Text as="h2" variant="headingMd">
            {t("connection.orphaned-keys.title")}
          </Text>
          <Text as="p" tone="subdued">
            {t("connection.orphaned-keys", { supplier })}
          </Text>
        </BlockStack>
        {keys.map((key) => (
          <InlineStack key={key.id} align="space-between" blockAlign="center" gap="400">
            <BlockStack gap="050">
              <Text as="p" fontWeight="medium" breakWord>
                {key.keyName}
              </Text>
              <Text as="p" tone="subdued">
                {t(`connection.orphaned-key.${key.why}`, { since: key.since })}
              </Text>
            </BlockStack>
            <Button
              accessibilityLabel={t("connection.orphaned-key.acknowledge.label", { keyName: key.keyName })}
              onClick={() => {
                setAsking(key);
              }}
            >
              {t("connection.orphaned-key.acknowledge")}
            </Button>
          </InlineStack>
        ))}
      </BlockStack>
      <Modal
        open={asking !== null}
        onClose={stopAsking}
        title={t("connection.orphaned-key.acknowledge.title")}
        primaryAction={{
          content: t("connection.orphaned-key.acknowledge.submit"),
          onAction: () => {
            if (asking) fetcher.submit({ intent: "acknowledge-key", id: asking.id }, { method: "post" });
            stopAsking();
          },
        }}
        secondaryActions={[
          { content: t("connection.orphaned-key.acknowledge.cancel"), onAction: stopAsking },
        ]}
      >
        <Modal.Section>
          <Text as="p">
            {t("connection.orphaned-key.acknowledge.effect", { keyName: asking?.keyName ?? "" })}
          </Text>
        </Modal.Section>
      </Modal>
    </Card>
  );
}
