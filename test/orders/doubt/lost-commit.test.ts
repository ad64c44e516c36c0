import { randomUUID } from "node:crypto";

import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { disconnect } from "../../../app/connection/disconnect.server.ts";
import { beginFailover } from "../../../app/lib/database/failover.ts";
import { processOrder } from "../../../app/orders/placing/process-order.server.ts";
import { endAttempt } from "../../../app/orders/store/end-attempt.server.ts";
import { ensureReferencePrefix } from "../../../app/orders/store/ordering-settings.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { commitIntent, type Intent } from "../committed-intent.ts";
import { requestedOrder, type RequestedOrder, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeEach(async () => {
  world = await sellingShop();
});

/** Places an order, and changes the database while the supplier takes the order. */
async function placeWhile(order: RequestedOrder, meanwhile: (id: string) => Promise<unknown>): Promise<void> {
  const reply = wholesale.holdReplies("placeOrder");
  const processing = order.process();
  await expect.poll(async () => (await order.row()).state).toBe("placing");
  await meanwhile(order.id);
  reply();
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
  it("is stored together with the lost order and attempt", async () => {
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

  it("is applied to the order if only the attempt was lost", async () => {
    const order = await requestedOrder(world);
    await placeWhile(order, async (id) => {
      await query(databaseUrl, "delete from order_attempt where order_id = $1", [id]);
      await query(
        databaseUrl,
        "update supplier_order set state = 'ready', due_at = date_trunc('milliseconds', now()), leased_until = null where id = $1",
        [id],
      );
    });
    await world.processDue();
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
  });

  it("is applied to the new row if the poll has opened one for the request", async () => {
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

  it("is not stored if the shop was erased meanwhile", async () => {
    const order = await requestedOrder(world);
    await placeWhile(order, async (id) => {
      await query(databaseUrl, "delete from ordering_settings where shop = $1", [world.shop]);
      await remove(id);
    });
    expect(await world.rows()).toEqual([]);
  });
});

/** Commits an attempt, and loses it with its order. */
async function lostAttempt(order: RequestedOrder): Promise<Intent> {
  await ensureReferencePrefix(world.shop);
  const lost = await commitIntent(world, order);
  await remove(order.id);
  return lost;
}

/** Opens the order again, as the poll of requests does. */
async function openAgain(order: RequestedOrder): Promise<RequestedOrder> {
  await world.ingestRequests();
  const { id } = await world.row();
  return { ...order, id, process: () => processOrder({ shop: world.shop, orderId: id }) };
}

type Ending = Parameters<typeof endAttempt>[1]["outcome"];

const unclear: Ending = { code: "unclear", explanation: { code: "orders.unclear.ours" } };

function end({ attempt: { id: attemptId, orderId, rows } }: Intent, outcome: Ending) {
  return endAttempt({ shop: world.shop, orderId, attemptId }, { outcome, isSent: true, rows });
}

/** Lets a failover happen now. Its time is far in the past of the process's clock, so it ends with the test. */
function failOver(): void {
  const clock = vi.spyOn(performance, "now").mockReturnValue(-1e9);
  onTestFinished(() => {
    clock.mockRestore();
  });
  beginFailover({ before: "one timeline", timeline: "another" });
}

describe("an attempt that a failover has lost, after a second attempt has begun", () => {
  it.each<Ending>([{ code: "never-sent" }, { code: "too-late" }, { code: "key-unauthorized" }])(
    "leaves the second attempt under way when its own outcome arrives ($code)",
    async (outcome) => {
      const order = await requestedOrder(world);
      const lost = await lostAttempt(order);
      const second = await commitIntent(world, await openAgain(order));
      await end(lost, outcome);
      await world.processLater(15);
      await second.post();
      expect(order.bought()).toHaveLength(1);
    },
  );

  it("leaves the order in doubt if it was never sent, but the second attempt is in doubt", async () => {
    const order = await requestedOrder(world);
    const lost = await lostAttempt(order);
    const second = await commitIntent(world, await openAgain(order));
    await second.post();
    await end(second, unclear);
    await end(lost, { code: "never-sent" });
    expect(await world.row()).toMatchObject({ state: "in_doubt" });
  });

  it("is reported as a second order if both attempts are placed", async () => {
    const order = await requestedOrder(world);
    const lost = await lostAttempt(order);
    const second = await commitIntent(world, await openAgain(order));
    const [one, two] = [await lost.post(), await second.post()];
    await end(lost, { code: "placed", number: one.id });
    await end(second, { code: "placed", number: two.id });
    const columns = "supplier_order_id as first, second_supplier_order_id as second, reason";
    expect(
      await query(databaseUrl, `select ${columns} from supplier_order where shop = $1`, [world.shop]),
    ).toEqual([{ first: two.id, second: one.id, reason: "duplicate-at-supplier" }]);
  });
});

describe("an attempt that a failover has lost, after its order has ended", () => {
  it.each(["canceled", "rejected"])("is canceled with the supplier if it was placed (%s)", async (state) => {
    const order = await requestedOrder(world);
    const lost = await lostAttempt(order);
    const again = await openAgain(order);
    await query(
      databaseUrl,
      "update supplier_order set state = $2, acceptance = 'closing', due_at = null, reason = 'canceled-unsent' where id = $1",
      [again.id, state],
    );
    const { id: number } = await lost.post();
    await end(lost, { code: "placed", number });
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "canceled", supplier_order_id: number });
    expect(order.bought().map(({ status }) => status)).toEqual(["cancelled"]);
  });

  it("leads to a lookup that finds the order if the supplier's reply was unclear", async () => {
    const order = await requestedOrder(world);
    const lost = await lostAttempt(order);
    const again = await openAgain(order);
    await query(
      databaseUrl,
      "update supplier_order set state = 'canceled', due_at = null, reason = 'canceled-unsent' where id = $1",
      [again.id],
    );
    const { id: number } = await lost.post();
    await end(lost, unclear);
    await world.processDue();
    expect(await world.row()).toMatchObject({ supplier_order_id: number });
  });
});

describe("an attempt that a failover has lost before the supplier replies", () => {
  it("buys the order once, even if the poll opens a new row for the request", async () => {
    const order = await requestedOrder(world);
    const lost = await lostAttempt(order);
    failOver();
    await openAgain(order);
    await world.processDue();
    const { id: number } = await lost.post();
    await end(lost, { code: "placed", number });
    expect(order.bought()).toHaveLength(1);
    expect(await world.row()).toMatchObject({ state: "placed", supplier_order_id: number });
  });
});

describe("an attempt that a failover has lost, after its shop has disconnected", () => {
  it("is stored, because we keep the orders of a disconnected shop", async () => {
    const order = await requestedOrder(world);
    const lost = await lostAttempt(order);
    await disconnect(world.shop, { why: "uninstalled" });
    const { id: number } = await lost.post();
    await end(lost, { code: "placed", number });
    expect(await world.rows()).toMatchObject([{ state: "placed", supplier_order_id: number }]);
  });
});
