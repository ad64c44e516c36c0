import pg from "pg";
import { type ConstructorOptions, PgBoss } from "pg-boss";

import { restrictedConnection } from "../lib/database-role.ts";
import type { Tx } from "../lib/db.server.ts";
import { env } from "../lib/env.server.ts";
import { logRepeated } from "../lib/log-repeated.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { connectionOf } from "../lib/statement.server.ts";
import type { Job, JobHandler, JobHandlers, JobTable } from "./define-jobs.ts";
import { listen } from "./listen.server.ts";
import { observeJob } from "./observe-job.server.ts";
import { runSweep, startSweeps, stopSweeps } from "./repeat-sweeps.server.ts";
import { isStopping } from "./stopping.ts";

/** A process for pages only leaves clock and upkeep of the queue to the workers. */
const works = env.ROLE !== "web";

/** From the start of the queue to its end. */
let pool: pg.Pool | undefined;

/** pg-boss's own pool and listener have moments without a listener for errors, each of which would end the process. */
const database: NonNullable<ConstructorOptions["db"]> = {
  executeSql: (text, values) => {
    if (!pool) throw new Error("The queue is not started.");
    return pool.query(text, values);
  },
  listen: (channel, heard, subscribed) => Promise.resolve(listen(channel, { heard, subscribed })),
};

const boss = new PgBoss({
  db: database,
  // The owner migrates (app/lib/setup-database.server.ts); the restricted role could not, nor can it rebuild indexes.
  migrate: false,
  createSchema: false,
  reindex: false,
  useListenNotify: works,
  schedule: works,
  supervise: works,
});
boss.on("error", reportError);

/** pg-boss reports a worker's error as a plain object. */
function reportError({ message, stack, queue }: Error & { queue?: string }): void {
  logRepeated("error", { err: Object.assign(new Error(message), { stack }), queue }, "queue.error");
}

/**
 * Wakes a job when `tx` commits, at once or in some seconds, and not at all when it rolls back. A hint only: whatever
 * must happen is a row that the sweep finds too. `isUrgent`: somebody waits for it, so that a bulk job has workers kept free.
 */
export async function enqueue<Data extends object>(
  tx: Tx,
  job: Job<Data>,
  data: Data,
  options: EnqueueOptions = {},
): Promise<void> {
  await enqueueAll(tx, job, [data], options);
}

type EnqueueOptions = { startAfterSeconds?: number; isUrgent?: boolean };

/** The same for several of a kind, in one statement. */
export async function enqueueAll<Data extends object>(
  tx: Tx,
  job: Job<Data>,
  all: Data[],
  { startAfterSeconds: startAfter = 0, isUrgent = false }: EnqueueOptions = {},
): Promise<void> {
  if (all.length === 0) return;
  const priority = isUrgent ? URGENT : 0;
  const jobs = all.map((data) => ({
    ...{ data: job.data.parse(data), startAfter, priority, ...groupOf(data, isUrgent) },
    ...(job.oncePerShop && { singletonKey: shopOf(data) }),
  }));
  const executeSql = (text: string, values: unknown[] = []) => connectionOf(tx).query({ text, values });
  await boss.insert(job.name, jobs, { db: { executeSql } });
}

/**
 * Wakes a job for each of these shops, but for those that have one waiting: a sweep repeats its hints every minute, also
 * while jobs take longer than that.
 *
 * @returns for how many.
 */
export async function enqueueUnlessWaiting(
  tx: Tx,
  job: Job<{ shop: ShopDomain }>,
  shops: ShopDomain[],
): Promise<number> {
  if (shops.length === 0) return 0;
  const waiting = await tx.$queryRaw<{ shop: string }[]>`
    select distinct data->>'shop' as shop from pgboss.job
    where name = ${job.name} and state = 'created' and start_after <= now()`;
  const woken = new Set(waiting.map(({ shop }) => shop));
  const all = shops.filter((shop) => !woken.has(shop)).map((shop) => ({ shop }));
  await enqueueAll(tx, job, all);
  return all.length;
}

/** Jobs of a priority for which workers are kept free. */
const URGENT = 1;

/** Of the jobs of one shop only so many run at a time; what somebody waits for does not wait for the shop's own bulk. */
function groupOf(data: object, isUrgent: boolean): { group?: { id: string } } {
  const shop = shopOf(data);
  return shop === "" ? {} : { group: { id: isUrgent ? `${shop} urgent` : shop } };
}

/** Empty for what is of no shop. */
function shopOf(data: object): string {
  return "shop" in data && typeof data.shop === "string" ? data.shop : "";
}

