/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";

import type { Reading } from "./use-block.ts";

/** A block around what it has read: it loads, could not be loaded, or shows it below the notice of the last press. */
export function BlockFrame<Reply>({
  reading,
  notice,
  retry,
  summary,
  words,
  children,
}: {
  reading: Reading<Reply>;
  notice: string | null;
  retry: () => void;
  /** The line that stands for the block while it is folded. */
  summary: string;
  words: { heading: string; loading: string; failedHeading: string; failedText: string; retry: string };
  children: ComponentChildren;
}) {
  return (
    <s-admin-block heading={words.heading} collapsedSummary={summary}>
      {reading.kind === "loading" && <s-spinner accessibilityLabel={words.loading} />}
      {reading.kind === "failed" && (
        <s-banner tone="warning" heading={words.failedHeading}>
          <s-stack gap="small" alignItems="start">
            <s-paragraph>{words.failedText}</s-paragraph>
            <s-button onClick={retry}>{words.retry}</s-button>
          </s-stack>
        </s-banner>
      )}
      {notice !== null && <s-banner tone="info">{notice}</s-banner>}
      {children}
    </s-admin-block>
  );
}
