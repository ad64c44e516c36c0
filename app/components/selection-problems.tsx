import { EmptyState } from "@shopify/polaris";
import type { ReactNode } from "react";

import type { Message } from "../messages/message.ts";
import { useT } from "../messages/use-t.ts";
import { NoticeBanner } from "./notice.tsx";

/** Replaces the preview of selected products if we could not load it. `text` says what was not done. */
export function Unreadable({ text }: { text: Message }) {
  return <NoticeBanner notice={{ tone: "critical", title: { code: "imports.unreadable.title" }, text }} />;
}

/** Replaces a page about selected products if none is selected. */
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
