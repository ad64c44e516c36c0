import type { FetcherWithComponents } from "@remix-run/react";
import {
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  EmptySearchResult,
  InlineStack,
  Text,
} from "@shopify/polaris";

import { messageOfChange } from "../../catalog/sync/message-of-change.ts";
import type { ApprovalView } from "../../catalog/sync/views/list-approvals.server.ts";
import type { ListPage } from "../../catalog/sync/views/list-page.ts";
import { ListPages } from "../../components/list-pages.tsx";
import { ProductLink } from "../../components/product-link.tsx";
import { useT } from "../../messages/use-t.ts";

type Props = {
  page: ListPage<ApprovalView>;
  currency: string | null;
  fetcher: FetcherWithComponents<unknown>;
};
type Decision = "approve" | "leave";

/** Prices that wait for approval because their cost moved far. */
export function Approvals({ page: { rows, ...places }, currency, fetcher }: Props) {
  const t = useT();
  if (rows.length === 0)
    return (
      <Card>
        <EmptySearchResult title={t("sync.approvals.none.title")} description={t("sync.approvals.none")} />
      </Card>
    );
  const busy = fetcher.state !== "idle";
  const decide = (intent: Decision, approvals: ApprovalView[]) => {
    const seen = approvals.map(({ supplierVariantId, cost, price }) => ({ supplierVariantId, cost, price }));
    fetcher.submit({ intent, seen: JSON.stringify(seen) }, { method: "post" });
  };
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="p">{t("sync.approvals.help")}</Text>
        {rows.length > 1 && (
          <ButtonGroup>
            <Button
              disabled={busy}
              onClick={() => {
                decide("approve", rows);
              }}
            >
              {t("sync.approve-page", { count: rows.length })}
            </Button>
            <Button
              disabled={busy}
              onClick={() => {
                decide("leave", rows);
              }}
            >
              {t("sync.leave-page", { count: rows.length })}
            </Button>
          </ButtonGroup>
        )}
        {rows.map((row) => (
          <Approval key={row.supplierVariantId} {...{ row, currency, busy, decide }} />
        ))}
        <ListPages params={{ show: "approvals" }} {...places} />
      </BlockStack>
    </Card>
  );
}

function Approval({
  row,
  currency,
  busy,
  decide,
}: {
  row: ApprovalView;
  currency: string | null;
  busy: boolean;
  decide: (decision: Decision, approvals: ApprovalView[]) => void;
}) {
  const t = useT();
  const { supplierProductId, product, sku, costBefore, cost, priceBefore, price } = row;
  const name = sku === null ? product : t("sync.approvals.name", { product, sku });
  const changes = [
    { sku: null, field: "price", old: priceBefore, new: price },
    { sku: null, field: "cost", old: costBefore, new: cost },
  ];
  return (
    <BlockStack gap="100">
      <ProductLink id={supplierProductId} name={name} as="h3" />
      {changes.map((change) => (
        <Text
          key={change.field}
          as="p"
          breakWord
          {...(change.field === "cost" && ({ tone: "subdued", variant: "bodySm" } as const))}
        >
          {t(messageOfChange(change, currency))}
        </Text>
      ))}
      <InlineStack gap="200">
        <Button
          size="slim"
          variant="primary"
          disabled={busy}
          accessibilityLabel={t("sync.approve-of", { name })}
          onClick={() => {
            decide("approve", [row]);
          }}
        >
          {t("sync.approve")}
        </Button>
        <Button
          size="slim"
          disabled={busy}
          accessibilityLabel={t("sync.leave-of", { name })}
          onClick={() => {
            decide("leave", [row]);
          }}
        >
          {t("sync.leave")}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}
