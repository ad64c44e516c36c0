import { BlockStack, Card, Text } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";

/** The description as the shop shows it: `html` is sanitized (app/catalog/import/description-html.ts). */
export function DescriptionCard({ html }: { html: string }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("product.description")}
        </Text>
        {html.trim() === "" ? (
          <Text as="p" tone="subdued">
            {t("product.no-description")}
          </Text>
        ) : (
          <div
            className="description"
            dir="auto"
            style={{ overflowWrap: "anywhere", overflowX: "auto" }}
            dangerouslySetInnerHTML={{ __html: html }}
          />
        )}
      </BlockStack>
    </Card>
  );
}
