import type { FetcherWithComponents } from "@remix-run/react";
import { Banner, BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";

import type { SyncPreview } from "../../catalog/sync/views/preview-sync.server.ts";
import { ListPages } from "../../components/list-pages.tsx";
import { ProductLink } from "../../components/product-link.tsx";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import { ChangeLines } from "./change-lines.tsx";

type Props = {
  preview: ({ kind: "preview" } & SyncPreview) | { kind: "unreadable"; problem: Message };
  currency: string | null;
  /** Number of waiting products in all. */
  waiting: number;
  fetcher: FetcherWithComponents<unknown>;
};

/** Previews the changes before the merchant lets earlier imports follow the supplier. */
export function Preview({ preview, currency, waiting, fetcher }: Props) {
  const t = useT();
  if (preview.kind === "unreadable")
    return (
      <Banner tone="warning" title={t("sync.preview.unreadable")}>
        <p>{t(preview.problem)}</p>
      </Banner>
    );
  const { products, unchanged, after, before } = preview;
  const start = (
    <InlineStack align="end">
      <Button
        variant="primary"
        loading={fetcher.formData?.get("intent") === "start"}
        onClick={() => {
          fetcher.submit({ intent: "start" }, { method: "post" });
        }}
      >
        {t("sync.start", { count: waiting })}
      </Button>
    </InlineStack>
  );
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="p">{t(waiting > 0 ? "sync.preview.help" : "sync.preview.none")}</Text>
        {waiting > 0 && start}
        {products.map(({ supplierProductId, product, changes, more }) => (
          <BlockStack key={supplierProductId} gap="100">
            <InlineStack align="space-between" blockAlign="center" gap="200">
              <ProductLink id={supplierProductId} name={product} as="h3" />
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
            <ChangeLines changes={changes} currency={currency} />
            {more > 0 && (
              <Text as="p" tone="subdued" variant="bodySm">
                {t("sync.preview.more", { count: more })}
              </Text>
            )}
          </BlockStack>
        ))}
        {unchanged > 0 && (
          <Text as="p" tone="subdued">
            {t(products.length === 0 ? "sync.preview.all-unchanged" : "sync.preview.unchanged", {
              count: unchanged,
            })}
          </Text>
        )}
        <ListPages params={{ show: "preview" }} after={after} before={before} />
      </BlockStack>
    </Card>
  );
}
