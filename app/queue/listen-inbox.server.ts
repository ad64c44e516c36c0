import pg from "pg";

import { restrictedConnection } from "../lib/database-role.ts";
import { env } from "../lib/env.server.ts";
import { log } from "../lib/log.server.ts";
import type { Inbox } from "./open-inbox.server.ts";
import { INBOX_CHANNEL, offerWebhooks } from "./inbox.server.ts";

/**
 * It looks this often whether or not it is woken: what was postponed wakes nobody once its time has come, a lost
 * connection hears nothing, and behind a transaction pooler nothing is ever heard.
 */
const LOOK_MS = 2000;

/** Offers the inbox what this process keeps, and wakes it as any does. @returns what ends that. */
export function listenInbox(inbox: Inbox): () => Promise<void> {
  let client: pg.Client | null = null;
  let ended = false;

  async function listen(): Promise<void> {
    const next = new pg.Client(restrictedConnection(env));
    client = next;
    const lose = (error?: unknown) => {
      if (client !== next) return;
      client = null;
      if (!ended) log.warn({ err: error }, "inbox.not-listening");
    };
    next.on("error", lose);
    next.on("end", () => {
      lose();
    });
    next.on("notification", inbox.wake);
    try {
      await next.connect();
      await next.query(`listen ${INBOX_CHANNEL}`);
    } catch (error) {
      lose(error);
      await next.end().catch(() => undefined);
    }
  }

  const look = setInterval(() => {
    if (client === null) void listen();
    inbox.wake();
  }, LOOK_MS);
  void listen();
  inbox.wake();
  const endOffering = offerWebhooks(inbox.placeFor);
  return async () => {
    ended = true;
    endOffering();
    clearInterval(look);
    await client?.end().catch(() => undefined);
  };
}
