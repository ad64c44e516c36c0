import { expect, it } from "vitest";

import { jobs } from "../../app/queue/jobs.ts";
import { endOutage, findOutage, recordOutage } from "../../app/connection/supplier-outage.server.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl } from "../support/world.ts";

openQueue();

/** An outage belongs to no shop, so its moments are moved back here. */
async function minutesPass(minutes: number): Promise<void> {
  await query(
    databaseUrl,
    `update supplier_outage set since = since - make_interval(mins => $1),
       seen_at = seen_at - make_interval(mins => $1)`,
    [minutes],
  );
}

it("keeps the time at which an outage was first noticed, and announces its end", async () => {
  expect(await findOutage()).toBeNull();
  await recordOutage();
  await minutesPass(1);
  const since = await findOutage();
  expect(since).toBeInstanceOf(Date);
  await Promise.all([recordOutage(), recordOutage()]);
  expect(await findOutage()).toEqual(since);
  await endOutage();
  expect(await findOutage()).toBeNull();
  const enqueued = await query(databaseUrl, "select name from pgboss.job where name = $1", [
    jobs["connection.supplier-back"].name,
  ]);
  expect(enqueued).toHaveLength(1);
});

it("considers an outage over if no process has noticed it again for a while", async () => {
  await recordOutage();
  await minutesPass(4);
  const first = await findOutage();
  expect(first).toBeInstanceOf(Date);
  await minutesPass(2);
  expect(await findOutage()).toBeNull();
  await recordOutage();
  expect((await findOutage())?.getTime()).toBeGreaterThan(first?.getTime() ?? Infinity);
});
