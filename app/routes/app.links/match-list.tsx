import { useNavigate } from "@remix-run/react";
import { BlockStack, Card, EmptyState, InlineStack, Pagination } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";
import { MatchCard } from "./match-card.tsx";
import type { Row } from "./row.ts";

type Page = { show: "review" | "skipped"; rows: Row[]; after: string | null; before: string | null };

/** Products that the merchant has to look at, or has skipped. */
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
      <Pages show={show} after={after} before={before} />
    </BlockStack>
  );
}

/** Where there is more than one page. */
export function Pages({
  show,
  after,
  before,
}: {
  show: string;
  after: string | null;
  before: string | null;
}) {
  const navigate = useNavigate();
  if (after === null && before === null) return null;
  const turnTo = (cursor: Record<string, string>) => {
    navigate(`?${new URLSearchParams({ show, ...cursor }).toString()}`);
  };
  return (
    <InlineStack align="center">
      <Pagination
        hasPrevious={before !== null}
        onPrevious={() => {
          turnTo({ before: before ?? "" });
        }}
        hasNext={after !== null}
        onNext={() => {
          turnTo({ after: after ?? "" });
        }}
      />
    </InlineStack>
  );
}
