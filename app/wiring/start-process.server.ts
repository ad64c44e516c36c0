import { jobs } from "../queue/jobs.ts";
import { assertRestricted, findSchemaProblem, throughOutage } from "../lib/database/db.server.ts";
import { watchClock } from "../lib/database/clock-jump.ts";
import { checkFailover } from "../lib/database/check-failover.server.ts";
import { env } from "../lib/env.server.ts";
import { log } from "../lib/telemetry/log.server.ts";
import { closeDatabase } from "../lib/database/transaction.server.ts";
import { beginStopping } from "../queue/stopping.ts";
import { startQueue, startWorking, stopQueue, stopWorking } from "../queue/boss.server.ts";
import { assertKeyring } from "./sealed-secrets.server.ts";
import { clockSkewSeconds, watchSchema } from "./watch/health.server.ts";
import { inbox } from "./webhooks/webhook-topics.server.ts";
import { jobHandlers } from "./job-handlers.server.ts";
import { watchSupplierOutage } from "./watch-supplier.server.ts";

/**
 * Time limit for reaching the database at the start. The setup has just used the database, so an outage is probably
 * short, and waiting is better than failing.
 */
const START_WITHIN_SECONDS = 60;

/**
 * Opens the queue and starts processing jobs. Each sweep runs at once, to find work that an earlier process
 * left behind. A web process (`ROLE=web`) only enqueues jobs.
 */
export async function startProcess(): Promise<void> {
  await assertRestricted();
  await assertKeyring(env.STOCKBRIDGE_KEYRING);
  await throughOutage(clockSkewSeconds, { forSeconds: START_WITHIN_SECONDS });
  const problem = await findSchemaProblem();
  if (problem !== null) throw new Error(problem);
  await checkFailover();
  watchClock((byMs) => {
    log.warn({ byMs }, "database.clock-jumped");
  });
  await startQueue(jobs);
  watchSchema(() => void endWork());
  watchSupplierOutage();
  if (env.ROLE === "web") return;
  await startWorking(jobs, jobHandlers);
  endListening = inbox.listen();
}

let endListening: (() => Promise<void>) | undefined;

/**
 * Stops taking jobs and webhooks, because processes of a later release handle them. Running work continues to its end.
 */
async function endWork(): Promise<void> {
  beginStopping();
  const listening = endListening;
  endListening = undefined;
  await Promise.all([listening?.(), stopWorking(jobs)]);
}

/** Logs an uncaught error that ends the process. */
export function reportUncaught(error: unknown): void {
  log.fatal({ err: error }, "process.uncaught-error");
}

/** Stops claiming jobs and stored webhooks. A web process still receives webhooks over HTTP. */
export function beginToStop(): void {
  beginStopping();
}

/** Waits for running jobs and webhooks, then closes queue and database. */
export async function stopProcess(): Promise<void> {
  await endListening?.();
  await Promise.all([stopQueue(), inbox.drain()]);
  await closeDatabase();
}
