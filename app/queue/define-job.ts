import type { z } from "zod";

/** What a job is called (`slice.verb`) and carries: ids of rows, never what the rows say. */
export type Job<Data extends object> = { name: string; data: z.ZodType<Data> };

/** Names a job, apart from the code that handles it, so that a slice can announce work it does not know. */
export function defineJob<Data extends object>(name: string, data: z.ZodType<Data>): Job<Data> {
  return { name, data };
}

/** A job with the code that does it. A job can come late, twice, or never: its row decides what is due. */
export type JobHandler = { job: Job<object>; handle: (data: never) => Promise<unknown>; cron?: string };

/** Joins a job and its handler; with `cron` (UTC, five fields) it also runs on a schedule, without data. */
export function handleJob<Data extends object>(
  job: Job<Data>,
  handle: (data: Data) => Promise<unknown>,
  options: { cron?: string } = {},
): JobHandler {
  return { job, handle, ...options };
}
