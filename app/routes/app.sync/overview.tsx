import type { FetcherWithComponents } from "@remix-run/react";
import { Banner, BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";

import type { SyncStatus } from "../../catalog/sync/views/find-sync-status.server.ts";
import { Moment } from "../../components/moment.tsx";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";

type Travelled<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: Travelled<Value[Key]> }
    : Value;
type Props = {
  status: Omit<Travelled<SyncStatus>, "problem"> & { problem: SyncStatus["problem"] };
  failed: { supplierProductId: string; product: string; problem: Message | null }[];
  fetcher: FetcherWithComponents<unknown>;
};

/** How far the shop follows the supplier, and what keeps it from doing so. */
export function Overview({ status, failed, fetcher }: Props) {
  const t = useT();
  return (
    <BlockStack gap="400">
      {status.awaitingStart > 0 && (
        <Banner
          tone="info"
          title={t("sync.awaiting.title", { count: status.awaitingStart })}
          action={{ content: t("sync.awaiting.action"), url: "/app/sync?show=preview" }}
        >
          <p>{t("sync.awaiting")}</p>
        </Banner>
      )}
      {status.approvals > 0 && (
        <Banner
          tone="warning"
          title={t("sync.approvals.title", { count: status.approvals })}
          action={{ content: t("sync.approvals.action"), url: "/app/sync?show=approvals" }}
        >
          <p>{t("sync.approvals.help")}</p>
        </Banner>
      )}
      <State status={status} />
      {failed.length > 0 && (
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              {t("sync.failed.title", { count: status.failed })}
            </Text>
            {failed.map(({ supplierProductId, product, problem }) => (
              <BlockStack key={supplierProductId} gap="050">
                <Text as="p" fontWeight="medium" breakWord>
                  {product}
                </Text>
                {problem && (
                  <Text as="p" tone="subdued" breakWord>
                    {t(problem)}
                  </Text>
                )}
              </BlockStack>
            ))}
            <InlineStack align="end">
              <Button
                onClick={() => {
                  fetcher.submit({ intent: "sync-now" }, { method: "post" });
                }}
              >
                {t("sync.try-again")}
              </Button>
            </InlineStack>
          </BlockStack>
        </Card>
      )}
    </BlockStack>
  );
}

function State({ status }: Pick<Props, "status">) {
  const t = useT();
  const { state, readAt, problem, following, due, lastRun, comparedAt } = status;
  return (
    <Card>
      <BlockStack gap="300">
        <div aria-live="polite">
          <Text as="h2" variant="headingMd">
            {problem ? t("sync.state.unavailable") : t(headline(status), { due })}
          </Text>
        </div>
        {problem && <Text as="p">{t("sync.state.nothing-to-read", { problem: problem.message })}</Text>}
        {!problem && state === "resting" && <Text as="p">{t("sync.following", { count: following })}</Text>}
        {lastRun && (
          <Text as="p" tone="subdued">
            {t("sync.last-run", { changed: lastRun.changed, products: lastRun.products })}{" "}
            <Moment iso={lastRun.startedAt} />
          </Text>
        )}
        {readAt !== null && (
          <Text as="p" tone="subdued">
            {t("sync.read", { at: readAt })}
          </Text>
        )}
        {comparedAt !== null && (
          <Text as="p" tone="subdued">
            {t("sync.compared", { at: comparedAt })}
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}

function headline({ state, following, awaitingStart }: Props["status"]) {
  if (state === "reading") return "sync.state.reading";
  if (state === "writing") return "sync.state.writing";
  if (following === 0) return awaitingStart > 0 ? "sync.state.awaiting" : "sync.state.nothing-imported";
  return "sync.state.up-to-date";
}
