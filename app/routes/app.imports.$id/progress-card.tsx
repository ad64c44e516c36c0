import { BlockStack, Button, Card, InlineStack, ProgressBar, Text, Banner, Box } from "@shopify/polaris";
import type { ShownImport } from "../../catalog/import/runs/find-import.server.ts";
import type { GuideStep } from "../../installation/setup-guide.server.ts";
import { useT } from "../../messages/use-t.ts";
import { DAILY_VARIANTS } from "../../shop/failures.ts";
import { guideLink } from "../app._index/guide-card.tsx";
import { ImportBadge } from "../app.imports._index/import-badge.tsx";
import { FirstOrNext } from "../../components/first-or-next.tsx";
import { ProblemText } from "../../components/product.tsx";

/** An import with ISO times, as the loader serializes it. */
type Run = Omit<ShownImport, "requestedAt" | "endedAt" | "waiting"> & {
  requestedAt: string;
  endedAt: string | null;
  waiting: (Omit<ShownImport["waiting"][number], "until"> & { until: string | null })[];
};

export function ProgressCard({ run }: { run: Run }) {
  const t = useT();
  const { imported, skipped, importing, total, inBulk, createdInBulk } = run.counts;
  const done = Math.min(imported + skipped, total);
  const state = run.canceling ? "canceling" : run.state;
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="200" align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            {t("imports.progress.bar", { done, total })}
          </Text>
          <ImportBadge {...{ state, imported, skipped }} />
        </InlineStack>
        <ProgressBar
          progress={percent}
          tone={skipped > 0 && run.state !== "running" ? "highlight" : "primary"}
        />
        <InlineStack gap="400">
          <Text as="span">{t("imports.progress.imported", { count: imported })}</Text>
          {skipped > 0 && (
            <Text as="span" tone="caution">
              {t("imports.progress.skipped", { count: skipped })}
            </Text>
          )}
          {importing > 0 && (
            <Text as="span" tone="subdued">
              {t("imports.progress.left", { count: importing })}
            </Text>
          )}
        </InlineStack>
        {inBulk > 0 && (
          <Text as="p" tone="subdued">
            {t("imports.progress.bulk", { count: inBulk, created: Math.min(createdInBulk, inBulk) })}
          </Text>
        )}
        <Text as="p" tone="subdued" variant="bodySm">
          {run.endedAt === null
            ? t("imports.leave")
            : t(run.state === "canceled" ? "imports.canceled-at" : "imports.completed-at", {
                at: run.endedAt,
              })}
        </Text>
        {run.endedAt !== null && (
          <InlineStack>
            <Button url="/app/catalog?show=imported">{t("imports.show-imported")}</Button>
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  );
}

/** Links to the imported product as customers see it, and to the next step of the setup. */
export function NextCard({
  product: { address, adminUrl },
  nextStep,
}: {
  product: { address: string | null; adminUrl: string };
  nextStep: GuideStep | null;
}) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("imports.next.title")}
        </Text>
        {address === null && <Text as="p">{t("imports.next.not-in-store")}</Text>}
        {nextStep !== null && (
          <Text as="p">{t("imports.next.step", { step: { code: `guide.${nextStep}` } })}</Text>
        )}
        <InlineStack gap="200">
          {address === null ? (
            <Button url={adminUrl} target="_top">
              {t("imports.next.in-shopify")}
            </Button>
          ) : (
            <Button url={address} external>
              {t("imports.next.in-store")}
            </Button>
          )}
          {nextStep === null ? (
            <Button url="/app">{t("imports.next.home")}</Button>
          ) : (
            <Button variant="primary" {...guideLink(nextStep)}>
              {t(`guide.${nextStep}.action`)}
            </Button>
          )}
        </InlineStack>
      </BlockStack>
    </Card>
  );
}

/** Shows why products wait, and until when. */
export function WaitingBanners({ run, onRetry }: { run: Run; onRetry: () => void }) {
  const t = useT();
  const { counts, waiting } = run;
  return (
    <BlockStack gap="200">
      {counts.disconnected > 0 && (
        <Banner tone="warning" title={t("imports.disconnected.title", { count: counts.disconnected })}>
          <p>{t("imports.disconnected")}</p>
        </Banner>
      )}
      {waiting.map(({ problem, count, until }) =>
        problem.code === DAILY_VARIANTS ? (
          <Banner key={problem.code} tone="info" title={t("catalog.daily-limit.title", { count })}>
            <p>{t("catalog.daily-limit")}</p>
          </Banner>
        ) : (
          <Banner
            key={JSON.stringify(problem)}
            tone="warning"
            title={t("imports.waiting.title", { count })}
            action={{ content: t("imports.retry-now"), onAction: onRetry }}
          >
            <p>
              {until === null
                ? t("imports.waiting.now", { problem })
                : t("imports.waiting", { problem, until })}
            </p>
          </Banner>
        ),
      )}
    </BlockStack>
  );
}

type Given = {
  run: Run;
  isFirst: boolean;
  busy: boolean;
  onRetry: (fields: { intent: "retry-all" } | { intent: "retry"; id: string }) => void;
  onPage: (after: string | null) => void;
};

/** Lists products that were imported only in part or not at all, with the reason. */
export function RefusedCard({ run, isFirst, busy, onRetry, onPage }: Given) {
  const t = useT();
  const { refused, next } = run;
  return (
    <Card padding="0">
      <Box padding="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {t("imports.refused.title")}
          </Text>
          <Button
            disabled={busy}
            onClick={() => {
              onRetry({ intent: "retry-all" });
            }}
          >
            {t("imports.retry-all")}
          </Button>
        </InlineStack>
      </Box>
      {refused.map((product) => (
        <Box key={product.id} padding="400" borderBlockStartWidth="025" borderColor="border">
          <InlineStack align="space-between" blockAlign="start" gap="300">
            <div style={{ flex: "1 1 200px", minWidth: 0 }}>
              <BlockStack gap="100">
                <Text as="h3" variant="bodyMd" fontWeight="medium" breakWord>
                  <bdi>{product.name}</bdi>
                </Text>
                {product.problem && <ProblemText problem={product.problem} tone="subdued" />}
                {product.failedImages > 0 && (
                  <Text as="p" tone="subdued">
                    {t("imports.refused.images", { count: product.failedImages })}
                  </Text>
                )}
              </BlockStack>
            </div>
            <Button
              size="slim"
              disabled={busy}
              accessibilityLabel={t("imports.retry-product", { product: product.name })}
              onClick={() => {
                onRetry({ intent: "retry", id: product.id });
              }}
            >
              {t("imports.retry")}
            </Button>
          </InlineStack>
        </Box>
      ))}
      <FirstOrNext isFirst={isFirst} next={next} onPage={onPage} />
    </Card>
  );
}
