import type { FetcherWithComponents } from "@remix-run/react";
import { Banner, BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";

import type { FailedView } from "../../catalog/sync/views/list-failed.server.ts";
import type { ListPage } from "../../catalog/sync/views/list-page.ts";
import type { SyncStatus } from "../../catalog/sync/views/find-sync-status.server.ts";
import { ListPages } from "../../components/list-pages.tsx";
import { Moment } from "../../components/moment.tsx";
import { ProblemText } from "../../components/problem-text.tsx";
import { ProductLink } from "../../components/product-link.tsx";
import { useT } from "../../messages/use-t.ts";

type Travelled<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: Travelled<Value[Key]> }
    : Value;
type Props = {
  status: Omit<Travelled<SyncStatus>, "problem"> & { problem: SyncStatus["problem"] };
  failed: ListPage<FailedView>;
  fetcher: FetcherWithComponents<unknown>;
};

/** The state of the sync, and problems that block it. */
export function Overview({ status, failed: { rows: failed, ...places }, fetcher }: Props) {
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
                <ProductLink id={supplierProductId} name={product} />
                {problem && <ProblemText problem={problem} tone="subdued" />}
              </BlockStack>
            ))}
            <ListPages params={{}} {...places} />
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
        {status.sendsAll && (
          <Text as="p" tone="subdued">
            {t("sync.sends-all")}
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

function headline({ state, following, awaitingStart, approvals, failed }: Props["status"]) {
  if (state === "reading") return "sync.state.reading";
  if (state === "writing") return "sync.state.writing";
  if (following === 0) return awaitingStart > 0 ? "sync.state.awaiting" : "sync.state.nothing-imported";
  return approvals + failed > 0 ? "sync.state.needs-you" : "sync.state.up-to-date";
}
