import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, expect, it } from "vitest";

import { connect } from "../sandbox/tour.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { seePlaced, takeOrder, type TourOrder } from "../sandbox/tour-orders.ts";
import { freshDatabase, query } from "../support/database.ts";
import { failToStart } from "../support/server.ts";

let sandbox: Sandbox;
let order: TourOrder;
beforeAll(async () => {
  // Pages and webhooks only, so that the order waits for a worker.
  sandbox = await startSandbox({ database: await freshDatabase() });
  await connect(sandbox);
  await importProduct(sandbox);
  await sandbox.restartApp("SIGTERM", { ROLE: "web" });
  ({ order } = await takeOrder(sandbox));
});
afterAll(() => sandbox.stop());

/** Returns every row of every table, the queue's own ones included. */
async function rows(): Promise<Record<string, unknown>> {
  const tables = await query<{ name: string }>(
    sandbox.databaseUrl,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'pgboss') order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [table] = await query(
      sandbox.databaseUrl,
      `select jsonb_agg(to_jsonb(t) order by to_jsonb(t)) as rows from ${name} t`,
    );
    found[name] = table?.["rows"];
  }
  return found;
}

it("makes a worker exit before it changes a row, and places the waiting order once the keyring is right", async () => {
  await sandbox.endApp();
  const before = await rows();
  const { code, stderr } = await failToStart({
    ...sandbox.settings(),
    NODE_ENV: "production",
    PORT: "0",
    ROLE: "worker",
    STOCKBRIDGE_KEYRING: JSON.stringify({
      current: "next",
      keys: { next: randomBytes(32).toString("base64") },
    }),
  });
  expect([code, stderr]).toEqual([
    1,
    'Stockbridge cannot start. STOCKBRIDGE_KEYRING lacks: “sandbox”, under which secrets in the database are sealed. Put those keys back; only if they are lost for good, name them in its "lost" list, and shops whose secrets they sealed have to connect again.\n',
  ]);
  expect(await rows()).toEqual(before);
  expect(sandbox.wholesale?.supplier.ledger.orders()).toEqual([]);

  await sandbox.restartApp();
  await sandbox.startAnotherApp({ ROLE: "worker" });
  expect(await seePlaced(sandbox, order)).toContain("accepted in the shop");
});
