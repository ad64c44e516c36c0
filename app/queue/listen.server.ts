import { setTimeout as pause } from "node:timers/promises";

import { GuardedClient } from "../lib/database-client.ts";
import { restrictedConnection } from "../lib/database-role.ts";
import { env } from "../lib/env.server.ts";
import { logRepeated } from "../lib/log-repeated.server.ts";

/** A network that drops a connection without a word is noticed within these two. */
const CHECK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 5000;
/** Between one connection and the next. */
const RECONNECT_AFTER_MS = 2000;
/** A pooler in transaction mode passes no notifications on, and each LISTEN would stay behind on one of its connections. */
const UNHEARD_PAUSE_MS = 600_000;

type Listeners = {
  heard: (payload: string) => void;
  /** What was sent before this moment was not heard. */
  subscribed: () => void;
};

class Unheard extends Error {}

/**
 * Listens on a channel of Postgres until it is closed. A connection that breaks or falls silent is replaced.
 *
 * A hint only: whoever listens also looks at intervals.
 */
export function listen(channel: string, listeners: Listeners): { close: () => Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const listening = (async () => {
    while (!signal.aborted) {
      const pauseMs = await holdConnection(channel, listeners, signal).catch((error: unknown) => {
        logRepeated("warn", { err: error, channel }, "queue.not-listening", channel);
        return error instanceof Unheard ? UNHEARD_PAUSE_MS : RECONNECT_AFTER_MS;
      });
      await pause(pauseMs ?? 0, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    close: async () => {
      closing.abort();
      await listening;
    },
  };
}

/** Returns once `signal` is aborted. @throws what ends the connection before that. */
async function holdConnection(
  channel: string,
  { heard, subscribed }: Listeners,
  signal: AbortSignal,
): Promise<void> {
  const client = new GuardedClient({
    ...restrictedConnection(env),
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  const broken = new Promise<never>((_resolve, reject) => {
    client.once("error", reject);
    client.once("end", () => {
      reject(new Error("The database has closed the connection."));
    });
  });
  broken.catch(() => undefined);
  client.on("notification", ({ payload }) => {
    heard(payload ?? "");
  });
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    subscribed();
    for (;;) {
      const over = pause(CHECK_EVERY_MS, "check", { signal }).catch(() => "closed");
      if ((await Promise.race([over, broken])) === "closed") return;
      const { rowCount } = await client.query("select from pg_listening_channels() as name where name = $1", [
        channel,
      ]);
      if (rowCount === 0) throw new Unheard("Notifications do not arrive: a pooler is in between.");
    }
  } finally {
    // A goodbye would wait for a database that is silent.
    client.connection.stream.destroy();
  }
}
