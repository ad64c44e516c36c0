import { INBOX_CHANNEL } from "./inbox.server.ts";
import { listen } from "./listen.server.ts";
import type { Inbox } from "./open-inbox.server.ts";

/**
 * Postgres sends no NOTIFY when a postponed entry becomes due, and lost connections and transaction poolers
 * drop the rest.
 */
const LOOK_MS = 2000;

/** Wakes the inbox on NOTIFY, and at intervals. @returns a function that stops both. */
export function listenInbox(inbox: Inbox): () => Promise<void> {
  const listener = listen(INBOX_CHANNEL, { heard: inbox.wake, subscribed: inbox.wake });
  const look = setInterval(inbox.wake, LOOK_MS);
  inbox.wake();
  return async () => {
    clearInterval(look);
    await listener.close();
  };
}
