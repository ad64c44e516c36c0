import { useNavigate } from "@remix-run/react";
import { InlineStack, Pagination } from "@shopify/polaris";

import { useT } from "../messages/use-t.ts";

type Props = {
  /** The address's other parameters. */
  params: Record<string, string>;
  /** Cursors of the adjacent pages; null: there is none. */
  after: string | null;
  before: string | null;
  /** Names of the cursors in the address, if a page has several lists. */
  names?: { after: string; before: string };
};

const USUAL = { after: "after", before: "before" };

/** Shows links to the adjacent pages of a list, if there are any. */
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
