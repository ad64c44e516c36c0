import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";

/** Leads to the page of shipping methods. `undecided`: the number of the shop's methods without a decision. */
export function MethodsCard({ undecided }: { undecided: number }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("methods.title")}
        </Text>
        <Text as="p">{undecided > 0 ? t("methods.card.open", { count: undecided }) : t("methods.card")}</Text>
        <InlineStack align="end">
          <Button url="/app/methods" accessibilityLabel={t("methods.card.action.long")}>
            {t("methods.card.action")}
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
