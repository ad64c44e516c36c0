import { Banner } from "@shopify/polaris";

import type { Message } from "../messages/message.ts";
import { useT } from "../messages/use-t.ts";

/** What a page's action has to say above the page. */
export type Notice = {
  tone: "success" | "info" | "warning" | "critical";
  title: Message;
  text?: Message;
  /** Where to go on. */
  next?: { label: Message; url: `/app/${string}` };
};

export function NoticeBanner({ notice: { tone, title, text, next } }: { notice: Notice }) {
  const t = useT();
  return (
    <Banner tone={tone} title={t(title)} {...(next && { action: { content: t(next.label), url: next.url } })}>
      {text && <p>{t(text)}</p>}
    </Banner>
  );
}
