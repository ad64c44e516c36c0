import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

import { beforeAll, expect, it, onTestFinished } from "vitest";

import { startEmbeddedPostgres } from "../scripts/dev-postgres/embedded-postgres.ts";
import { setupDatabase } from "../app/lib/database/setup-database.server.ts";
import { buildIfStale } from "../scripts/build-if-stale.ts";
import { query } from "./support/database.ts";
import { type RunningServer, signedWebhook, startServer, statusOf } from "./support/server.ts";

/** Longer than any time limit of the app's: each of them passes while the database is silent. */
const SILENT_SECONDS = 120;
/** Longer than a whole probe may take, and than what a person accepts after an outage. */
const [PROBE_SECONDS, RESUMED_SECONDS] = [2, 10];

beforeAll(async () => {
  await buildIfStale();
});

it(
  "web and worker work again after a database that accepts connections but does not answer for two minutes",
  { timeout: 300_000 },
  async () => {
    const postgres = await startEmbeddedPostgres({});
    onTestFinished(postgres.stop);
    await postgres.createDatabase("app");
    const DATABASE_URL = postgres.url("app");
    await setupDatabase(DATABASE_URL);
    const web = await startServer({ DATABASE_URL, ROLE: "web" });
    const worker = await startServer({ DATABASE_URL, ROLE: "worker" });
    const both = [web, worker];
    const handled = async (webhookId: string) => {
      const found = await query(
        DATABASE_URL,
        "select from inbox_entry where webhook_id = $1 and handled_at is not null",
        [webhookId],
      );
      return found.length;
    };
    const before = randomUUID();
    expect(await statusOf(`${web.url}/webhooks`, signedWebhook(before))).toBe(200);
    await expect.poll(() => handled(before)).toBe(1);

    const pids = await processesOf(DATABASE_URL);
    const go = () => {
      for (const pid of pids.splice(0)) signalIfAlive(pid, "SIGCONT");
    };
    onTestFinished(go);
    for (const pid of pids) signalIfAlive(pid, "SIGSTOP");
    const begun = performance.now();
    const secondsIn = () => (performance.now() - begun) / 1000;
    const late: string[] = [];
    // Shopify goes on sending, and people go on looking, as long as that lasts.
    const refused: Promise<unknown>[] = [];
    const probes = { ready: 0, "not ready": 0 };
    while (secondsIn() < SILENT_SECONDS) {
      await pause(500);
      refused.push(statusOf(`${web.url}/webhooks`, signedWebhook(randomUUID())).catch(String));
      for (const { url } of both) {
        const asked = performance.now();
        const status = await statusOf(`${url}/readyz`);
        const seconds = (performance.now() - asked) / 1000;
        probes[status === 200 ? "ready" : "not ready"] += 1;
        if (seconds > PROBE_SECONDS || (status !== 503 && secondsIn() > 5))
          late.push(`${String(status)} after ${String(seconds)} s at ${String(secondsIn())} s`);
      }
      for (const server of both) expectAlive(server);
    }
    expect(late).toEqual([]);
    expect(probes["not ready"]).toBeGreaterThan(50);

    go();
    const resumed = performance.now();
    const after = randomUUID();
    await expect.poll(() => statusOf(`${web.url}/webhooks`, signedWebhook(after))).toBe(200);
    await expect.poll(() => handled(after), { timeout: 180_000, interval: 100 }).toBe(1);
    const took = (performance.now() - resumed) / 1000;
    for (const { url } of both) await expect.poll(() => statusOf(`${url}/readyz`)).toBe(200);
    expect(took).toBeLessThan(RESUMED_SECONDS);
    await Promise.all(refused);
    for (const server of both) expectAlive(server);
  },
);

function expectAlive({ process: child, output }: RunningServer): void {
  if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It has ended.\n${output()}`);
}

/** Signals a process of Postgres, unless it has ended meanwhile, as an autovacuum worker may. */
function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The postmaster and its children. */
async function processesOf(url: string): Promise<number[]> {
  const socket = new URL(url).searchParams.get("host") ?? "";
  const postmaster = Number((await readFile(`${socket}/.s.PGSQL.5432.lock`, "utf8")).split("\n")[0]);
  const children: number[] = [];
  for (const name of await readdir("/proc")) {
    const status = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, "utf8").catch(() => "") : "";
    // proc(5): the parent is the second field behind the name, which stands in parentheses.
    const parent = Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]);
    if (parent === postmaster) children.push(Number(name));
  }
  return [postmaster, ...children];
}
