import type { jobs } from "../../app/queue/jobs.ts";
import { jobHandlers } from "../../app/wiring/job-handlers.server.ts";

/** Runs a job as the worker would. */
export async function runJob(name: keyof typeof jobs, data: object): Promise<void> {
  await (jobHandlers[name] as (data: object) => Promise<unknown>)(data);
}
