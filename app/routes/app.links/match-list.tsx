import { useSubmit } from "@remix-run/react";
import { Banner, BlockStack, Card, EmptyState, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";

import type { PriceChoice } from "../../catalog/matching/confirm-matches.server.ts";
import type { Matching } from "../../catalog/matching/list-matches.server.ts";
import { AtEdge } from "../../components/at-edge.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { ListPages } from "../../components/list-pages.tsx";
import { useT } from "../../messages/use-t.ts";
import { MatchCard, PriceSelect } from "./match-card.tsx";
import type { Row } from "./row.ts";

type Page = { show: "review" | "skipped"; rows: Row[]; after: string | null; before: string | null };

/** Lists the products that the merchant has to review, or those that the merchant has skipped. */
export function MatchList({
  page: { show, rows, after, before },
  ...rest
}: {
  page: Page;
  currency: string;
  busy: boolean;
  connected: boolean;
}) {
  const t = useT();
  if (rows.length === 0)
    return (
      <Card>
        {show === "review" ? (
          <EmptyState heading={t("links.none-to-review")} image="">
            <BlockStack gap="200">
              <p>{t("links.none-to-review.help")}</p>
              <p>{t("links.find.help")}</p>
            </BlockStack>
          </EmptyState>
        ) : (
          <EmptyState heading={t("links.none-skipped")} image="">
            <p>{t("links.none-skipped.help")}</p>
          </EmptyState>
        )}
      </Card>
    );
  return (
    <BlockStack gap="400">
      {rows.map((row) => (
        <MatchCard key={`${row.id} ${row.version}`} row={row} {...rest} />
      ))}
      <ListPages params={{ show }} after={after} before={before} />
    </BlockStack>
  );
}

/** Links all products that have only one possible match, at once. */
export function ClearCard({ count, busy }: { count: number; busy: boolean }) {
  const t = useT();
  const submit = useSubmit();
  const [price, setPrice] = useState<PriceChoice>("keep");
  return (
    <Card>
      <InlineStack gap="300" align="space-between" blockAlign="center">
        <Text as="p">{t("links.clear", { count })}</Text>
        <ConfirmButton
          label={t("links.clear.confirm", { count })}
          look={{ variant: "primary" }}
          title={t("links.clear.confirm.title", { count })}
          confirm={t("links.clear.confirm", { count })}
          keep={t("action.cancel")}
          busy={busy}
          onConfirm={() => {
            submit({ intent: "confirm-clear", price }, { method: "post" });
          }}
        >
          <BlockStack gap="400">
            <Text as="p">{t("links.effect")}</Text>
            <PriceSelect value={price} onChange={setPrice} />
          </BlockStack>
        </ConfirmButton>
      </InlineStack>
    </Card>
  );
}

type Run = Omit<NonNullable<Matching["run"]>, "endedAt"> & { endedAt: string | null };

/** Shows the progress or the result of the matching, and the number of products that an import could not link. */
export function MatchingBanner({
  matching: { run, open, working, needsLinking },
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
        <p>
          {run.problem
            ? t("links.finding.waits", { problem: run.problem })
            : t("links.finding", { read: run.read })}
        </p>
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
      {run?.endedAt != null && !run.problem && (
        <AtEdge>
          <Text as="p">{t("links.found", { at: run.endedAt, read: run.read, open })}</Text>
        </AtEdge>
      )}
      {working > 0 && (
        <AtEdge>
          <Text as="p" tone="subdued">
            {t("links.working", { count: working })}
          </Text>
        </AtEdge>
      )}
    </BlockStack>
  );
}
