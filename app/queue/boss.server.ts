import pg from "pg";
import { type ConstructorOptions, PgBoss } from "pg-boss";
import { restrictedConnection } from "../lib/database/restricted-connection.ts";
import type { Tx } from "../lib/database/db.server.ts";
import { env } from "../lib/env.server.ts";
import { logRepeated, log } from "../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { connectionOf, queryRows } from "../lib/database/statement.server.ts";
import type { Job, JobHandler, JobHandlers, JobTable } from "./jobs.ts";
import { listen } from "./listen.server.ts";
import { isStopping } from "./stopping.ts";
import { durations, secondsSince } from "../lib/telemetry/metrics.server.ts";
import { errorType, inSpan } from "../lib/telemetry/trace.server.ts";

/** Workers run the queue's schedules and maintenance. A process that only serves pages does not. */
const works = env.ROLE !== "web";

/** The queue's connections; undefined while the queue is stopped. */
let pool: pg.Pool | undefined;

/**
 * Gives pg-boss our pool and our LISTEN connection. pg-boss opens none itself, because it does not handle all errors of
 * its own connections, and an unhandled error would end the process.
 */
const database: NonNullable<ConstructorOptions["db"]> = {
  executeSql: (text, values) => {
    if (!pool) throw new Error("The queue is not started.");
    return pool.query(text, values);
  },
  listen: (channel, heard, subscribed) => Promise.resolve(listen(channel, { heard, subscribed })),
};

const boss = new PgBoss({
  db: database,
  // The owner's role creates the queue's tables (app/lib/database/setup-database.server.ts). The app's
  // restricted role can neither create tables nor rebuild indexes.
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
 * Enqueues a job when `tx` commits, to start now or after `startAfterSeconds`. A job only makes work begin
 * sooner: the work itself is a due row, which a sweep would find later. `isUrgent`: a person waits for the
 * job, so it may use the workers that bulk jobs leave free.
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

/** Enqueues several jobs of one kind in one statement. */
export async function enqueueAll<Data extends object>(
  tx: Tx,
  job: Job<Data>,
  all: Data[],
  { startAfterSeconds: startAfter = 0, isUrgent = false }: EnqueueOptions = {},
): Promise<void> {
  if (all.length === 0) return;
  const priority = isUrgent ? URGENT : 0;
  const jobs = all.map((data) => ({
    data: job.data.parse(data),
    startAfter,
    priority,
    ...groupOf(data, isUrgent),
    ...(job.oncePerShop && { singletonKey: shopOf(data) }),
  }));
  const executeSql = (text: string, values: unknown[] = []) => connectionOf(tx).query({ text, values });
  await boss.insert(job.name, jobs, { db: { executeSql } });
}

/**
 * Enqueues a job for each of these shops, unless a job of this kind waits for the shop already. A sweep calls
 * this every minute, and a job may take longer.
 *
 * @returns the number of enqueued jobs.
 */
export async function enqueueUnlessWaiting(
  tx: Tx,
  job: Job<{ shop: ShopDomain }>,
  shops: ShopDomain[],
): Promise<number> {
  if (shops.length === 0) return 0;
  const waiting = await queryRows<{ shop: string }>(tx)`
    select distinct data->>'shop' as shop from pgboss.job
    where name = ${job.name} and state = 'created' and start_after <= now()`;
  const woken = new Set(waiting.map(({ shop }) => shop));
  const all = shops.filter((shop) => !woken.has(shop)).map((shop) => ({ shop }));
  await enqueueAll(tx, job, all);
  return all.length;
}

/** Priority of urgent jobs. Bulk jobs leave some workers free for them. */
const URGENT = 1;

/**
 * Groups jobs by shop, because the queue limits running jobs per group. Urgent jobs have a group of their
 * own, so that they do not wait for the shop's bulk jobs.
 */
function groupOf(data: object, isUrgent: boolean): { group?: { id: string } } {
  const shop = shopOf(data);
  return shop === "" ? {} : { group: { id: isUrgent ? `${shop} urgent` : shop } };
}

/** Returns the job's shop; empty if it has none. */
function shopOf(data: object): string {
  return "shop" in data && typeof data.shop === "string" ? data.shop : "";
}

/** Starts the queue, and creates the queues of these jobs. */
export async function startQueue(jobs: JobTable): Promise<void> {
  if (!pool) {
    pool = new pg.Pool({ ...restrictedConnection(env), max: 6 });
    pool.on("error", reportError);
  }
  await boss.start();
  // Creating a queue that exists changes nothing, but takes a lock and three statements.
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name, oncePerShop = false } of Object.values(jobs)) {
    if (known.has(name)) continue;
    // The queue retries no jobs, because the due rows have retries of their own.
    await boss.createQueue(name, { retryLimit: 0, notify: true, policy: oncePerShop ? "short" : "standard" });
  }
}

/**
 * Returns options that make workers poll as well as listen. pg-boss sends no notification when a delayed job
 * becomes due, or when a shop at its limit may run its next job. A transaction pooler does not pass
 * notifications on. Intervals are random, because polls of many workers at the same time would block the
 * process for tens of milliseconds (timgit/pg-boss 12, docs: Workers, Polling).
 */
