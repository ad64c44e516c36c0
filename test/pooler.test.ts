import { randomUUID } from "node:crypto";

import { beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { buildIfStale } from "../scripts/build-if-stale.ts";
import { freshDatabase, query } from "./support/database.ts";
import { failToStart, signedWebhook, startServer, statusOf } from "./support/server.ts";
import { appLogin, transactionPooler } from "./support/transaction-pooler.ts";

beforeAll(async () => {
  await buildIfStale();
});

describe("a pooler in transaction mode", () => {
  it("keeps the server from starting if DATABASE_URL leads through the pooler, and the error names APP_DATABASE_URL", async () => {
    const { url, close } = await transactionPooler(await freshDatabase());
    onTestFinished(close);
    expect(await failToStart({ DATABASE_URL: url })).toMatchObject({
      code: 1,
      stderr:
        "Stockbridge cannot start. DATABASE_URL leads through a pooler, which does not let Stockbridge step down to its restricted role: set APP_DATABASE_URL to a login that is a member of stockbridge_app, or DATABASE_URL to the database's direct address.\n",
    });
  });

  it("lets the app store and handle webhooks, even without prepared statements", async () => {
    const url = await freshDatabase();
    const pooler = await transactionPooler(await appLogin(url), { preparesStatements: false });
    onTestFinished(pooler.close);
    const server = await startServer({ DATABASE_URL: url, APP_DATABASE_URL: pooler.url });
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const answers = ids.map((id) => statusOf(`${server.url}/webhooks`, signedWebhook(id)));
    expect(await Promise.all(answers)).toEqual(ids.map(() => 200));
    const handled = () =>
      query(url, "select webhook_id from inbox_entry where failure is null and handled_at is not null");
    await expect.poll(async () => (await handled()).length).toBe(ids.length);
    expect(await statusOf(`${server.url}/readyz`)).toBe(200);
  });
});
