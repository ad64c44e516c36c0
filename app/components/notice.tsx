import { Banner } from "@shopify/polaris";

import type { Message } from "../messages/message.ts";
import { useT } from "../messages/use-t.ts";

/** What a page's action has to say above the page. */
export type Notice = { tone: "success" | "info" | "warning" | "critical"; title: Message; text?: Message };

export function NoticeBanner({ notice: { tone, title, text } }: { notice: Notice }) {
  const t = useT();
  return (
    <Banner tone={tone} title={t(title)}>
      {text && <p>{t(text)}</p>}
    </Banner>
  );
}
