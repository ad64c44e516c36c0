import { EmptyState } from "@shopify/polaris";
import type { ReactNode } from "react";

import type { Message } from "../messages/message.ts";
import { useT } from "../messages/use-t.ts";
import { NoticeBanner } from "./notice.tsx";

/** Shown instead of a preview of selected products that could not be loaded. `text` says what has not happened. */
export function Unreadable({ text }: { text: Message }) {
  return <NoticeBanner notice={{ tone: "critical", title: { code: "imports.unreadable.title" }, text }} />;
}

/** Shown if a page about selected products is opened without a selection. */
export function NothingSelected({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <EmptyState
      image=""
      heading={t("imports.nothing-selected.title")}
      action={{ content: t("imports.open-catalog"), url: "/app/catalog" }}
    >
      <p>{children}</p>
    </EmptyState>
  );
}
