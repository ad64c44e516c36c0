import { useNavigate } from "@remix-run/react";
import { InlineStack, Pagination } from "@shopify/polaris";

import { useT } from "../messages/use-t.ts";

type Props = {
  /** The other parameters of the URL. */
  params: Record<string, string>;
  /** Cursors of the adjacent pages; null if there is none. */
  after: string | null;
  before: string | null;
  /** Names of the cursors in the URL, for pages with several lists. */
  names?: { after: string; before: string };
};

const USUAL = { after: "after", before: "before" };

/** Shows links to the previous and the next page of a list. Renders nothing if there is only one page. */
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
