import { useSubmit } from "@remix-run/react";
import { Banner, BlockStack, Text } from "@shopify/polaris";

import type { Matching } from "../../catalog/matching/find-matching.server.ts";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";

type Run = Omit<NonNullable<Matching["run"]>, "endedAt"> & { endedAt: Date | string | null };

/** Progress of the matching, and products that an import left for it. */
export function MatchingBanner({
  matching: { run, working, needsLinking },
  busy,
}: {
  matching: Omit<Matching, "run"> & { run: Run | null };
  busy: boolean;
}) {
  const t = useT();
  const submit = useSubmit();
  if (run?.running)
    return (
      <Banner tone="info" title={t("links.finding.title")}>
        <p>{run.problem ? waits(run.problem, t) : t("links.finding", { read: run.read })}</p>
      </Banner>
    );
  return (
    <BlockStack gap="400">
      {run?.problem && (
        <Banner tone="critical" title={t("links.find-failed.title")}>
          <p>{t(run.problem)}</p>
        </Banner>
      )}
      {needsLinking > 0 && (
        <Banner
          tone="warning"
          title={t("links.needs-linking.title", { count: needsLinking })}
          action={{
            content: t("links.find"),
            disabled: busy,
            onAction: () => {
              submit({ intent: "find", scope: "needs-linking" }, { method: "post" });
            },
          }}
        >
          <p>{t("links.needs-linking", { count: needsLinking })}</p>
        </Banner>
      )}
      {working > 0 && (
        <Text as="p" tone="subdued">
          {t("links.working", { count: working })}
        </Text>
      )}
    </BlockStack>
  );
}

function waits(problem: Message, t: ReturnType<typeof useT>): string {
  return t("links.finding.waits", { problem });
}
