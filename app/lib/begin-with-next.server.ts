import type pg from "pg";

/** As Prisma's adapter sends it. */
const BEGIN = "BEGIN";
/** What pg answers to it, as far as anybody reads that. */
const BEGUN = { command: BEGIN, rowCount: null, fields: [], rows: [] };

type Send = (statement: unknown, ...rest: unknown[]) => Promise<unknown> | undefined;

/**
 * Sends a transaction's BEGIN together with its first statement, where Prisma would wait for the answer in between: a round trip
 * less for each transaction (docs/decisions/0069). The connection has to be a pipeline, or pg waits just as well.
 */
export function sendBeginWithNext(client: pg.Client): void {
  const send = client.query.bind(client) as Send;
  let isHeld = false;
  client.query = ((statement: unknown, ...rest: unknown[]) => {
    if (isBegin(statement)) {
      isHeld = true;
      return Promise.resolve(BEGUN);
    }
    if (!isHeld) return send(statement, ...rest);
    isHeld = false;
    const { stream } = client.connection;
    // Both in one packet.
    stream.cork();
    try {
      // What comes behind it must not commit one statement at a time.
      send(BEGIN)?.catch((error: unknown) => stream.destroy(error as Error));
      return send(statement, ...rest);
    } finally {
      stream.uncork();
    }
  }) as pg.Client["query"];
}

function isBegin(statement: unknown): boolean {
  return (statement as { text?: unknown } | null)?.text === BEGIN;
}
