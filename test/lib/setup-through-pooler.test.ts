import { expect, it, onTestFinished } from "vitest";

import { setupDatabase } from "../../app/lib/database/setup-database.server.ts";
import { emptyDatabase, freshDatabase, query } from "../support/database.ts";
import { transactionPooler } from "../support/transaction-pooler.ts";

it.each([true, false])(
  "setupDatabase works through a pooler in transaction mode and leaves no lock behind (prepared statements kept: %s)",
  { timeout: 180_000 },
  async (preparesStatements) => {
    const url = await emptyDatabase();
    const pooler = await transactionPooler(url, { preparesStatements });
    onTestFinished(pooler.close);
    await setupDatabase(pooler.url);
    await setupDatabase(pooler.url);
    const locks = () =>
      query(
        url,
        `select objid from pg_locks where locktype = 'advisory'
           and database = (select oid from pg_database where datname = current_database())`,
      );
    // The pooler has ended the connection that held setup's lock, and Postgres may hear of that a moment later.
    await expect.poll(locks).toEqual([]);
  },
);

it("setupDatabase completes four times at once through a pooler with four server connections", async () => {
  const pooler = await transactionPooler(await freshDatabase());
  onTestFinished(pooler.close);
  const ended = await Promise.allSettled(Array.from({ length: 4 }, () => setupDatabase(pooler.url)));
  expect(ended.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => "fulfilled"));
});
