import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { sweepCatalog } from "../../app/catalog/wake-catalog.server.ts";
import { startQueue, stopQueue } from "../../app/queue/boss.server.ts";
import { jobs } from "../../app/queue/jobs.ts";
import { query } from "../support/database.ts";
import { databaseUrl, newShop } from "../support/world.ts";

// No worker runs, as if all of them waited for a supplier that doesn't answer.
beforeAll(() => startQueue(jobs));
afterAll(stopQueue);

describe("sweepCatalog", () => {
  it("leaves at most one waiting job per shop and kind, however many sweeps an outage lasts", async () => {
    const shops = [newShop(), newShop(), newShop()];
    for (const shop of shops) {
      await query(
        databaseUrl,
        `insert into product_link (shop, supplier_product_id, state, requested_at, due_at, sync_due_at, compare_due_at)
         select $1, n, 'importing', now(), now() - interval '1 second', now() - interval '1 second', now() - interval '1 second' from generate_series(1, 3) n`,
        [shop],
      );
      await query(
        databaseUrl,
        "insert into catalog_sync (shop, compare_due_at) values ($1, now() - interval '1 second')",
        [shop],
      );
      await query(
        databaseUrl,
        "insert into catalog_mirror (shop, state, run, due_at) values ($1, 'reading', 1, now() - interval '1 second')",
        [shop],
      );
    }
    for (let sweeps = 0; sweeps < 5; sweeps += 1) await sweepCatalog();
    const jobs = await query<{ name: string; count: number }>(
      databaseUrl,
      "select name, data->>'shop' as shop, count(*)::int from pgboss.job where data ? 'shop' group by 1, 2",
    );
    expect(jobs.filter(({ count }) => count > 1)).toEqual([]);
    expect([...new Set(jobs.map(({ name }) => name))].toSorted()).toEqual([
      "catalog.import",
      "catalog.mirror",
      "catalog.sync",
    ]);
    expect(jobs).toHaveLength(9);
  });

  it("wakes a shop again once its waiting job has started", async () => {
    const shop = newShop();
    await query(
      databaseUrl,
      "insert into catalog_sync (shop, compare_due_at) values ($1, now() - interval '1 second')",
      [shop],
    );
    await sweepCatalog();
    await query(databaseUrl, "update pgboss.job set state = 'active' where data->>'shop' = $1", [shop]);
    await sweepCatalog();
    const jobs = await query(databaseUrl, "select from pgboss.job where data->>'shop' = $1", [shop]);
    expect(jobs).toHaveLength(2);
  });
});
