import type { FetcherWithComponents } from "@remix-run/react";
import {
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  EmptySearchResult,
  InlineStack,
  Text,
  Banner,
} from "@shopify/polaris";

import type { ListPage } from "../../catalog/sync/merchant/list-page.ts";
import type { WaitingPrice } from "../../catalog/sync/merchant/decide-waiting-prices.server.ts";
import type { SyncPreview } from "../../catalog/sync/merchant/start-sync.server.ts";
import { messageOfChange } from "../../catalog/sync/message-of-change.ts";
import { ListPages } from "../../components/list-pages.tsx";
import { ProductLink } from "../../components/product.tsx";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import { ChangeLines } from "./history.tsx";

type PreviewProps = {
  preview: ({ kind: "preview" } & SyncPreview) | { kind: "unreadable"; problem: Message };
  currency: string | null;
  /** Number of waiting products on all pages. */
  waiting: number;
  fetcher: FetcherWithComponents<unknown>;
};

/** Previews the changes that would follow if the merchant lets earlier imports follow the supplier. */
export function Preview({ preview, currency, waiting, fetcher }: PreviewProps) {
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
              <ProductLink id={supplierProductId} name={product} as="h2" />
              <Button
                size="slim"
                accessibilityLabel={t("action.about", { action: t("sync.keep-price"), subject: product })}
                onClick={() => {
                  const fields = JSON.stringify([{ supplierProductId, field: "price" }]);
                  fetcher.submit({ intent: "keep", fields }, { method: "post" });
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

type ApprovalsProps = {
  page: ListPage<WaitingPrice>;
  currency: string | null;
  fetcher: FetcherWithComponents<unknown>;
};
type Decision = "approve" | "leave";

/** Lists prices that wait for approval because their cost changed a lot. */
export function Approvals({ page: { rows, ...places }, currency, fetcher }: ApprovalsProps) {
  const t = useT();
  if (rows.length === 0)
    return (
      <Card>
        <EmptySearchResult title={t("sync.approvals.none.title")} description={t("sync.approvals.none")} />
      </Card>
    );
  const busy = fetcher.state !== "idle";
  const decide = (intent: Decision, approvals: WaitingPrice[]) => {
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
  row: WaitingPrice;
  currency: string | null;
  busy: boolean;
  decide: (decision: Decision, approvals: WaitingPrice[]) => void;
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
      <ProductLink id={supplierProductId} name={name} as="h2" />
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
          accessibilityLabel={t("action.about", { action: t("sync.approve"), subject: name })}
          onClick={() => {
            decide("approve", [row]);
          }}
        >
          {t("sync.approve")}
        </Button>
        <Button
          size="slim"
          disabled={busy}
          accessibilityLabel={t("action.about", { action: t("sync.leave"), subject: name })}
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
