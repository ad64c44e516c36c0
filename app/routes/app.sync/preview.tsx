import { type FetcherWithComponents, useNavigate } from "@remix-run/react";
import { Banner, BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";

import type { SyncPreview } from "../../catalog/sync/views/preview-sync.server.ts";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import { ChangeLines } from "./change-lines.tsx";

type Props = {
  preview: ({ kind: "preview" } & SyncPreview) | { kind: "unreadable"; problem: Message };
  fetcher: FetcherWithComponents<unknown>;
};

/** What would change before the merchant lets earlier imports follow the supplier. */
export function Preview({ preview, fetcher }: Props) {
  const t = useT();
  const navigate = useNavigate();
  if (preview.kind === "unreadable")
    return (
      <Banner tone="warning" title={t("sync.preview.unreadable")}>
        <p>{t(preview.problem)}</p>
      </Banner>
    );
  const { products, unchanged, next } = preview;
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="p">{t("sync.preview.help")}</Text>
        {unchanged > 0 && (
          <Text as="p" tone="subdued">
            {t("sync.preview.unchanged", { count: unchanged })}
          </Text>
        )}
        {products.map(({ supplierProductId, product, changes, more }) => (
          <BlockStack key={supplierProductId} gap="100">
            <InlineStack align="space-between" blockAlign="center" gap="200">
              <Text as="h3" variant="headingSm" breakWord>
                {product}
              </Text>
              <Button
                size="slim"
                accessibilityLabel={t("sync.keep-price-of", { product })}
                onClick={() => {
                  fetcher.submit({ intent: "keep", supplierProductId, field: "price" }, { method: "post" });
                }}
              >
                {t("sync.keep-price")}
              </Button>
            </InlineStack>
            <ChangeLines changes={changes} />
            {more > 0 && (
              <Text as="p" tone="subdued" variant="bodySm">
                {t("sync.preview.more", { count: more })}
              </Text>
            )}
          </BlockStack>
        ))}
        <InlineStack align="end" gap="200">
          {next !== null && (
            <Button
              onClick={() => {
                navigate(`?show=preview&after=${encodeURIComponent(next)}`);
              }}
            >
              {t("sync.preview.next")}
            </Button>
          )}
          <Button
            variant="primary"
            loading={fetcher.formData?.get("intent") === "start"}
            onClick={() => {
              fetcher.submit({ intent: "start" }, { method: "post" });
            }}
          >
            {t("sync.start")}
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
