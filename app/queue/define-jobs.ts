import type { z } from "zod";

type JobOptions<Data extends object> = {
  /** Ids of rows, never their values: the job reads the row when it runs. */
  data: z.ZodType<Data>;
  /** While one job waits for a shop, enqueuing a second does nothing. */
  oncePerShop?: boolean;
  /** Schedule in UTC, five fields. One worker of all runs the job, without data. */
  cron?: string;
  /** Makes the job a sweep: every worker runs it at this interval. Enqueuing it makes one worker run it early. */
  everySeconds?: number;
  /** Workers per process: 2 by default, 1 for a job with a schedule. */
  concurrency?: number;
  /** Jobs that a worker takes at a time: 4 by default. A batch ends with its slowest job. */
  batch?: number;
  /**
   * The job runs for seconds and then enqueues itself while its shop has work. Its workers take one job at a time and run
   * one per shop and process. Two more workers take urgent jobs only (`isUrgent` of `enqueue`).
   */
  isBulk?: boolean;
};

/** A job (`slice.verb`). It may run late, twice, or never: sweeps repair that, so there are no retries of jobs. */
export type Job<Data extends object = object> = JobOptions<Data> & { name: string };

export type JobTable = Record<string, Job>;

/** Returns the jobs by their names. A slice can enqueue one without importing the function that handles it. */
export function defineJobs<Table extends Record<string, JobOptions<object>>>(table: Table) {
  const named = Object.entries(table).map(([name, options]) => [name, { ...options, name }]);
  return Object.fromEntries(named) as {
    [Name in keyof Table]: Table[Name] & { name: Name & string };
  };
}

/** One function per job. */
export type JobHandlers<Jobs extends JobTable> = {
  [Name in keyof Jobs]: (data: z.infer<Jobs[Name]["data"]>) => Promise<unknown>;
};

/** A job with its function, as workers run it. */
export type JobHandler = { job: Job; handle: (data: object) => Promise<unknown> };
