import type pg from "pg";

import { allEnded } from "./all-ended.ts";

/** As Prisma's adapter sends them. */
const BEGIN = "BEGIN";
const ENDS = ["COMMIT", "ROLLBACK"];
const ISOLATION = "SET TRANSACTION";
/** What each transaction begins with sets it (`transaction.server.ts`): what is sent together with that must not come before it. */
const DOOR = "stockbridge.shop";
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
  let isClosed = false;
  client.query = ((statement: unknown, ...rest: unknown[]) => {
    const text = textOf(statement);
    if (text === BEGIN) {
      isHeld = true;
      isClosed = true;
      return Promise.resolve(BEGUN);
    }
    const { stream } = client.connection;
    if (isClosed && !text.startsWith(ISOLATION)) {
      isClosed = false;
      if (!text.includes(DOOR) && !ENDS.includes(text)) {
        const error = new Error("A transaction began with another statement than its door.");
        stream.destroy(error);
        return Promise.reject(error);
      }
    }
    if (!isHeld) return send(statement, ...rest);
    isHeld = false;
    // Both in one packet.
    stream.cork();
    try {
      const begun = send(BEGIN);
      // What comes behind it must not commit one statement at a time.
      begun?.catch((error: unknown) => stream.destroy(error as Error));
      return allEnded([begun, send(statement, ...rest)]).then(([, answer]) => answer);
    } finally {
      stream.uncork();
    }
  }) as pg.Client["query"];
}

function textOf(statement: unknown): string {
  const { text } = (statement ?? {}) as { text?: unknown };
  return typeof text === "string" ? text : "";
}
