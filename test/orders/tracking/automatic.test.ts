import { afterAll, beforeAll, expect, it } from "vitest";

import { startQueue, startWorking, stopQueue } from "../../../app/queue/boss.server.ts";
import { jobs } from "../../../app/queue/jobs.ts";
import { jobHandlers } from "../../../app/wiring/job-handlers.server.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { trackedOrder } from "./testing.ts";

beforeAll(() => startQueue(jobs));
afterAll(stopQueue);

it("shows a shipment in the shop without any action of a person", async () => {
  const order = await trackedOrder();
  wholesale.supplier.ledger.ship(order.number, { carrier: "DHL", trackingNumber: "JD01" });
  // The state a few seconds after placing.
  await query(
    databaseUrl,
    "update supplier_order set update_leased_until = null, update_due_at = now() - interval '1 second' where id = $1",
    [order.id],
  );
  await startWorking(jobs, jobHandlers);
  await expect.poll(order.shown).toMatchObject([{ number: "JD01" }]);
  await expect.poll(order.row).toMatchObject({ state: "shipped" });
  expect(await order.shipments()).toHaveLength(1);
});
