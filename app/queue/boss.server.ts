import { PgBoss, fromPrisma } from "pg-boss";

import { restrictedConnection } from "../lib/database-role.ts";
import type { Tx } from "../lib/db.server.ts";
import { env } from "../lib/env.server.ts";
import { log } from "../lib/log.server.ts";
import type { Job, JobHandler } from "./define-job.ts";
import { isStopping } from "./stopping.ts";

/** A process for pages only leaves clock and upkeep of the queue to the workers. */
const works = env.ROLE !== "web";

const boss = new PgBoss({
  ...restrictedConnection(env),
  // The owner migrates (app/lib/setup-database.server.ts); the restricted role could not, nor can it rebuild indexes.
  migrate: false,
  createSchema: false,
  reindex: false,
  useListenNotify: works,
  schedule: works,
  supervise: works,
  max: 6,
});
boss.on("error", (error: unknown) => {
  log.error({ err: error }, "queue.error");
});

/**
 * Wakes a job when `tx` commits, at once or in some seconds, and not at all when it rolls back. A hint only: whatever
 * must happen is a row that the sweep finds too.
 */
export async function enqueue<Data extends object>(
  tx: Tx,
  job: Job<Data>,
  data: Data,
  { startAfterSeconds: startAfter = 0 }: { startAfterSeconds?: number } = {},
): Promise<void> {
  await boss.send(job.name, job.data.parse(data), { db: fromPrisma(tx), startAfter });
}

/** Opens the queue with every job that may be enqueued. */
export async function startQueue(handlers: JobHandler[]): Promise<void> {
  await boss.start();
  for (const { job } of handlers) {
    // Retries belong to the row; the queue's own would only repeat a hint.
    await boss.createQueue(job.name, { retryLimit: 0, notify: true });
  }
}

/** Removes the queues of jobs that no version in use knows, with their schedules and what is left in them. */
export async function removeQueues(names: readonly string[]): Promise<void> {
  for (const name of names) await boss.deleteQueue(name);
}

/** Starts processing jobs, and their schedules. */
export async function startWorking(handlers: JobHandler[]): Promise<void> {
  for (const { job, handle, cron } of handlers) {
    await boss.work(job.name, { batchSize: 10, localConcurrency: 2 }, async (batch) => {
      // Their rows are still due, and another process's sweep will find them.
      if (isStopping()) return;
      await Promise.all(
        batch.map(async ({ id, data }) => {
          try {
            await handle(job.data.parse(data ?? {}) as never);
          } catch (error) {
            // The row is still due, and the sweep will find it.
            log.error({ err: error, job: job.name, jobId: id }, "queue.job-failed");
          }
        }),
      );
    });
    if (cron === undefined) continue;
    await boss.schedule(job.name, cron);
    // Once now as well, without waiting for it: the start must not hang on what is left to do.
    await boss.send(job.name, {});
  }
}

/** Longer than the longest call to the supplier (15 s), and time to write down what came of it. */
const JOBS_END_WITHIN_MS = 20_000;

/** Lets running jobs end, and closes the queue. */
export async function stopQueue(): Promise<void> {
  await boss.stop({ graceful: true, timeout: JOBS_END_WITHIN_MS });
}
