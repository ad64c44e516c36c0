import { beforeAll, describe, expect, it, vi } from "vitest";

import { databaseTime } from "../../../app/lib/database/db.server.ts";
import { confirmNotOrdered } from "../../../app/orders/doubt/confirm-order.server.ts";
import { installClock } from "../../support/database-clock.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl } from "../../support/world.ts";
import { commitIntent, type Intent } from "../committed-intent.ts";
import { offering } from "../offering.ts";
import { requestedOrder, type RequestedOrder, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

let turnClock: (seconds: number) => Promise<void>;
beforeAll(async () => {
  turnClock = await installClock((sql, values) => query(databaseUrl, sql, values));
  // The pool notices closed connections one by one.
  await vi.waitFor(databaseTime, { timeout: 180_000 });
});

/** An order whose attempt has just begun, in a shop whose lookups are proof. */
async function attempted(): Promise<{ world: SellingShop; order: RequestedOrder; intent: Intent }> {
  offering({ lookupConsistentAfterSeconds: 60 });
  const world = await sellingShop();
  await (await requestedOrder(world)).process();
  const order = await requestedOrder(world);
  return { world, order, intent: await commitIntent(world, order) };
}

const monotonic = process.hrtime.bigint.bind(process.hrtime);

/** Lets time pass for the database and for this process alike. */
async function bothClocksRun(seconds: number): Promise<void> {
  const now = process.hrtime.bigint() - monotonic();
  vi.spyOn(process.hrtime, "bigint").mockImplementation(
    () => monotonic() + now + BigInt(seconds) * 1_000_000_000n,
  );
  await turnClock(seconds);
}

describe("an attempt that is under way while the database's clock jumps forward", () => {
  it("stays under way, and buys the order once", async () => {
    const { world, order, intent } = await attempted();
    await turnClock(600);
    await world.processDue();
    await turnClock(61);
    await world.processDue();
    await intent.post();
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placing" });
  });

  it("cannot be answered “not ordered” before the time has really passed", async () => {
    const { world, order, intent } = await attempted();
    await bothClocksRun(130);
    await world.processDue(1);
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
    const id = { shop: world.shop, orderId: order.id, attemptId: intent.attempt.id };
    await turnClock(600);
    expect(await confirmNotOrdered(id, { certain: false })).toEqual({ kind: "too-early" });
  });

  it("is followed within five minutes by an attempt that places the order, if its own request was never sent", async () => {
    const { world, order } = await attempted();
    await turnClock(600);
    await world.processDue();
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await bothClocksRun(61);
      await world.processDue();
    }
    expect(await order.row()).toMatchObject({ state: "placed" });
  });
});
