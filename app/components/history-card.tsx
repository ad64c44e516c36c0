import { BlockStack, Card, Text } from "@shopify/polaris";

import type { Message } from "../messages/message.ts";
import { useT } from "../messages/use-t.ts";
import { Moment } from "./moment.tsx";

/** Shows events in the given order, with ISO times. `note` stands above the first event. */
export function HistoryCard({
  title,
  note,
  events,
}: {
  title: string;
  note?: string | null;
  events: { at: string; message: Message }[];
}) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        {note != null && (
          <Text as="p" tone="subdued">
            {note}
          </Text>
        )}
        <BlockStack gap="300" as="ol">
          {events.map(({ at, message }, index) => (
            <li key={index}>
              <Text as="p" breakWord>
                {t(message)}
              </Text>
              <Text as="p" tone="subdued" variant="bodySm">
                <Moment iso={at} form="medium" />
              </Text>
            </li>
          ))}
        </BlockStack>
      </BlockStack>
    </Card>
  );
}
