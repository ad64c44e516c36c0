import { closeDatabase } from "../lib/db.server.ts";
import { startQueue, startWorking, stopQueue } from "../queue/boss.server.ts";
import { sweepInbox } from "../queue/inbox.server.ts";
import { jobHandlers, topicHandlers } from "./handlers.server.ts";

/** Opens the queue and starts working it off, beginning with what an earlier process left behind. */
export async function startWorker(): Promise<void> {
  await startQueue(jobHandlers);
  await startWorking(jobHandlers);
  await sweepInbox(topicHandlers, new Date());
}

/** Lets running jobs end, then closes queue and database. */
export async function stopWorker(): Promise<void> {
  await stopQueue();
  await closeDatabase();
}
