import { log } from "../telemetry/log.server.ts";
import { beginLife, currentLife, watchLife } from "./database-life.ts";
import { asSystem, throughOutage } from "./db.server.ts";

/** The start must not fail because the database is away for a moment. */
const OUTAGE_SECONDS = 60;

/**
 * Compares the database's life with the one that the app last trusted, because a failover may have ended this app's processes
 * too. Trusts the first life.
 */
export async function checkDatabaseLife(): Promise<void> {
  watchLife({
    begun: (lives) => {
      log.warn(lives, "database.new-life");
    },
    settled: (life) => {
      trustLife(life).catch((error: unknown) => {
        log.warn({ err: error }, "database.life-not-stored");
      });
    },
  });
  const trusted = await throughOutage(readTrusted, { forSeconds: OUTAGE_SECONDS });
  const life = currentLife();
  if (life === null || trusted === life) return;
  if (trusted === null) await trustLife(life);
  else beginLife({ before: trusted, life });
}

async function readTrusted(): Promise<string | null> {
  const row = await asSystem("health", (tx) => tx.databaseLife.findFirst());
  return row?.life ?? null;
}

async function trustLife(life: string): Promise<void> {
  await asSystem("health", (tx, now) =>
    tx.databaseLife.upsert({
      where: { id: 1 },
      create: { life, trustedAt: now },
      update: { life, trustedAt: now },
    }),
  );
}
