import { afterAll, beforeAll } from "vitest";

import { handleJob, type Job } from "../../app/queue/define-job.ts";

/** Opens the queue for a test file, with nobody to work it off: what is enqueued stays there. */
export function openQueue(jobs: Job<object>[]): void {
  // Loaded only now: a file may still want to change the settings, which the app reads as it is loaded.
  const queue = () => import("../../app/queue/boss.server.ts");
  beforeAll(async () => {
    const { startQueue } = await queue();
    await startQueue(jobs.map((job) => handleJob(job, () => Promise.resolve())));
  });
  afterAll(async () => {
    const { stopQueue } = await queue();
    await stopQueue();
  });
}
