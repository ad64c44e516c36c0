import { expect, it } from "vitest";

import { supplierBackJob } from "../../app/connection/jobs.ts";
import { endOutage, findOutage, noteOutage } from "../../app/connection/supplier-outage.server.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl } from "../support/world.ts";

openQueue([supplierBackJob]);

const start = new Date("2026-11-21T10:00:00Z");
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

it("an outage is known from when it was noticed first, and ends with a wake-up for whoever waits", async () => {
  expect(await findOutage(start)).toBeNull();
  await noteOutage(start);
  await Promise.all([noteOutage(after(1)), noteOutage(after(1))]);
  expect(await findOutage(after(2))).toEqual(start);
  await endOutage();
  expect(await findOutage(after(2))).toBeNull();
  const jobs = await query(databaseUrl, "select name from pgboss.job where name = $1", [
    supplierBackJob.name,
  ]);
  expect(jobs).toHaveLength(1);
});

it("an outage that nobody has noticed again for a while is over: its process may have ended", async () => {
  await noteOutage(start);
  expect(await findOutage(after(4))).toEqual(start);
  expect(await findOutage(after(6))).toBeNull();
  await noteOutage(after(60));
  expect(await findOutage(after(61))).toEqual(after(60));
});
