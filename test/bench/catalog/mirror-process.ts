/**
 * A worker that only mirrors, so that its memory is the mirror's: `node mirror-process.ts SHOP` reads the supplier's
 * whole list once per line of input, and prints the cost as JSON.
 */
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import { endRun } from "../../../app/catalog/mirror/end-run.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { refreshCatalog } from "../../../app/catalog/mirror/mirror-run.server.ts";
import { connect } from "../../../app/connection/connect.server.ts";
import { asSystem, inShop, LONG_WORK } from "../../../app/lib/database/db.server.ts";
import { jobs } from "../../../app/queue/jobs.ts";
import { shopDomain } from "../../../app/lib/shop-domain.ts";
import { closeDatabase } from "../../../app/lib/database/transaction.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { residentMb } from "../memory.ts";

/** The cost of a run, with the process's memory before it and at its peak. */
export type RunReport = { seconds: number; idleMb: number; peakMb: number; foreignRequests: number };

/** As many as a pool of pg has where nothing else is said. */
const CONNECTIONS = 10;

class RolledBack extends Error {}

const shop = shopDomain.parse(process.argv[2]);
let foreignRequests = 0;
await countForeignRequests();
await startQueue(jobs);
const connected = await connect(shop, { email: "bench@example.com", password: "mirobel-tavuno-kesira" });
if (connected.kind !== "connected" && connected.kind !== "already") throw new Error(connected.kind);
process.stdout.write("ready\n");

for await (const line of createInterface(process.stdin)) {
  const report = await reportOf(line);
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
await stopQueue();
await closeDatabase();

async function reportOf(line: string): Promise<Partial<RunReport>> {
  switch (line) {
    case "end":
      return { seconds: await secondsOf(endAgain) };
    case "flush":
      return { seconds: await secondsOf(flushStatistics) };
    default:
      return measureRun();
  }
}

async function measureRun(): Promise<RunReport> {
  globalThis.gc?.();
  const idleMb = await residentMb(process.pid);
  // Makes the highest mark the present one (proc(5), "clear_refs").
  await writeFile("/proc/self/clear_refs", "5");
  foreignRequests = 0;
  const seconds = await secondsOf(async () => {
    await refreshCatalog(shop);
    while (await isReading()) await mirrorCatalog(shop);
  });
  return { seconds, idleMb, peakMb: await residentMb(process.pid, "VmHWM"), foreignRequests };
}

async function isReading(): Promise<boolean> {
  const mirror = await inShop(shop, (tx) => tx.catalogMirror.findUnique({ where: { shop } }));
  if (mirror?.problem) throw new Error(JSON.stringify(mirror.problemMessage));
  return mirror?.state === "reading";
}

/** The end of a run that has just ended, once more, as if anything had changed. */
async function endAgain(): Promise<void> {
  await inShop(
    shop,
    async (tx, now) => {
      const pages = await tx.mirrorPage.count({ where: { shop } });
      await tx.catalogMirror.update({ where: { shop }, data: { changed: true, startedAt: now } });
      await endRun(tx, shop, { kind: "full", pages, now });
      throw new RolledBack();
    },
    LONG_WORK,
  ).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}

/**
 * Has every connection say what it has written: one that has nothing to do does so ten seconds later (PGSTAT_IDLE_INTERVAL). Each
 * waits until all are open, so that they are as many.
 */
async function flushStatistics(): Promise<void> {
  const allOpen = Promise.withResolvers<undefined>();
  let open = 0;
  const flush = () =>
    asSystem("health", async (tx) => {
      if (++open === CONNECTIONS) allOpen.resolve(undefined);
      await allOpen.promise;
      await tx.$queryRaw`select pg_stat_force_next_flush()::text`;
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, flush));
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  await asSystem("health", () => Promise.resolve());
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** Counts what goes anywhere but to the supplier: Shopify has no part in a mirror. */
async function countForeignRequests(): Promise<void> {
  const { subscribe } = await import("node:diagnostics_channel");
  subscribe("undici:request:create", (message) => {
    const { origin } = (message as { request: { origin: string } }).request;
    if (!process.env["WHOLESALE_BASE_URL"]?.startsWith(origin)) foreignRequests += 1;
  });
}