function polling() {
  return { burstWhenBatchFull: true, notifyPollingIntervalSeconds: 4 + 2 * Math.random() };
}
/** Jobs per batch. A batch ends only when its slowest job ends, so batches are small. */
const BATCH = 4;
const CONCURRENCY = 2;
/** Additional workers of a bulk job, for urgent jobs only. */
const KEPT_FREE = 2;

/**
 * Time over which the starts of scheduled jobs are spread. If all jobs started in the first second of a
 * minute, they would delay the orders that arrive in that second.
 */
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
    // Also runs the job once now. `send` does not wait for the job, so that unfinished work does not delay
    // the start.
    await boss.send(name, {});
  }
  startSweeps(all.filter(({ job }) => job.everySeconds !== undefined));
}

/** Stops fetching jobs, so that other processes get them. */
export async function stopWorking(jobs: JobTable): Promise<void> {
  if (!works) return;
  for (const { name } of Object.values(jobs)) await boss.offWork(name, { wait: false });
}

async function startBulkWorker(handler: JobHandler, minPriority = 0): Promise<void> {
  const options = { ...polling(), batchSize: 1, localGroupConcurrency: 1, minPriority };
  const worker: Promise<string> = boss.work(handler.job.name, options, async (batch) => {
    await workOn(handler, batch);
    // pg-boss ignores `burstWhenBatchFull` for batches of one job, and would pause before it fetches the next
    // job.
    boss.notifyWorker(await worker);
  });
  await worker;
}

async function workOn(handler: JobHandler, batch: { id: string; data: unknown }[]): Promise<void> {
  const { job, handle } = handler;
  // The jobs' rows are still due, and another process's sweep will find them.
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

/**
 * Maximum time for running jobs to end. The longest call to the supplier (15 s) and storing its outcome take
 * less.
 */
const JOBS_END_WITHIN_MS = 20_000;

/** Waits for running jobs and sweeps, then closes the queue. */
export async function stopQueue(): Promise<void> {
  const until = performance.now() + JOBS_END_WITHIN_MS;
  // Sweeps enqueue jobs, so they stop before the queue.
  await stopSweeps({ withinMs: JOBS_END_WITHIN_MS });
  await boss.stop({ graceful: true, timeout: Math.max(1000, until - performance.now()) });
  await pool?.end();
  pool = undefined;
}

/** A sweep of this process. Two of its runs never overlap, even if the timer starts one and a job the other. */
type Repeated = { running: Promise<unknown> | null; timer: NodeJS.Timeout };

const repeated = new Map<string, Repeated>();

/**
 * Runs each sweep in this process at once, then at its interval. Spreads the starts of the later runs. If all
 * sweeps ran in the first second of a minute, they would delay the orders that arrive in that second.
 */
export function startSweeps(sweeps: JobHandler[]): void {
  for (const [index, handler] of sweeps.entries()) {
    const { everySeconds = 0 } = handler.job;
    const everyMs = everySeconds * 1000;
    const repeat = () => {
      const sweep = repeated.get(handler.job.name);
      if (!sweep) return;
      sweep.timer = setTimeout(repeat, everyMs);
      // Skips this run if the previous one is still going.
      if (sweep.running === null) void runLogged(handler);
    };
    const timer = setTimeout(repeat, (everyMs * (index + 1)) / sweeps.length);
    repeated.set(handler.job.name, { running: null, timer });
    // Does not wait for the sweep, because unfinished work must not delay the start of the process.
    void runLogged(handler);
  }
}

/**
 * Runs a sweep for an enqueued job. If the sweep is running, waits for its end first, because it may have
 * passed the job's rows already.
 */
export async function runSweep({ job, handle }: JobHandler): Promise<void> {
  const sweep = repeated.get(job.name);
  while (sweep?.running) await sweep.running.catch(() => undefined);
  if (isStopping()) return;
  const run = observeJob(job.name, () => handle({}));
  if (sweep) sweep.running = run;
  try {
    await run;
  } finally {
    if (sweep?.running === run) sweep.running = null;
  }
}

/** Ends the repetitions, and waits up to `withinMs` for running sweeps. */
export async function stopSweeps({ withinMs }: { withinMs: number }): Promise<void> {
  const ending = [...repeated.values()].map(async ({ running, timer }) => {
    clearTimeout(timer);
    await running?.catch(() => undefined);
  });
  repeated.clear();
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => {
    late.resolve(undefined);
  }, withinMs);
  await Promise.race([Promise.all(ending), late.promise]);
  clearTimeout(timer);
}

async function runLogged(handler: JobHandler): Promise<void> {
  await runSweep(handler).catch((error: unknown) => {
    // The rows are still due, and the next sweep will find them.
    const { name } = handler.job;
    logRepeated("error", { err: error, sweep: name }, "queue.sweep-failed", name);
  });
}

const duration = durations("stockbridge.job.duration", "Time that a job or a sweep took.");

/**
 * Measures a job or a sweep, in a trace of its own, because the rows that it processes have their own traces.
 */
export async function observeJob(name: string, work: () => Promise<unknown>): Promise<void> {
  const beganAt = performance.now();
  let outcome = "done";
  try {
    await inSpan(`job ${name}`, { kind: "consumer", parent: null }, work);
  } catch (error) {
    outcome = errorType(error);
    throw error;
  } finally {
    const seconds = secondsSince(beganAt);
    duration.record(seconds, { "job.name": name, outcome });
    log.debug({ job: name, outcome, durationMs: Math.round(seconds * 1000) }, "queue.job-ended");
  }
}
