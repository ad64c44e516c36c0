import { Banner } from "@shopify/polaris";

import type { Message } from "../messages/message.ts";
import { useT } from "../messages/use-t.ts";

/** The notice that a page shows after an action. */
export type Notice = {
  tone: "success" | "info" | "warning" | "critical";
  title: Message;
  text?: Message;
  /** A link to the merchant's next step. */
  next?: { label: Message; url: `/app/${string}` };
};

/**
 * The notice if the stored values have changed since the page was opened. Nothing was saved, and the form keeps the
 * typed values.
 */
export const STALE_FORM: Notice = {
  tone: "warning",
  title: { code: "form.stale.title" },
  text: { code: "form.stale" },
};

export function NoticeBanner({ notice: { tone, title, text, next } }: { notice: Notice }) {
  const t = useT();
  return (
    <Banner tone={tone} title={t(title)} {...(next && { action: { content: t(next.label), url: next.url } })}>
      {text && <p>{t(text)}</p>}
    </Banner>
  );
}
