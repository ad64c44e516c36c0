import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, ButtonGroup, Card, InlineStack, Modal, Text } from "@shopify/polaris";
import { useState } from "react";

import type { ForeignLinks } from "../../catalog/links/compare-foreign-links.server.ts";

/** Products of the account before: whether they are the same ones in this account, only the merchant can say. */
export function OtherAccountCard({ links }: { links: ForeignLinks }) {
  const fetcher = useFetcher();
  const [asking, setAsking] = useState(false);
  const busy = fetcher.state !== "idle";
  const stopAsking = () => {
    setAsking(false);
  };
  const say = (word: "same" | "fresh") => {
    fetcher.submit({ intent: "decide-account", word }, { method: "post" });
  };
  const which = links.count === 1 ? "1 product" : `${links.count.toLocaleString("en")} products`;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="200">
          <Text as="h2" variant="headingMd">
            This shop is connected to another account than before
          </Text>
          <Text as="p">
            {`You have ${which} in your shop from the account before. Are they the same products in this account? Until you say so, orders for them wait and their stock is not set.`}
          </Text>
          <Text as="p" tone="subdued">
            {sayFound(links)}
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
              Start fresh
            </Button>
            <Button
              variant="primary"
              loading={busy}
              onClick={() => {
                say("same");
              }}
            >
              They are the same products
            </Button>
          </ButtonGroup>
        </InlineStack>
      </BlockStack>
      <Modal
        open={asking}
        onClose={stopAsking}
        title="Start fresh with this account?"
        primaryAction={{
          content: "Start fresh",
          destructive: true,
          onAction: () => {
            stopAsking();
            say("fresh");
          },
        }}
        secondaryActions={[{ content: "Not now", onAction: stopAsking }]}
      >
        <Modal.Section>
          <Text as="p">
            {`Stockbridge forgets that the ${which} came from the supplier. They stay in your shop as they are, but nothing is ordered for them any more, and their links do not come back. What you want to sell from this account, import from the catalogue.`}
          </Text>
        </Modal.Section>
      </Modal>
    </Card>
  );
}

function sayFound({ count, found, read }: ForeignLinks): string {
  if (!read)
    return "This account's catalogue is still being read. In a while you see here what it has of them.";
  if (found === 0) return "This account's catalogue lists none of them under the same number.";
  if (found === count) return "This account's catalogue lists all of them under the same numbers.";
  return `This account's catalogue lists ${found.toLocaleString("en")} of them under the same numbers.`;
}
