import { useNavigate } from "@remix-run/react";
import { InlineStack, Pagination } from "@shopify/polaris";

import { useT } from "../messages/use-t.ts";

type Props = {
  /** What else the address names. */
  params: Record<string, string>;
  /** The cursors that the pages beside this one begin at; null: there is none. */
  after: string | null;
  before: string | null;
  /** What the address calls them, where a page has several lists. */
  names?: { after: string; before: string };
};

const USUAL = { after: "after", before: "before" };

/** Leads to the other pages of a list, where there is more than one. */
export function ListPages({ params, after, before, names = USUAL }: Props) {
  const t = useT();
  const navigate = useNavigate();
  if (after === null && before === null) return null;
  const turnTo = (cursor: Record<string, string>) => {
    navigate(`?${new URLSearchParams({ ...params, ...cursor }).toString()}`);
  };
  return (
    <InlineStack align="center">
      <Pagination
        accessibilityLabel={t("list.pages")}
        hasPrevious={before !== null}
        onPrevious={() => {
          turnTo({ [names.before]: before ?? "" });
        }}
        hasNext={after !== null}
        onNext={() => {
          turnTo({ [names.after]: after ?? "" });
        }}
      />
    </InlineStack>
  );
}
