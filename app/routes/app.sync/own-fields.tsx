import type { FetcherWithComponents } from "@remix-run/react";
import { Badge, BlockStack, Button, Card, EmptySearchResult, InlineStack, Text } from "@shopify/polaris";

import type { OwnFieldsView } from "../../catalog/sync/views/list-own-fields.server.ts";
import { useT } from "../../messages/use-t.ts";
import { sayField } from "./change-lines.tsx";

type Props = { products: OwnFieldsView[]; fetcher: FetcherWithComponents<unknown> };

/** What the merchant has changed in the shop, and can hand back. */
export function OwnFields({ products, fetcher }: Props) {
  const t = useT();
  if (products.length === 0)
    return (
      <Card>
        <EmptySearchResult title={t("sync.yours.none.title")} description={t("sync.yours.none")} />
      </Card>
    );
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="p">{t("sync.yours.help")}</Text>
        {products.map(({ supplierProductId, product, shopState, fields }) => (
          <BlockStack key={supplierProductId} gap="100">
            <InlineStack gap="200" blockAlign="center">
              <Text as="h3" variant="headingSm" breakWord>
                {product}
              </Text>
              {shopState === "deleted" && <Badge tone="critical">{t("sync.shop-state.deleted")}</Badge>}
              {shopState === "archived" && <Badge>{t("sync.shop-state.archived")}</Badge>}
            </InlineStack>
            <InlineStack gap="200">
              {fields.map((field) => (
                <Button
                  key={field}
                  size="slim"
                  accessibilityLabel={t("sync.follow-of", { field: sayField(field, t), product })}
                  onClick={() => {
                    fetcher.submit({ intent: "follow", supplierProductId, field }, { method: "post" });
                  }}
                >
                  {t("sync.follow", { field: sayField(field, t) })}
                </Button>
              ))}
            </InlineStack>
          </BlockStack>
        ))}
      </BlockStack>
    </Card>
  );
}
