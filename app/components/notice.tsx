import { Banner } from "@shopify/polaris";

import type { Message } from "../messages/message.ts";
import { useT } from "../messages/use-t.ts";

/** A page action's notice above the page. */
export type Notice = {
  tone: "success" | "info" | "warning" | "critical";
  title: Message;
  text?: Message;
  /** The next step. */
  next?: { label: Message; url: `/app/${string}` };
};

/** The notice of a form whose stored values have changed since its page was opened. The form keeps what was typed. */
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
