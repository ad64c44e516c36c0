import { useFetcher } from "@remix-run/react";
import { BlockStack, Card, InlineStack, Link, Text } from "@shopify/polaris";

import type { DayChanges } from "../../catalog/sync/merchant/find-home-figures.server.ts";
import { Moment } from "../../components/moment.tsx";
import { NoticeBanner } from "../../components/notice.tsx";
import { type RunUndone, UndoRun } from "../../components/undo-prices.tsx";
import { useT } from "../../messages/use-t.ts";

/** The changes as the loader serializes them, with ISO times. */
export type ShownChanges = Omit<DayChanges, "runs"> & {
  runs: (Omit<DayChanges["runs"][number], "at"> & { at: string })[];
};

/** Shows the changes that Stockbridge made in the shop since yesterday, with a button that undoes price changes. */
export function DayCard({ changes, lastVisitAt }: { changes: ShownChanges; lastVisitAt: string | null }) {
  const { up, down, soldOut, back, runs } = changes;
  const t = useT();
  const fetcher = useFetcher<RunUndone>();
  const notice = fetcher.state === "idle" ? fetcher.data?.notice : null;
  const isQuiet = up + down + soldOut + back === 0;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("home.day")}
        </Text>
        {notice && <NoticeBanner notice={notice} />}
        {isQuiet && (
          <Text as="p" tone="subdued">
            {t("home.day.none")}
          </Text>
        )}
        {up + down > 0 && (
          <Text as="p">
            {t("home.day.prices", { up, down })}{" "}
            <Link url="/app/sync?show=history">{t("home.day.prices.open")}</Link>
          </Text>
        )}
        {soldOut + back > 0 && (
          <Text as="p">
            {t("home.day.stock", { soldOut, back })}{" "}
            <Link url="/app/catalog?show=imported&changed=1">{t("home.day.stock.open")}</Link>
          </Text>
        )}
        {runs.map(({ id, at, prices, canUndo, isUndone }) => (
          <InlineStack key={id} align="space-between" blockAlign="center" gap="200">
            <Link url={`/app/sync?show=history&run=${id}`}>
              <Moment iso={at} form="medium">
                {(when) => t("home.day.run", { count: prices, when })}
              </Moment>
            </Link>
            {isUndone && (
              <Text as="span" tone="subdued">
                {t("sync.runs.undone")}
              </Text>
            )}
            {canUndo && <UndoRun id={id} prices={prices} fetcher={fetcher} />}
          </InlineStack>
        ))}
        {lastVisitAt !== null && (
          <Link url="/app/activity?show=new">
            <Moment iso={lastVisitAt}>{(at) => t("home.day.activity", { at })}</Moment>
          </Link>
        )}
      </BlockStack>
    </Card>
  );
}
