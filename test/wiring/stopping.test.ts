import { expect, it } from "vitest";

import { processOrder, sweepOrders } from "../../app/orders/placing/process-order.server.ts";
import { startQueue, startWorking } from "../../app/queue/boss.server.ts";
import { jobs } from "../../app/queue/jobs.ts";
import { jobHandlers } from "../../app/wiring/job-handlers.server.ts";
import { beginToStop, stopProcess } from "../../app/wiring/start-process.server.ts";
import { requestedOrder, sellingShop } from "../orders/shop-world.ts";
import { holdLock, someoneWaits } from "../support/locks.ts";
import { query } from "../support/database.ts";
import { databaseUrl, wholesale } from "../support/world.ts";

it("lets a stopping worker finish its running call, but neither claim an order nor start an attempt", async () => {
  await startQueue(jobs);
  const world = await sellingShop();
  const [sent, read, due] = [
    await requestedOrder(world),
    await requestedOrder(world),
    await requestedOrder(world),
  ];
  // Only the first order keeps its job; the sweep finds the others.
  await query(databaseUrl, "delete from pgboss.job where data->>'orderId' <> $1", [sent.id]);
  const reply = wholesale.holdReplies("placeOrder");
  await startWorking({ "orders.process": jobs["orders.process"] }, jobHandlers);
  await expect.poll(() => sent.bought().length).toBe(1);

  const lock = await holdLock("lock table branding_version in access exclusive mode");
  const reading = processOrder({ shop: world.shop, orderId: read.id });
  await someoneWaits();
  beginToStop();
  await sweepOrders();
  expect(await due.row()).toMatchObject({ state: "ready", leased_until: null });
  await lock.release();
  await reading;
  expect(await read.attempts()).toEqual([]);
  expect(await read.row()).toMatchObject({ state: "ready", reason: null });
  expect(await sent.row()).toMatchObject({ state: "placing" });

  const stopped = stopProcess();
  reply();
  await stopped;
  expect(await sent.row()).toMatchObject({ state: "placed" });
  expect([...read.bought(), ...due.bought()]).toEqual([]);
});
