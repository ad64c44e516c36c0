import { useFetcher } from "@remix-run/react";

import type { Notice } from "../../components/notice.tsx";
import type { Message } from "../../messages/message.ts";

/** The action's answer: a notice above the page, and problems of fields. */
export type Answer = {
  notice: Notice | null;
  problems: { email?: Message; password?: Message };
  /** True if the shop has just been connected. */
  connected?: boolean;
};

/**
 * Shares one fetcher among the page's parts, so that its last answer stays when one part replaces another.
 */
export function useConnectionFetcher() {
  return useFetcher<Answer>({ key: "connection" });
}
