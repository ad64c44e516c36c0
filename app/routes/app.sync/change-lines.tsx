import { BlockStack, Text } from "@shopify/polaris";

import { messageOfChange, type ShownChange } from "../../catalog/sync/message-of-change.ts";
import { useT } from "../../messages/use-t.ts";

type Props = { changes: ShownChange[]; currency: string | null };

/** Changes of a product, one per line. */
export function ChangeLines({ changes, currency }: Props) {
  const t = useT();
  return (
    <BlockStack gap="050">
      {changes.map((change, index) => (
        <Text key={index} as="p" variant="bodySm" breakWord>
          {t(messageOfChange(change, currency))}
        </Text>
      ))}
    </BlockStack>
  );
}
