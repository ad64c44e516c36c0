import { findSchemaProblem } from "../lib/database/db.server.ts";
import { log } from "../lib/telemetry/log.server.ts";

/** Reading also keeps a connection open. Its name tells the database's setup that this process is running. */
const LOOK_MS = 5000;

let problem: string | null = null;

/** Returns why this process may not work on the database's tables; null while it may. */
export function schemaProblem(): string | null {
  return problem;
}

/**
 * Checks every few seconds if a later release has made tables that this one cannot work on, and calls
 * `onProblem` once.
 */
export function watchSchema(onProblem: () => void): void {
  const look = setInterval(() => void lookOnce(), LOOK_MS).unref();

  async function lookOnce(): Promise<void> {
    // A database that does not reply proves nothing.
    const found = await findSchemaProblem().catch(() => null);
    if (found === null || problem !== null) return;
    problem = found;
    clearInterval(look);
    log.error({ why: problem }, "process.schema-too-new");
    onProblem();
  }
}
