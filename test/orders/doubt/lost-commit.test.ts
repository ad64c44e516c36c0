import { randomUUID } from "node:crypto";

import { beforeEach, describe, expect, it } from "vitest";

import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { requestedOrder, type RequestedOrder, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeEach(async () => {
  world = await sellingShop();
});

/** Places an order, and changes the database while the supplier takes the order. */
async function placeWhile(order: RequestedOrder, meanwhile: (id: string) => Promise<unknown>): Promise<void> {
  wholesale.setFault("placeOrder", "slow", 1, 1500);
  const processing = order.process();
  await expect.poll(async () => (await order.row()).state).toBe("placing");
  await meanwhile(order.id);
  await processing;
}

const remove = (id: string) => query(databaseUrl, "delete from supplier_order where id = $1", [id]);

async function attempts() {
  return query<{ outcomes: string[] }>(
    databaseUrl,
    `select array_agg(outcome.kind) as outcomes from order_attempt attempt
     join order_attempt_outcome outcome on outcome.shop = attempt.shop and outcome.attempt_id = attempt.id
     where attempt.shop = $1 group by attempt.id`,
    [world.shop],
  );
}

describe("the outcome of an attempt whose commit a failover has lost", () => {
  it("is stored with the order and the attempt as if they were new", async () => {
    const order = await requestedOrder(world);
    await placeWhile(order, remove);
    await world.ingestRequests();
    await world.processDue();
    const [bought] = order.bought();
    expect(order.bought()).toHaveLength(1);
    expect(await world.row()).toMatchObject({
      state: "placed",
      acceptance: "accepted",
      supplier_order_id: bought?.id,
    });
    expect(await attempts()).toEqual([{ outcomes: ["placed"] }]);
    expect(
      await query(databaseUrl, "select quantity from supplier_order_line where shop = $1", [world.shop]),
    ).toHaveLength(1);
  });

  it("moves the order that lost only the attempt", async () => {
    const order = await requestedOrder(world);
    await placeWhile(order, async (id) => {
      await query(databaseUrl, "delete from order_attempt where order_id = $1", [id]);
      await query(
        databaseUrl,
        "update supplier_order set state = 'ready', due_at = now(), leased_until = null where id = $1",
        [id],
      );
    });
    await world.processDue();
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
  });

  it("moves the row that the request has got meanwhile", async () => {
    const order = await requestedOrder(world);
    const newId = randomUUID();
    await placeWhile(order, async (id) => {
      const [row] = await query<{ fulfillment_order_id: string; shop_order_id: string; order_name: string }>(
        databaseUrl,
        "delete from supplier_order where id = $1 returning fulfillment_order_id, shop_order_id, order_name",
        [id],
      );
      await query(
        databaseUrl,
        `insert into supplier_order (id, shop, fulfillment_order_id, shop_order_id, order_name, state, requested_at)
         values ($1, $2, $3, $4, $5, 'ready', now())`,
        [newId, world.shop, row?.fulfillment_order_id, row?.shop_order_id, row?.order_name],
      );
    });
    await world.processDue();
    expect(order.bought()).toHaveLength(1);
    expect(await world.row()).toMatchObject({ id: newId, state: "placed", acceptance: "accepted" });
  });

  it("stays in the log only if the shop was erased meanwhile", async () => {
    const order = await requestedOrder(world);
    await placeWhile(order, async (id) => {
      await query(databaseUrl, "delete from connection where shop = $1", [world.shop]);
      await remove(id);
    });
    expect(await world.rows()).toEqual([]);
  });
});
