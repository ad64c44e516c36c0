import { useFetcher } from "@remix-run/react";

import type { Notice } from "../../components/notice.tsx";
import type { Message } from "../../messages/message.ts";

/** What the page's action answers: something to say above the page, and what is wrong with a field. */
export type Answer = {
  notice: Notice | null;
  problems: { email?: Message; password?: Message };
  /** Whether the shop has just been connected. */
  connected?: boolean;
};

/** The page's parts share one fetcher, so that its last answer stays when one part gives way to another. */
export function useConnectionFetcher() {
  return useFetcher<Answer>({ key: "connection" });
}
