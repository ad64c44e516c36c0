import { createHash } from "node:crypto";

import type pg from "pg";

/** A connection keeps each, some 20 kB. What comes later is parsed each time. */
const MOST_TEXTS = 500;
/** A text that lists its rows one by one is another for each number of rows. */
const LONGEST_TEXT = 5000;
/** "Cached plan must not change result type": a migration has changed a table since the statement was prepared. */
const OUTDATED = "0A000";

type Statement = { text: string; values: unknown[] };

/**
 * Has Postgres parse each text once a connection, and plan it only as often as its values matter, by naming the
 * statement: parsing and planning cost more than a short statement itself (docs/decisions/0059). What has no values goes
 * unnamed.
 */
export function prepareStatements(client: pg.Client): void {
  const send = client.query.bind(client) as (...given: unknown[]) => Promise<unknown> | undefined;
  /** Under another version everything is prepared again. */
  let version = 0;
  const lookAt = (error: unknown) => {
    if ((error as { code?: unknown } | null | undefined)?.code === OUTDATED) version += 1;
  };
  client.query = ((statement: unknown, ...rest: unknown[]) => {
    const name = hasValues(statement) ? nameOf(statement.text) : undefined;
    if (name === undefined) return send(statement, ...rest);
    const named = { ...(statement as Statement), name: `${name}-${String(version)}` };
    const tell = rest.at(-1) as ((error: unknown, result: unknown) => void) | unknown[] | undefined;
    // A pool hands a callback on.
    if (typeof tell === "function")
      return send(named, ...rest.slice(0, -1), (error: unknown, result: unknown) => {
        lookAt(error);
        tell(error, result);
      });
    return send(named, ...rest)?.catch((error: unknown) => {
      lookAt(error);
      throw error;
    });
  }) as pg.Client["query"];
}

function hasValues(statement: unknown): statement is Statement {
  const { text, values } = (statement ?? {}) as Partial<Statement>;
  return typeof text === "string" && Array.isArray(values) && values.length > 0;
}

const names = new Map<string, string>();

/** The same in all processes: behind a pooler they share connections, and a number might stand for another text. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_TEXTS || text.length > LONGEST_TEXT) return known;
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}
