import { setTimeout as pause } from "node:timers/promises";

import { GuardedClient, restrictedConnection } from "../lib/database/restricted-connection.ts";
import { env } from "../lib/env.server.ts";
import { logRepeated } from "../lib/telemetry/log.server.ts";

/**
 * The connection is checked at this interval, and the database must answer within it. A connection that was
 * dropped silently is therefore noticed within twice this time.
 */
const CHECK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 5000;
/** Pause before reconnecting. */
const RECONNECT_AFTER_MS = 2000;
/**
 * Pause before reconnecting through a transaction pooler. The pooler does not pass notifications on, and each
 * LISTEN stays open on one of its connections. Therefore we try only rarely.
 */
const UNHEARD_PAUSE_MS = 600_000;

type Listeners = {
  heard: (payload: string) => void;
  /** Called once the connection listens. Earlier notifications were missed. */
  subscribed: () => void;
};

class Unheard extends Error {}

/**
 * Listens on a Postgres channel until closed. Replaces a connection that breaks or no longer answers. A
 * notification may get lost, so callers poll as well.
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

/**
 * Listens on one connection until `signal` is aborted.
 *
 * @throws the error that ends the connection before that.
 */
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
    // A graceful close would wait for a database that does not answer.
    client.connection.stream.destroy();
  }
}
