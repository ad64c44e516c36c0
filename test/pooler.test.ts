import { beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { buildIfStale } from "../scripts/build-if-stale.ts";
import { freshDatabase } from "./support/database.ts";
import { failToStart } from "./support/server.ts";
import { transactionPooler } from "./support/transaction-pooler.ts";

beforeAll(async () => {
  await buildIfStale();
});

describe("a pooler in transaction mode", () => {
  it("refuses the restricted role: the server names APP_DATABASE_URL and the direct address", async () => {
    const { url, close } = await transactionPooler(await freshDatabase());
    onTestFinished(close);
    expect(await failToStart({ DATABASE_URL: url })).toMatchObject({
      code: 1,
      stderr:
        "Stockbridge cannot start. DATABASE_URL leads through a pooler, which does not let Stockbridge step down to its restricted role: set APP_DATABASE_URL to a login that is a member of stockbridge_app, or DATABASE_URL to the database's direct address.\n",
    });
  });
});
