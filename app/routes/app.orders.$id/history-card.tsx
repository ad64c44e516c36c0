import { BlockStack, Card, Text } from "@shopify/polaris";

import { Moment } from "../../components/moment.tsx";
import { useT } from "../../messages/use-t.ts";
import type { ShownOrder } from "./shown.ts";

/** What happened to the order, the first thing first: where something is unclear, this is the evidence. */
export function HistoryCard({ order: { happened, earlierAttempts } }: { order: ShownOrder }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("orders.history")}
        </Text>
        {earlierAttempts > 0 && (
          <Text as="p" tone="subdued">
            {t("orders.history.earlier", { count: earlierAttempts })}
          </Text>
        )}
        <BlockStack gap="300" as="ol">
          {happened.map(({ at, message }, index) => (
            <li key={index}>
              <Text as="p" breakWord>
                {t(message)}
              </Text>
              <Text as="p" tone="subdued" variant="bodySm">
                <Moment iso={at} month="medium" />
              </Text>
            </li>
          ))}
        </BlockStack>
      </BlockStack>
    </Card>
  );
}
