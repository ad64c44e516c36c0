import { findSchemaProblem } from "../lib/db.server.ts";
import { log } from "../lib/log.server.ts";

/** Also keeps a connection open, by whose name setting the database up sees that this process runs. */
const LOOK_MS = 5000;

let problem: string | null = null;

/** Returns why this process may not work on the database's tables; null while it may. */
export function schemaProblem(): string | null {
  return problem;
}

/** Looks every few seconds if a later release has made tables that this one cannot work on, and calls `onProblem` once. */
export function watchSchema(onProblem: () => void): void {
  const look = setInterval(() => void lookOnce(), LOOK_MS).unref();

  async function lookOnce(): Promise<void> {
    // While the database does not answer, nothing is known.
    const found = await findSchemaProblem().catch(() => null);
    if (found === null || problem !== null) return;
    problem = found;
    clearInterval(look);
    log.error({ why: problem }, "process.schema-too-new");
    onProblem();
  }
}
