/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";

import type { Reading } from "./use-block.ts";

/** Shows a spinner, an error, or the block's content below the notice of the last click. */
export function BlockFrame<Reply>({
  reading,
  notice,
  retry,
  summary,
  translate,
  children,
}: {
  reading: Reading<Reply>;
  notice: string | null;
  retry: () => void;
  /** The line that Shopify shows while the block is collapsed. */
  summary: string;
  /** Returns a text of the extension's locale files. */
  translate: (key: string) => string;
  children: ComponentChildren;
}) {
  return (
    <s-admin-block heading={translate("heading")} collapsedSummary={summary}>
      {reading.kind === "loading" && <s-spinner accessibilityLabel={translate("loading")} />}
      {reading.kind === "failed" && (
        <s-banner tone="warning" heading={translate("failed.heading")}>
          <s-stack gap="small" alignItems="start">
            <s-paragraph>{translate("failed.text")}</s-paragraph>
            <s-button onClick={retry}>{translate("failed.retry")}</s-button>
          </s-stack>
        </s-banner>
      )}
      {notice !== null && <s-banner tone="info">{notice}</s-banner>}
      {children}
    </s-admin-block>
  );
}
