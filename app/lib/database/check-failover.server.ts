import { log } from "../telemetry/log.server.ts";
import { asSystem, throughOutage } from "./db.server.ts";
import { beginFailover, currentTimeline, watchFailovers } from "./failover.ts";

/** Maximum wait for the database, so that a short outage does not fail the start. */
const OUTAGE_SECONDS = 60;

/**
 * Compares the database's timeline with the stored one at the start, because the database may have failed over
 * while no process ran. If no timeline is stored and there are no orders, the installation is new, and we store
 * the timeline. If there are orders, someone may have restored an old backup, so this counts as a failover.
 */
export async function checkFailover(): Promise<void> {
  watchFailovers({
    begun: (failover) => {
      log.warn(failover, "database.failover");
    },
    settled: (timeline) => {
      trust(timeline).catch((error: unknown) => {
        log.warn({ err: error }, "database.timeline-not-stored");
      });
    },
  });
  const trusted = await throughOutage(readTrusted, { forSeconds: OUTAGE_SECONDS });
  const timeline = currentTimeline();
  if (timeline === null) log.warn("database.timeline-unknown");
  if (timeline === null || trusted === timeline) return;
  if (trusted === null && !(await hasOrders())) await trust(timeline);
  else beginFailover({ before: trusted, timeline });
}

async function readTrusted(): Promise<string | null> {
  const row = await asSystem("health", (tx) => tx.databaseLife.findFirst());
  return row?.life ?? null;
}

async function hasOrders(): Promise<boolean> {
  return (await asSystem("orders", (tx) => tx.supplierOrder.findFirst({ select: { id: true } }))) !== null;
}

async function trust(life: string): Promise<void> {
  await asSystem("health", (tx, now) =>
    tx.databaseLife.upsert({
      where: { id: 1 },
      create: { life, trustedAt: now },
      update: { life, trustedAt: now },
    }),
  );
}
