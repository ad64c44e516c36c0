import type { z } from "zod";

/**
 * What a job is called (`slice.verb`) and carries: ids of rows, never what the rows say. `oncePerShop`: while one waits for
 * a shop, there is no second one.
 */
export type Job<Data extends object> = { name: string; data: z.ZodType<Data>; oncePerShop: boolean };

/** Names a job, apart from the code that handles it, so that a slice can announce work it does not know. */
export function defineJob<Data extends object>(
  name: string,
  data: z.ZodType<Data>,
  { oncePerShop = false } = {},
): Job<Data> {
  return { name, data, oncePerShop };
}

/**
 * A job with the code that does it. A job can come late, twice, or never: its row decides what is due.
 *
 * - `concurrency`: how many workers of a process take it; two, unless told, and one on a schedule or of a sweep.
 * - `batch`: how many a worker takes at a time; four, unless told.
 * - `everySeconds`: a sweep that every worker repeats at this interval. Its job makes one worker run it early.
 * - `isBulk`: it works for seconds at a stretch and then wakes itself again, as long as a shop has anything to do. Its
 *   workers take one job at a time, and of each shop one; two more are kept for what somebody waits for (`isUrgent`).
 */
export type JobHandler = {
  job: Job<object>;
  handle: (data: never) => Promise<unknown>;
  cron?: string;
  everySeconds?: number;
  concurrency?: number;
  batch?: number;
  isBulk?: boolean;
};

/** Joins a job and its handler; with `cron` (UTC, five fields) it also runs on a schedule, without data. */
export function handleJob<Data extends object>(
  job: Job<Data>,
  handle: (data: Data) => Promise<unknown>,
  options: Pick<JobHandler, "cron" | "everySeconds" | "concurrency" | "batch" | "isBulk"> = {},
): JobHandler {
  return { job, handle, ...options };
}
