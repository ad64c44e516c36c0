import type { FetcherWithComponents } from "@remix-run/react";
import { BlockStack, Button, Card, EmptySearchResult, InlineStack, Text } from "@shopify/polaris";

import type { ApprovalView } from "../../catalog/sync/views/list-approvals.server.ts";
import { useT } from "../../messages/use-t.ts";

type Props = { approvals: Omit<ApprovalView, "since">[]; fetcher: FetcherWithComponents<unknown> };

/** Prices that wait because their cost moved far. */
export function Approvals({ approvals, fetcher }: Props) {
  const t = useT();
  if (approvals.length === 0)
    return (
      <Card>
        <EmptySearchResult title={t("sync.approvals.none.title")} description={t("sync.approvals.none")} />
      </Card>
    );
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="p">{t("sync.approvals.help")}</Text>
        {approvals.map((approval) => {
          const { supplierVariantId, product, sku, costBefore, cost, priceBefore, price } = approval;
          const name = sku === null ? product : t("sync.approvals.name", { product, sku });
          const decide = (intent: "approve" | "leave") => {
            fetcher.submit({ intent, supplierVariantId, cost }, { method: "post" });
          };
          return (
            <BlockStack key={supplierVariantId} gap="100">
              <Text as="h3" variant="headingSm" breakWord>
                {name}
              </Text>
              <Text as="p" variant="bodySm" breakWord>
                {t("sync.change", { of: t("sync.field.cost"), old: costBefore, now: cost })}
              </Text>
              <Text as="p" variant="bodySm" breakWord>
                {priceBefore === null
                  ? t("sync.change.set", { of: t("sync.field.price"), now: price })
                  : t("sync.change", { of: t("sync.field.price"), old: priceBefore, now: price })}
              </Text>
              <InlineStack gap="200">
                <Button
                  size="slim"
                  variant="primary"
                  accessibilityLabel={t("sync.approve-of", { name })}
                  onClick={() => {
                    decide("approve");
                  }}
                >
                  {t("sync.approve")}
                </Button>
                <Button
                  size="slim"
                  accessibilityLabel={t("sync.leave-of", { name })}
                  onClick={() => {
                    decide("leave");
                  }}
                >
                  {t("sync.leave")}
                </Button>
              </InlineStack>
            </BlockStack>
          );
        })}
      </BlockStack>
    </Card>
  );
}
