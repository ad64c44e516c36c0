import { PgBoss } from "pg-boss";
import { beforeAll, describe, expect, it } from "vitest";

import { jobs, type JobTable } from "../../app/queue/jobs.ts";
import { deployOnly, listMigrations } from "../../app/lib/database/migrations.server.ts";
import { setupDatabase } from "../../app/lib/database/setup-database.server.ts";
import { emptyDatabase, query } from "../support/database.ts";

const MIGRATION = "20261128050002_old_queues";

/** Jobs of the release before jobs were renamed, with their schedules. */
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

let url: string;
beforeAll(async () => {
  url = await emptyDatabase();
  await deployOnly(
    url,
    (await listMigrations()).filter((name) => name < MIGRATION),
  );
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  await boss.start();
  for (const [name, cron] of Object.entries(BEFORE)) {
    await boss.createQueue(name, { retryLimit: 0 });
    await boss.send(name, {});
    if (cron !== null) await boss.schedule(name, cron);
  }
  await boss.stop({ graceful: false });
  await setupDatabase(url);
});

/** Returns names without those of pg-boss's own queues. */
async function namesIn(table: "queue" | "schedule" | "job"): Promise<string[]> {
  const sql = `select distinct name from pgboss.${table} where name not like '\\_\\_pgboss%' order by name`;
  return (await query<{ name: string }>(url, sql)).map(({ name }) => name);
}

describe("an upgrade of a queue with renamed jobs", () => {
  const known = Object.keys(BEFORE).filter((name) => name in jobs);

  it("deletes queues and jobs that have no handler any more, and keeps all others", async () => {
    expect(await namesIn("queue")).toEqual(known);
    expect(await namesIn("job")).toEqual(known);
  });

  it("deletes schedules of deleted queues, and of jobs that now run as sweeps", async () => {
    const table: JobTable = jobs;
    expect(await namesIn("schedule")).toEqual(known.filter((name) => table[name]?.cron !== undefined));
  });
});
