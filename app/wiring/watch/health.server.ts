import { findSchemaProblem, databaseTime, asSystem, PROBE, type Tx } from "../../lib/database/db.server.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { Prisma } from "@prisma/client";
import { queryRows } from "../../lib/database/statement.server.ts";
import { allDueColumns } from "../../queue/lease.server.ts";
import { shopsWithDue } from "../../queue/sweep.server.ts";

/**
 * Interval of the checks. They also keep a connection open: by its name, the database's setup knows that this process
 * is running.
 */
const LOOK_MS = 5000;

let problem: string | null = null;

/** Returns why this process may not work on the database's tables; null while it may. */
export function schemaProblem(): string | null {
  return problem;
}

/**
 * Checks every few seconds if a later release has changed the tables so that this release can no longer work. If so,
 * calls `onProblem` once.
 */
export function watchSchema(onProblem: () => void): void {
  const look = setInterval(() => void lookOnce(), LOOK_MS).unref();

  async function lookOnce(): Promise<void> {
    // A database that does not reply says nothing about its tables, so this counts as no problem.
    const found = await findSchemaProblem().catch(() => null);
    if (found === null || problem !== null) return;
    problem = found;
    clearInterval(look);
    log.error({ why: problem }, "process.schema-too-new");
    onProblem();
  }
}

/** A skew up to this needs no warning, because NTP keeps clocks within milliseconds. */
const TOLERATED_SECONDS = 5;

let isSkewed = false;

/**
 * Returns by how many seconds this process's clock is at least ahead of the database's (negative: behind). The exact
 * number is unknown, because the query takes time. The app works despite a skew, but logs of several machines are then
 * hard to compare. Logs only when a skew begins and ends.
 */
export async function clockSkewSeconds(): Promise<number> {
  const before = Date.now();
  const database = (await databaseTime()).getTime();
  const after = Date.now();
  const skewMs = database < before ? before - database : Math.min(after - database, 0);
  const seconds = Math.round(skewMs / 1000);
  note(seconds);
  return seconds;
}

function note(clockSkewSeconds: number): void {
  const isNow = Math.abs(clockSkewSeconds) > TOLERATED_SECONDS;
  if (isNow && !isSkewed) log.warn({ clockSkewSeconds }, "health.clock-skewed");
  if (!isNow && isSkewed) log.info({ clockSkewSeconds }, "health.clock-right");
  isSkewed = isNow;
}

/**
 * One subquery per due column: when the column's oldest due row became due; null if no row is due. It reads only the
 * first entry of each shop in an index.
 */
export const earliestOfEach = allDueColumns.map(({ name, ...columns }) => ({
  work: name,
  earliest: Prisma.sql`(with recursive ${shopsWithDue(columns)} select min(due) from each where due <= now())`,
}));

export const oldestDue = Prisma.sql`
  select least(${Prisma.join(earliestOfEach.map(({ earliest }) => earliest))}) as "oldest"`;

/** Returns the seconds for which the oldest of all due rows has been waiting; null if nothing is due. */
export async function oldestDueSeconds(): Promise<number | null> {
  const find = async (tx: Tx, now: Date) => {
    const [row] = await queryRows<{ oldest: Date | null }>(tx)`${oldestDue}`;
    const oldest = row?.oldest ?? null;
    return oldest === null ? null : Math.floor((now.getTime() - oldest.getTime()) / 1000);
  };
  return asSystem("health", find, PROBE);
}
