import { BlockStack, Card, Text } from "@shopify/polaris";

import { Moment } from "../../components/moment.tsx";
import type { ShownOrder } from "./shown.ts";

/** What happened to the order, the first thing first: where something is unclear, this is the evidence. */
export function HistoryCard({ order: { happened, earlierAttempts } }: { order: ShownOrder }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          What happened
        </Text>
        {earlierAttempts > 0 && (
          <Text as="p" tone="subdued">
            {`${earlierAttempts.toLocaleString("en")} earlier tries are not shown.`}
          </Text>
        )}
        <BlockStack gap="300" as="ol">
          {happened.map(({ at, said }, index) => (
            <li key={index}>
              <Text as="p" breakWord>
                {said}
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
