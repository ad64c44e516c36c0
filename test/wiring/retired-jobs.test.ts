import { PgBoss } from "pg-boss";
import { afterAll, expect, it } from "vitest";

import { stopQueue } from "../../app/queue/boss.server.ts";
import { jobHandlers } from "../../app/wiring/handlers.server.ts";
import { retiredJobs } from "../../app/wiring/retired-jobs.ts";
import { startWorker } from "../../app/wiring/worker.server.ts";
import { query } from "../support/database.ts";
import { databaseUrl } from "../support/world.ts";

afterAll(stopQueue);

/** The jobs of the version before jobs were renamed, and the schedules of those that had one. */
const BEFORE: Record<string, string | null> = {
  "activity.remove-old": "17 * * * *",
  "catalog.ensure-service": null,
  "catalog.import": null,
  "catalog.mirror": null,
  "catalog.round": null,
  "catalog.sweep": "* * * * *",
  "connection.connected": null,
  "connection.disconnected": null,
  "connection.platform-back": null,
  "inbox.handle": null,
  "inbox.sweep": "* * * * *",
  "orders.reconcile": null,
  "orders.sweep": "* * * * *",
  "orders.take-requests": "*/5 * * * *",
  "orders.wake-reconciliations": "*/5 * * * *",
  "orders.work-off": null,
  "tracking.push-shipments": null,
  "tracking.read-news": null,
  "tracking.sweep-news": "* * * * *",
  "tracking.sweep-shipments": "* * * * *",
  "wiring.sweep-access": "* * * * *",
};

/** Leaves the queue as that version does, with a job in each of its queues. */
async function leaveQueues(): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false });
  await boss.start();
  for (const [name, cron] of Object.entries(BEFORE)) {
    await boss.createQueue(name, { retryLimit: 0 });
    await boss.send(name, {});
    if (cron !== null) await boss.schedule(name, cron);
  }
  await boss.stop({ graceful: false });
}

/** pg-boss has queues of its own. */
async function namesIn(table: "queue" | "schedule"): Promise<string[]> {
  const sql = `select name from pgboss.${table} where name not like '\\_\\_pgboss%'`;
  return (await query<{ name: string }>(databaseUrl, sql)).map(({ name }) => name).toSorted();
}

it("after an upgrade no schedule feeds a queue that no worker works on, and no such queue is left", async () => {
  await leaveQueues();
  await startWorker();
  expect(await namesIn("queue")).toEqual(jobHandlers.map(({ job }) => job.name).toSorted());
  const scheduled = jobHandlers.filter(({ cron }) => cron !== undefined).map(({ job }) => job.name);
  expect(await namesIn("schedule")).toEqual(scheduled.toSorted());
});

it("a retired job is none that the app has", () => {
  const retired: readonly string[] = retiredJobs;
  expect(jobHandlers.filter(({ job }) => retired.includes(job.name))).toEqual([]);
});
