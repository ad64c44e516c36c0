import type { FetcherWithComponents } from "@remix-run/react";
import { BlockStack, Button, Card, EmptySearchResult, InlineStack, Modal, Text } from "@shopify/polaris";
import { useState } from "react";

import type { ShownChange } from "../../catalog/sync/message-of-change.ts";
import { Moment } from "../../components/moment.tsx";
import { ProductLink } from "../../components/product-link.tsx";
import { useT } from "../../messages/use-t.ts";
import { ChangeLines } from "./change-lines.tsx";
import { TimePages } from "./time-pages.tsx";

type Row = ShownChange & {
  id: string;
  at: string;
  runId: string | null;
  undo: boolean;
  supplierProductId: string;
  product: string;
};
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
    runs: { rows: Run[]; newer: string | null; older: string | null };
    runId: string | null;
  };
  currency: string | null;
  fetcher: FetcherWithComponents<unknown>;
};

/** Every change in the shop with its old and new value, and the runs that made them. */
export function History({ tab: { changes, runs, runId }, currency, fetcher }: Props) {
  const t = useT();
  if (changes.rows.length === 0 && runs.rows.length === 0)
    return (
      <Card>
        <EmptySearchResult title={t("sync.history.none.title")} description={t("sync.history.none")} />
      </Card>
    );
  return (
    <BlockStack gap="400">
      {runId === null && runs.rows.length > 0 && <Runs runs={runs} fetcher={fetcher} />}
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
          {grouped(changes.rows).map(([row, ...others]) => (
            <BlockStack key={row.id} gap="050">
              <ProductLink id={row.supplierProductId} name={row.product} />
              <ChangeLines changes={[row, ...others]} currency={currency} />
              <Text as="p" tone="subdued" variant="bodySm">
                {t(madeBy(row))} · <Moment iso={row.at} month="medium" />
              </Text>
            </BlockStack>
          ))}
          <TimePages params={{ show: "history", ...(runId !== null && { run: runId }) }} page={changes} />
        </BlockStack>
      </Card>
    </BlockStack>
  );
}

function madeBy({ runId, undo }: Row) {
  if (undo) return "sync.history.undone";
  return runId === null ? "sync.history.by-you" : "sync.history.by-us";
}

/** Groups simultaneous changes of a product. */
function grouped(rows: Row[]): [Row, ...Row[]][] {
  const groups = new Map<string, [Row, ...Row[]]>();
  const inOrder = (one: Row, other: Row) =>
    (one.sku ?? "").localeCompare(other.sku ?? "") || one.field.localeCompare(other.field);
  for (const row of rows) {
    const key = JSON.stringify([row.at, row.runId, row.undo, row.supplierProductId]);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  for (const group of groups.values()) group.sort(inOrder);
  return [...groups.values()];
}

function Runs({ runs, fetcher }: { runs: Props["tab"]["runs"]; fetcher: Props["fetcher"] }) {
  const t = useT();
  const [asked, setAsked] = useState<Run | null>(null);
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("sync.runs.title")}
        </Text>
        {runs.rows.map((run) => {
          const { id, startedAt, endedAt, changed, undoneAt, prices } = run;
          return (
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
                    disabled={fetcher.state !== "idle"}
                    onClick={() => {
                      setAsked(run);
                    }}
                  >
                    {t("sync.runs.undo")}
                  </Button>
                )}
              </InlineStack>
            </InlineStack>
          );
        })}
        <TimePages params={{ show: "history" }} page={runs} prefix="runs-" />
        <Modal
          open={asked !== null}
          onClose={() => {
            setAsked(null);
          }}
          title={t("sync.runs.undo-title")}
          primaryAction={{
            content: t("sync.runs.undo"),
            destructive: true,
            onAction: () => {
              fetcher.submit({ intent: "undo", runId: asked?.id ?? "" }, { method: "post" });
              setAsked(null);
            },
          }}
          secondaryActions={[
            {
              content: t("sync.runs.undo-cancel"),
              onAction: () => {
                setAsked(null);
              },
            },
          ]}
        >
          <Modal.Section>
            <Text as="p">{t("sync.runs.undo-help", { count: asked?.prices ?? 0 })}</Text>
          </Modal.Section>
        </Modal>
      </BlockStack>
    </Card>
  );
}
