import { BlockStack, Button, Card, InlineStack, ProgressBar, Text } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";
import { ImportBadge } from "../app.imports._index/import-badge.tsx";
import type { Run } from "./run.ts";

/** Progress of the import. */
export function ProgressCard({ run }: { run: Run }) {
  const t = useT();
  const { imported, skipped, importing, total, inBulk, createdInBulk } = run.counts;
  const done = Math.min(imported + skipped, total);
  const state = run.cancelling ? "cancelling" : run.state;
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
            : t(run.state === "cancelled" ? "imports.cancelled-at" : "imports.completed-at", {
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
