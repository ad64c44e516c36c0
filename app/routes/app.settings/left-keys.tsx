import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";

import type { LeftKey } from "../../connection/connection-store.server.ts";
import { Moment } from "./moment.tsx";

/** Keys that only the merchant can delete, on the platform. */
export function LeftKeys({
  keys,
  platform,
}: {
  keys: (Omit<LeftKey, "since"> & { since: string })[];
  platform: string;
}) {
  const fetcher = useFetcher();
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
        {keys.map(({ id, keyName, why, since }) => (
          <InlineStack key={id} align="space-between" blockAlign="center" gap="400">
            <BlockStack gap="050">
              <Text as="p" fontWeight="medium" breakWord>
                {keyName}
              </Text>
              <Text as="p" tone="subdued">
                {why === "disconnected"
                  ? "Used until you disconnected. Made on "
                  : "May exist: we could not tell whether it was made on "}
                <Moment iso={since} />
              </Text>
            </BlockStack>
            <fetcher.Form method="post">
              <input type="hidden" name="intent" value="settle" />
              <input type="hidden" name="id" value={id} />
              <Button submit accessibilityLabel={`I have deleted ${keyName}`}>
                I have deleted it
              </Button>
            </fetcher.Form>
          </InlineStack>
        ))}
      </BlockStack>
    </Card>
  );
}
