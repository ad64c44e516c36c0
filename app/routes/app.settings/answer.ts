import { useFetcher } from "@remix-run/react";

import type { Message } from "../../messages/message.ts";

/** What the page's action answers: something to say above the page, and what is wrong with a field. */
export type Answer = {
  said: { tone: "success" | "info" | "warning" | "critical"; title: string; text?: string | Message } | null;
  fields: { email?: string | undefined; password?: string | undefined };
};

/** The page's parts share one fetcher, so that its last answer stays when one part gives way to another. */
export function useConnectionFetcher() {
  return useFetcher<Answer>({ key: "connection" });
}
