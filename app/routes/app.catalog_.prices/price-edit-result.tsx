import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Card, InlineStack, Text } from "@shopify/polaris";

import { NoticeBanner } from "../../components/notice.tsx";
import { ProductLink } from "../../components/product.tsx";
import { UndoPrices } from "../../components/undo-prices.tsx";
import { useT } from "../../messages/use-t.ts";
import type { UndoAnswer } from "./price-edit-form.tsx";

type ShownEdit = {
  undoneAt: string | null;
  set: number;
  products: { id: string; name: string; set: number; kept: number }[];
};

/** Result of prices that were set together, per product, with an undo. */
export function PriceEditResult({ edit: { undoneAt, set, products } }: { edit: ShownEdit }) {
  const t = useT();
  const fetcher = useFetcher<UndoAnswer>();
  const notice = fetcher.data?.notice;
  const total = t("price-edits.result.total", { set, products: products.length });
  return (
    <>
      {notice ? (
        <NoticeBanner notice={notice} />
      ) : undoneAt !== null ? (
        <Banner tone="info">
          <p>{t("price-edits.undone.before")}</p>
        </Banner>
      ) : (
        <Banner tone="success" title={t("price-edits.done", { count: set })}>
          <p>{t("price-edits.done.help", { count: set })}</p>
        </Banner>
      )}
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            {t("price-edits.result")}
          </Text>
          <Text as="p">{undoneAt === null ? total : t("price-edits.result.undone", { total })}</Text>
          <BlockStack as="ul" gap="200">
            {products.map(({ id, name, ...counts }) => (
              <li key={id}>
                <InlineStack gap="200" align="space-between">
                  <ProductLink id={id} name={name} />
                  <Text as="span">
                    {counts.kept === 0
                      ? t("price-edits.result.set", { count: counts.set })
                      : t("price-edits.result.kept", counts)}
                  </Text>
                </InlineStack>
              </li>
            ))}
          </BlockStack>
          {undoneAt === null && (
            <InlineStack>
              <UndoPrices
                label={t("price-edits.undo")}
                title={t("price-edits.undo.title")}
                busy={fetcher.state !== "idle"}
                unagreed={fetcher.data?.unagreed ?? null}
                onConfirm={(agreed) => {
                  fetcher.submit({ intent: "undo", agreed }, { method: "post" });
                }}
              >
                <Text as="p">{t("price-edits.undo.help")}</Text>
              </UndoPrices>
            </InlineStack>
          )}
        </BlockStack>
      </Card>
    </>
  );
}
