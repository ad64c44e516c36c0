import { Banner, BlockStack } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";
import { DAILY_VARIANTS } from "../../shop/failures.ts";
import type { Run } from "./run.ts";

/** Reasons why products wait, and until when. */
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
