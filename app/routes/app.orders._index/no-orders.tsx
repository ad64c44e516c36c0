import { BlockStack, Box, Text } from "@shopify/polaris";

import type { Asked } from "./search.tsx";

/** An empty list says what would fill it. */
export function NoOrders({ asked: { show, query } }: { asked: Asked }) {
  if (query !== "") {
    return (
      <Nothing
        title="Nothing found"
        description={`No order here is called “${query}”. Look under another tab, or clear the search.`}
      />
    );
  }
  switch (show) {
    case "all":
      return (
        <Nothing
          title="No orders yet"
          description="Request fulfilment in Shopify of an order with the supplier's products, and it appears here. Or let Stockbridge request it for every paid order, under Settings."
        />
      );
    case "needs-attention":
      return (
        <Nothing
          title="Nothing needs you"
          description="When an order does, it stands here with what you can do."
        />
      );
    case "in-progress":
      return (
        <Nothing
          title="Nothing is under way"
          description="Orders stand here from the request until they have arrived."
        />
      );
    case "done":
      return <Nothing title="Nothing is done yet" description="Delivered and cancelled orders stand here." />;
  }
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