/** Opens the queue with every job that may be enqueued. */
export async function startQueue(jobs: JobTable): Promise<void> {
  if (!pool) {
    pool = new pg.Pool({ ...restrictedConnection(env), max: 6 });
    pool.on("error", reportError);
  }
  await boss.start();
  // Creating an existing queue changes nothing, but takes a lock and three statements.
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name, oncePerShop = false } of Object.values(jobs)) {
    if (known.has(name)) continue;
    // Retries belong to the row; the queue's own would only repeat a hint.
    await boss.createQueue(name, { retryLimit: 0, notify: true, policy: oncePerShop ? "short" : "standard" });
  }
}

/**
 * A worker is woken as a job is sent, and goes on at once after a full batch. It looks again every few seconds all the
 * same: a job that was sent for later, or whose shop has its share, wakes nobody once its time has come, and behind a
 * transaction pooler nothing is ever heard. Each at another pace: all of them at once would hold up for tens of milliseconds
 * what else the process does. A batch waits for its slowest, so batches are small (timgit/pg-boss 12, docs: Workers, Polling).
 */
function polling() {
  return { burstWhenBatchFull: true, notifyPollingIntervalSeconds: 4 + 2 * Math.random() };
}
const BATCH = 4;
const CONCURRENCY = 2;
/** Workers of a bulk job that take urgent ones only. */
const KEPT_FREE = 2;

/** Schedules begin within so long, one after the other: all at a minute's first second would hold up the orders of that second. */
const APART_SECONDS = 50;

/** Starts processing jobs, their schedules, and the sweeps of this process. */
export async function startWorking<Jobs extends JobTable>(
  jobs: Jobs,
  handlers: JobHandlers<NoInfer<Jobs>>,
): Promise<void> {
  const all = Object.entries(jobs).map(([name, job]) => ({
    job,
    handle: handlers[name] as JobHandler["handle"],
  }));
  const scheduled = all.filter(({ job }) => job.cron !== undefined);
  for (const handler of all) {
    const { name, cron, everySeconds, batch: batchSize = BATCH, isBulk = false } = handler.job;
    const isOnceAtATime = cron !== undefined || everySeconds !== undefined;
    const concurrency = handler.job.concurrency ?? (isOnceAtATime ? 1 : CONCURRENCY);
    if (isBulk) {
      for (let n = 0; n < concurrency; n += 1) await startBulkWorker(handler);
      for (let n = 0; n < KEPT_FREE; n += 1) await startBulkWorker(handler, URGENT);
    } else {
      const options = { ...polling(), batchSize, localConcurrency: concurrency };
      await boss.work(name, options, (batch) => workOn(handler, batch));
    }
    if (cron === undefined) continue;
    const startAfter = Math.floor((scheduled.indexOf(handler) * APART_SECONDS) / scheduled.length);
    await boss.schedule(name, cron, undefined, { startAfter });
    // Once now as well, without waiting for it: the start must not hang on what is left to do.
    await boss.send(name, {});
  }
  startSweeps(all.filter(({ job }) => job.everySeconds !== undefined));
}

/** Takes no more jobs: other processes get them. */
export async function stopWorking(jobs: JobTable): Promise<void> {
  if (!works) return;
  for (const { name } of Object.values(jobs)) await boss.offWork(name, { wait: false });
}

async function startBulkWorker(handler: JobHandler, minPriority = 0): Promise<void> {
  const options = { ...polling(), batchSize: 1, localGroupConcurrency: 1, minPriority };
  const worker: Promise<string> = boss.work(handler.job.name, options, async (batch) => {
    await workOn(handler, batch);
    // Every batch of one is full, so pg-boss would not fetch the next at once.
    boss.notifyWorker(await worker);
  });
  await worker;
}

async function workOn(handler: JobHandler, batch: { id: string; data: unknown }[]): Promise<void> {
  const { job, handle } = handler;
  // Their rows are still due, and another process's sweep will find them.
  if (isStopping()) return;
  await Promise.all(
    batch.map(async ({ id, data }) => {
      const beganAt = performance.now();
      try {
        if (job.everySeconds !== undefined) await runSweep(handler);
        else await observeJob(job.name, async () => handle(job.data.parse(data ?? {})));
      } catch (error) {
        const durationMs = Math.round(performance.now() - beganAt);
        // The row is still due, and the sweep will find it.
        logRepeated(
          "error",
          { err: error, job: job.name, jobId: id, durationMs },
          "queue.job-failed",
          job.name,
        );
      }
    }),
  );
}

/** Longer than the longest call to the supplier (15 s), and time to write down what came of it. */
const JOBS_END_WITHIN_MS = 20_000;

/** Lets running jobs and sweeps end, and closes the queue. */
export async function stopQueue(): Promise<void> {
  const until = performance.now() + JOBS_END_WITHIN_MS;
  // First: what a sweep does may enqueue.
  await stopSweeps({ withinMs: JOBS_END_WITHIN_MS });
  await boss.stop({ graceful: true, timeout: Math.max(1000, until - performance.now()) });
  await pool?.end();
  pool = undefined;
}
