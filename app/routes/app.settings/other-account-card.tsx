import { BlockStack, Button, ButtonGroup, Card, InlineStack, Modal, Text } from "@shopify/polaris";
import { useState } from "react";

import type { ForeignLinks } from "../../catalog/links/compare-foreign-links.server.ts";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import { useConnectionFetcher } from "./use-connection-fetcher.ts";

/** Products of the previous account: only the merchant knows if this account has the same ones. */
export function OtherAccountCard({
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

/** Returns how many of them this account has, as far as it was read. */
function foundMessage({ count, found, read }: ForeignLinks): Message {
  if (!read) return { code: "connection.other-account.not-read" };
  if (found === 0) return { code: "connection.other-account.found-none" };
  if (found === count) return { code: "connection.other-account.found-all" };
  return { code: "connection.other-account.found-some", found };
}
