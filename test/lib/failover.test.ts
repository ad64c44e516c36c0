import { appendFile, chmod, writeFile } from "node:fs/promises";
import path from "node:path";

import pg from "pg";
import { expect, it } from "vitest";

import { READ_TIMELINE } from "../../app/lib/database/failover.ts";
import { makeTemporaryFolder } from "../../app/lib/owned-folder.server.ts";
import { startEmbeddedPostgres } from "../../scripts/dev-postgres/embedded-postgres.ts";

async function inCluster<T>(directory: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const cluster = await startEmbeddedPostgres({ directory });
  const client = new pg.Client({ connectionString: cluster.url("postgres") });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await cluster.stop();
  }
}

async function readTimeline(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ timeline: string }>(READ_TIMELINE);
  return rows[0]?.timeline;
}

it("READ_TIMELINE returns another value after a recovery on a new timeline, and the same after a restart", async () => {
  const folder = await makeTemporaryFolder("stockbridge-failover-");
  // Postgres may run as another user.
  await chmod(folder.path, 0o755);
  const directory = path.join(folder.path, "data");
  try {
    const first = await inCluster(directory, readTimeline);
    expect(await inCluster(directory, readTimeline)).toBe(first);
    // Recovery from an archive ends on a new timeline, as the promotion of a standby does.
    await writeFile(path.join(directory, "recovery.signal"), "");
    await appendFile(path.join(directory, "postgresql.conf"), "restore_command = 'false'\n");
    const promoted = await inCluster(directory, readTimeline);
    expect(promoted).not.toBe(first);
    expect(promoted?.split(" ")[0]).toBe(first?.split(" ")[0]);
  } finally {
    await folder.remove();
  }
});
