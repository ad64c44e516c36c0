import { BlockStack, Card, EmptyState } from "@shopify/polaris";

import { ListPages } from "../../components/list-pages.tsx";
import { useT } from "../../messages/use-t.ts";
import { MatchCard } from "./match-card.tsx";
import type { Row } from "./row.ts";

type Page = { show: "review" | "skipped"; rows: Row[]; after: string | null; before: string | null };

/** Products that the merchant has to review, or has skipped. */
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
