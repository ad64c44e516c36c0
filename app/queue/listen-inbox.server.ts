import { INBOX_CHANNEL, offerWebhooks } from "./inbox.server.ts";
import { listen } from "./listen.server.ts";
import type { Inbox } from "./open-inbox.server.ts";

/**
 * It looks this often whether or not it is woken: what was postponed wakes nobody once its time has come, a lost
 * connection hears nothing, and behind a transaction pooler nothing is ever heard.
 */
const LOOK_MS = 2000;

/** Offers the inbox what this process keeps, and wakes it as any does. @returns what ends that. */
export function listenInbox(inbox: Inbox): () => Promise<void> {
  const listener = listen(INBOX_CHANNEL, { heard: inbox.wake, subscribed: inbox.wake });
  const look = setInterval(inbox.wake, LOOK_MS);
  inbox.wake();
  const endOffering = offerWebhooks(inbox.placeFor);
  return async () => {
    endOffering();
    clearInterval(look);
    await listener.close();
  };
}
