import type { FetcherWithComponents } from "@remix-run/react";
import { BlockStack, Button, Card, EmptySearchResult, InlineStack, Text } from "@shopify/polaris";

import {
  type ChangeCause,
  messageOfCause,
  messageOfChange,
  type ShownChange,
} from "../../catalog/sync/message-of-change.ts";
import { ListPages } from "../../components/list-pages.tsx";
import { Moment } from "../../components/moment.tsx";
import { ProductLink } from "../../components/product.tsx";
import { DownloadButton } from "../../components/use-download.tsx";
import { type RunUndone, UndoRun } from "../../components/undo-prices.tsx";
import { useT } from "../../messages/use-t.ts";

type Row = ShownChange &
  ChangeCause<string> & {
    id: string;
    at: string;
    /** The shop's currency when an amount was changed; null if it is unknown. */
    currency: string | null;
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
type HistoryProps = {
  tab: {
    changes: { rows: Row[]; newer: string | null; older: string | null };
    runs: { rows: Run[]; newer: string | null; older: string | null };
    runId: string | null;
  };
  fetcher: FetcherWithComponents<RunUndone>;
};

/** Lists all changes in the shop with old and new values, and the runs that made them. */
export function History({ tab: { changes, runs, runId }, fetcher }: HistoryProps) {
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
          <DownloadButton
            address="/app/export-price-changes"
            name="price-changes.csv"
            label={t("export.price-changes.download")}
          />
          {grouped(changes.rows).map(([row, ...others]) => (
            <BlockStack key={row.id} gap="050">
              <ProductLink id={row.supplierProductId} name={row.product} />
              <ChangeLines
                changes={[row, ...others]}
                currency={[row, ...others].find(({ currency }) => currency !== null)?.currency ?? null}
              />
              <Text as="p" tone="subdued" variant="bodySm">
                {t(messageOfCause(row))} · <Moment iso={row.at} form="medium" />
              </Text>
            </BlockStack>
          ))}
          <TimePages params={{ show: "history", ...(runId !== null && { run: runId }) }} page={changes} />
        </BlockStack>
      </Card>
    </BlockStack>
  );
}

type ChangeLinesProps = { changes: ShownChange[]; currency: string | null };

/** Shows changes of a product, one per line. */
export function ChangeLines({ changes, currency }: ChangeLinesProps) {
  const t = useT();
  return (
    <BlockStack gap="050">
      {changes.map((change, index) => (
        <Text key={index} as="p" variant="bodySm" breakWord>
          {t(messageOfChange(change, currency))}
        </Text>
      ))}
    </BlockStack>
  );
}

/** Groups changes of a product that were made at the same time. */
function grouped(rows: Row[]): [Row, ...Row[]][] {
  const groups = new Map<string, [Row, ...Row[]]>();
  const inOrder = (one: Row, other: Row) =>
    (one.sku ?? "").localeCompare(other.sku ?? "") || one.field.localeCompare(other.field);
  for (const row of rows) {
    const key = JSON.stringify([row.at, row.runId, row.undo, row.reason, row.supplierProductId]);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  for (const group of groups.values()) group.sort(inOrder);
  return [...groups.values()];
}

function Runs({ runs, fetcher }: { runs: HistoryProps["tab"]["runs"]; fetcher: HistoryProps["fetcher"] }) {
  const t = useT();
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
                <Moment iso={startedAt} form="medium" /> · {t("sync.runs.changed", { count: changed })}
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
                  <UndoRun id={id} prices={prices} fetcher={fetcher} />
                )}
              </InlineStack>
            </InlineStack>
          );
        })}
        <TimePages params={{ show: "history" }} page={runs} prefix="runs-" />
      </BlockStack>
    </Card>
  );
}

type TimePagesProps = {
  /** The other parameters of the URL. */
  params: Record<string, string>;
  page: { newer: string | null; older: string | null };
  /** Prefix of this list's parameters in the URL, for pages with several lists (app/lib/http/keyset-page.ts). */
  prefix?: string;
};

/** Links to newer and older entries. Renders nothing if there is only one page. */
function TimePages({ params, page: { newer, older }, prefix = "" }: TimePagesProps) {
  const names = { before: `${prefix}newer-than`, after: `${prefix}older-than` };
  return <ListPages params={params} before={newer} after={older} names={names} />;
}
