import { afterAll, beforeAll } from "vitest";

import { jobs } from "../../app/queue/jobs.ts";

/** Opens the queue for a test file without workers: what is enqueued stays there. */
export function openQueue(): void {
  // Loaded only now: a file may still want to change the settings, which the app reads as it is loaded.
  const queue = () => import("../../app/queue/boss.server.ts");
  beforeAll(async () => {
    const { startQueue } = await queue();
    await startQueue(jobs);
  });
  afterAll(async () => {
    const { stopQueue } = await queue();
    await stopQueue();
  });
}
