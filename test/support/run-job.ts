import { jobHandlers } from "../../app/wiring/handlers.server.ts";

/** Runs a job as the worker would. */
export async function runJob(name: string, data: object): Promise<void> {
  const found = jobHandlers.find(({ job }) => job.name === name);
  if (!found) throw new Error(`There is no job ${name}.`);
  await found.handle(data as never);
}
