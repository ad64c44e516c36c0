import { BlockStack, Box, Text } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";
import type { Wanted } from "./search.tsx";

/** Explains an empty list. */
export function NoOrders({ wanted: { show, query } }: { wanted: Wanted }) {
  const t = useT();
  return query === "" ? (
    <Nothing title={t(`orders.empty.${show}.title`)} description={t(`orders.empty.${show}`)} />
  ) : (
    <Nothing title={t("orders.empty.query.title")} description={t("orders.empty.query", { query, show })} />
  );
}

function Nothing({ title, description }: { title: string; description: string }) {
  return (
    <Box padding="800">
      <BlockStack gap="200" inlineAlign="center">
        <Text as="h2" variant="headingMd" alignment="center">
          {title}
        </Text>
        <Text as="p" tone="subdued" alignment="center" breakWord>
          {description}
        </Text>
      </BlockStack>
    </Box>
  );
}
