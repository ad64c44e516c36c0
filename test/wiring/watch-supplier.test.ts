import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { wakeMirrorsAfterOutage } from "../../app/catalog/mirror/mirror-run.server.ts";
import { jobs } from "../../app/queue/jobs.ts";
import { findOutage } from "../../app/connection/supplier-outage.server.ts";
import { watchSupplierOutage } from "../../app/wiring/watch-supplier.server.ts";
import { wakeAllOrders } from "../../app/orders/store/wake-orders.server.ts";
import { startQueue, stopQueue } from "../../app/queue/boss.server.ts";
import { callWholesale } from "../../app/wholesale/call-wholesale.server.ts";
import { sellingShop } from "../orders/shop-world.ts";
import { query } from "../support/database.ts";
import { databaseUrl, wholesale } from "../support/world.ts";
import type { SupplierOrderId } from "../../app/wholesale/resources.ts";

beforeAll(async () => {
  // No worker processes the jobs here.
  await startQueue(jobs);
});
afterAll(async () => {
  vi.useRealTimers();
  await stopQueue();
});

/** Any read with the keys of two shops; whether the supplier knows them does not matter here. */
async function ask(): Promise<void> {
  for (const credential of ["rk_none", "rk_nobody"])
    await callWholesale("getOrder", { input: { id: "ord_1" as SupplierOrderId }, credential }).catch(
      () => undefined,
    );
}

it("tells all processes through the database that the supplier is down, and that it is back", async () => {
  watchSupplierOutage();
  wholesale.setFault("getOrder", "500", 1000);
  for (let time = 0; time < 5; time += 1) await ask();
  await expect.poll(() => findOutage()).toBeInstanceOf(Date);
  wholesale.setFault("getOrder", "500", 0);
  const later = Date.now() + 61_000;
  vi.useFakeTimers({ toFake: ["Date"], now: later });
  await ask();
  vi.useRealTimers();
  await expect.poll(() => findOutage()).toBeNull();
  const enqueued = await query(databaseUrl, "select from pgboss.job where name = $1", [
    jobs["connection.supplier-back"].name,
  ]);
  expect(enqueued).toHaveLength(1);
});

describe("the supplier's return", () => {
  it("makes orders that could not reach the supplier due at once, and does not change other orders", async () => {
    const world = await sellingShop();
    const requested = async (wish: Parameters<typeof world.order>[0] = {}) => {
      world.request(world.order(wish).name);
      await world.ingestRequests();
    };
    await requested({ paid: false });
    await world.processDue();
    wholesale.setFault("getProduct", "500", 1);
    await requested();
    await world.processDue();
    const before = await world.rows();
    expect(before.map(({ reason }) => reason)).toEqual(["unpaid", "supplier-unreachable"]);
    await wakeAllOrders("supplier-back");
    const [unpaid, unreachable] = await world.rows();
    expect(unpaid?.due_at).toEqual(before[0]?.due_at);
    expect(unreachable?.due_at?.getTime()).toBeLessThan(before[1]?.due_at?.getTime() ?? 0);
    await world.processDue();
    expect((await world.rows()).map(({ state }) => state)).toEqual(["held", "placed"]);
  });

  it("makes catalogs whose reading failed due at once", async () => {
    const { shop } = await sellingShop();
    const dueAt = async () => {
      const [row] = await query<{ due_at: Date }>(
        databaseUrl,
        "select due_at from catalog_mirror where shop = $1",
        [shop],
      );
      return row?.due_at;
    };
    const planned = await dueAt();
    await wakeMirrorsAfterOutage();
    expect(await dueAt()).toEqual(planned);
    await query(
      databaseUrl,
      `update catalog_mirror set problem = 'failed', problem_message = '{"code": "failure.ours"}' where shop = $1`,
      [shop],
    );
    await wakeMirrorsAfterOutage();
    expect((await dueAt())!.getTime()).toBeLessThanOrEqual(Date.now());
  });
});
