import { type FetcherWithComponents, useNavigate } from "@remix-run/react";
import { BlockStack, Button, Card, EmptySearchResult, InlineStack, Pagination, Text } from "@shopify/polaris";

import { Moment } from "../../components/moment.tsx";
import { useT } from "../../messages/use-t.ts";
import { ChangeLines, type ShownChange } from "./change-lines.tsx";

type Row = ShownChange & { id: string; at: string; runId: string | null; product: string };
type Run = {
  id: string;
  startedAt: string;
  endedAt: string | null;
  changed: number;
  undoneAt: string | null;
  prices: number;
};
type Props = {
  tab: {
    changes: { rows: Row[]; newer: string | null; older: string | null };
    runs: Run[];
    runId: string | null;
  };
  fetcher: FetcherWithComponents<unknown>;
};

/** Every change in the shop with its old and new value, and the runs that made them. */
export function History({ tab: { changes, runs, runId }, fetcher }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const goTo = (place: string) => {
    navigate(`?show=history${runId === null ? "" : `&run=${runId}`}&${place}`);
  };
  if (changes.rows.length === 0 && runs.length === 0)
    return (
      <Card>
        <EmptySearchResult title={t("sync.history.none.title")} description={t("sync.history.none")} />
      </Card>
    );
  return (
    <BlockStack gap="400">
      {runs.length > 0 && <Runs runs={runs} fetcher={fetcher} />}
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            {runId === null ? t("sync.history.title") : t("sync.history.of-run")}
          </Text>
          {runId !== null && (
            <InlineStack>
              <Button url="/app/sync?show=history">{t("sync.history.all")}</Button>
            </InlineStack>
          )}
          {changes.rows.map((row) => (
            <BlockStack key={row.id} gap="050">
              <Text as="p" fontWeight="medium" breakWord>
                {row.product}
              </Text>
              <ChangeLines changes={[row]} />
              <Text as="p" tone="subdued" variant="bodySm">
                {row.runId === null ? t("sync.history.by-you") : t("sync.history.by-supplier")} ·{" "}
                <Moment iso={row.at} month="medium" />
              </Text>
            </BlockStack>
          ))}
          {(changes.newer !== null || changes.older !== null) && (
            <InlineStack align="center">
              <Pagination
                accessibilityLabel={t("sync.history.pages")}
                hasPrevious={changes.newer !== null}
                hasNext={changes.older !== null}
                onPrevious={() => {
                  goTo(`newer-than=${changes.newer ?? ""}`);
                }}
                onNext={() => {
                  goTo(`older-than=${changes.older ?? ""}`);
                }}
              />
            </InlineStack>
          )}
        </BlockStack>
      </Card>
    </BlockStack>
  );
}

function Runs({ runs, fetcher }: { runs: Run[]; fetcher: Props["fetcher"] }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("sync.runs.title")}
        </Text>
        {runs.map(({ id, startedAt, endedAt, changed, undoneAt, prices }) => (
          <InlineStack key={id} align="space-between" blockAlign="center" gap="200">
            <Text as="p">
              <Moment iso={startedAt} month="medium" /> · {t("sync.runs.changed", { count: changed })}
            </Text>
            <InlineStack gap="200" blockAlign="center">
              <Button size="slim" url={`/app/sync?show=history&run=${id}`}>
                {t("sync.runs.show")}
              </Button>
              {undoneAt !== null && (
                <Text as="span" tone="subdued">
                  {t("sync.runs.undone")}
                </Text>
              )}
              {undoneAt === null && endedAt !== null && prices > 0 && (
                <Button
                  size="slim"
                  tone="critical"
                  onClick={() => {
                    fetcher.submit({ intent: "undo", runId: id }, { method: "post" });
                  }}
                >
                  {t("sync.runs.undo")}
                </Button>
              )}
            </InlineStack>
          </InlineStack>
        ))}
        <Text as="p" tone="subdued">
          {t("sync.runs.undo-help")}
        </Text>
      </BlockStack>
    </Card>
  );
}
