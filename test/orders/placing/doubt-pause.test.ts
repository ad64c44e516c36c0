import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { listActivity } from "../../../app/lib/activity/list-activity.server.ts";
import { pausedBy } from "../../../app/components/banners/paused-banner.tsx";
import { findOrderingSettings } from "../../../app/orders/store/ordering-settings.server.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { type RequestedOrder, requestedOrder, type SellingShop, sellingShop, waitOf } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeEach(async () => {
  world = await sellingShop();
  // Orders of the tests before have no worker, so they must not wait for the probe.
  await query(databaseUrl, "update supplier_order set due_at = null where reason = 'ordering-doubtful'");
});
afterEach(() => {
  wholesale.setFault("placeOrder", "500", 0);
});

/** Processes this many new orders, each answered with this fault, or correctly. */
async function send(
  count: number,
  fault?: "500" | "html" | "429",
  { from = world } = {},
): Promise<RequestedOrder[]> {
  const orders: RequestedOrder[] = [];
  for (let number = 0; number < count; number += 1) {
    const order = await requestedOrder(from);
    wholesale.setFault("placeOrder", fault ?? "500", fault ? 1 : 0);
    await order.process();
    orders.push(order);
  }
  return orders;
}

async function statesOf(orders: RequestedOrder[]): Promise<string[]> {
  return Promise.all(
    orders.map(async (order) => {
      const { state, reason } = await order.row();
      return `${state}: ${String(reason)}`;
    }),
  );
}

/** Seconds that the latest unclear reply has paused the shop's ordering for. */
async function pauseSeconds(): Promise<number> {
  const [row] = await query<{ seconds: number }>(
    databaseUrl,
    `select extract(epoch from next_try_at - last_unclear_at)::float as seconds from ordering_settings where shop = $1`,
    [world.shop],
  );
  return row!.seconds;
}

async function paused(shop = world.shop) {
  return pausedBy(await findOrderingSettings(shop));
}

/** Orders that the supplier was sent. */
function knocks(): number {
  return wholesale.requests.filter(({ operation }) => operation === "placeOrder").length;
}

describe("three unclear replies in a row", () => {
  it("pause the shop's ordering, send no further order, and report that to the merchant", async () => {
    await send(3, "500");
    expect(await paused()).toBe("by-doubts");
    const before = wholesale.requests.length;
    const waiting = await send(3);
    expect(await statesOf(waiting)).toEqual(Array(3).fill("ready: ordering-doubtful"));
    expect(wholesale.requests.length).toBe(before);
    const { entries } = await listActivity(world.shop, { place: null });
    const told = entries.filter(({ message }) => message.code === "orders.activity.paused-by-doubts");
    expect(told).toMatchObject([{ tone: "critical" }]);
  });

  it("pause ordering even with other kinds of replies between them, if no order went through", async () => {
    await send(2, "html");
    await send(1, "429");
    expect(await paused()).toBe("no");
    await send(1, "html");
    expect(await paused()).toBe("by-doubts");
  });

  it("pause nothing if an order went through between the unclear replies", async () => {
    await send(2, "500");
    await send(1);
    await send(2, "500");
    expect(await paused()).toBe("no");
  });

  it("pause no other shop", async () => {
    const other = await sellingShop();
    await send(3, "500");
    expect(await paused(other.shop)).toBe("no");
    expect(await statesOf(await send(1, undefined, { from: other }))).toEqual(["placed: null"]);
  });
});

describe("ordering that unclear replies have paused", () => {
  it("tries one order at a time, at growing intervals", async () => {
    await send(3, "500");
    const waiting = await send(3);
    const pauses: number[] = [];
    for (const order of waiting) {
      const before = knocks();
      wholesale.setFault("placeOrder", "500", 100);
      const seconds = await pauseSeconds();
      pauses.push(seconds);
      await timePasses(world.shop, seconds);
      for (const each of [order, ...waiting]) await each.process();
      expect(knocks() - before).toBe(1);
    }
    expect(await statesOf(waiting)).toEqual(Array(3).fill("in_doubt: not-found"));
    const [first = 0, second = 0, third = 0] = pauses;
    expect(first).toBeGreaterThanOrEqual(60);
    expect(second).toBeGreaterThan(1.5 * first);
    expect(third).toBeGreaterThan(1.5 * second);
  });

  it("tries only one of two orders that are due at once", async () => {
    await send(3, "500");
    const waiting = await send(2);
    await timePasses(world.shop, 100);
    wholesale.setFault("placeOrder", "500", 100);
    const before = knocks();
    await Promise.all(waiting.map((order) => order.process()));
    expect(knocks() - before).toBe(1);
  });

  it("resumes for all orders once one order goes through", async () => {
    await send(3, "500");
    const [first, ...rest] = await send(4);
    await timePasses(world.shop, 100);
    await first!.process();
    expect(await paused()).toBe("no");
    for (const order of rest) expect(waitOf(await order.row())).toBeLessThanOrEqual(0);
    for (const order of rest) await order.process();
    expect(await statesOf([first!, ...rest])).toEqual(Array(4).fill("placed: null"));
  });

  it("makes a new order due at the next try", async () => {
    await send(3, "500");
    // Longer than the minute after which an order that waits is checked again.
    await query(
      databaseUrl,
      "update ordering_settings set next_try_at = next_try_at + interval '1 hour' where shop = $1",
      [world.shop],
    );
    const [order] = await send(1);
    const { doubtPause } = await findOrderingSettings(world.shop);
    expect((await order!.row()).due_at).toEqual(doubtPause?.nextTryAt);
  });
});

describe("an unclear reply whose order a lookup finds", () => {
  /** Sends orders whose reply is lost, and looks each of them up so many seconds later. */
  async function settle(count: number, seconds: number): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const order = await requestedOrder(world);
      wholesale.setFault("placeOrder", "500-after-commit", 1);
      await order.process();
      expect(await statesOf([order])).toEqual(["in_doubt: unclear"]);
      await query(
        databaseUrl,
        `update order_attempt_outcome set at = now() - make_interval(secs => $2)
         where attempt_id in (select id from order_attempt where order_id = $1)`,
        [order.id, seconds],
      );
      await order.process();
      expect(await statesOf([order])).toEqual(["placed: null"]);
    }
  }

  it("counts half toward the pause if the lookup comes at once", async () => {
    // However slow this machine is: the lookup seems to come before the doubt.
    await settle(5, -3600);
    expect(await paused()).toBe("no");
    await settle(1, -3600);
    expect(await paused()).toBe("by-doubts");
  });

  it("counts in full toward the pause if the lookup comes later", async () => {
    await settle(3, 2);
    expect(await paused()).toBe("by-doubts");
  });
});

/** A shop with an account of its own at the supplier. */
async function shopWithAccount(): Promise<SellingShop> {
  const found = await sellingShop();
  for (const table of ["connection", "product_link"])
    await query(databaseUrl, `update ${table} set account = shop where shop = $1`, [found.shop]);
  return found;
}

describe("unclear replies of several accounts in a row", () => {
  it("pause every shop's ordering until an order goes through", async () => {
    const [first, second, third] = [
      await shopWithAccount(),
      await shopWithAccount(),
      await shopWithAccount(),
    ];
    await send(2, "500", { from: first });
    await send(1, "500", { from: second });
    expect(await paused(third.shop)).toBe("no");
    await send(1, "500", { from: third });
    expect(await paused()).toBe("by-doubts-for-all");
    const [waiting] = await send(1, undefined, { from: third });
    expect(await statesOf([waiting!])).toEqual(["ready: ordering-doubtful"]);

    wholesale.setFault("placeOrder", "500", 1);
    await timePasses(third.shop, 100);
    await waiting!.process();
    expect(await statesOf([waiting!])).toEqual(["in_doubt: unclear"]);
    expect(await paused()).toBe("by-doubts-for-all");

    const [next] = await send(1);
    await timePasses(world.shop, 1000);
    await next!.process();
    expect(await statesOf([next!])).toEqual(["placed: null"]);
    for (const { shop } of [world, first, second, third]) expect(await paused(shop)).toBe("no");
  });

  it("let a shop without unclear replies send the next order first", async () => {
    const doubtful = [await shopWithAccount(), await shopWithAccount(), await shopWithAccount()];
    for (const from of doubtful) await send(1, "500", { from });
    const [theirs] = await send(1, undefined, { from: doubtful[0]! });
    const [ours] = await send(1);
    await timePasses(world.shop, 80);
    await query(
      databaseUrl,
      "update supplier_order set due_at = date_trunc('milliseconds', now()) where id = $1",
      [theirs!.id],
    );
    const before = knocks();
    await theirs!.process();
    expect(knocks()).toBe(before);
    await ours!.process();
    expect(await statesOf([ours!])).toEqual(["placed: null"]);
  });

  it("pause nothing if an order of another shop went through between them", async () => {
    const [first, second, third] = [
      await shopWithAccount(),
      await shopWithAccount(),
      await shopWithAccount(),
    ];
    for (const from of [first, second]) await send(1, "500", { from });
    await send(1);
    await send(1, "500", { from: third });
    expect(await paused()).toBe("no");
  });
});

it("pauses no other account after unclear replies to several shops of one account", async () => {
  const [other, third] = [await sellingShop(), await sellingShop()];
  for (const from of [world, other, third]) await send(2, "500", { from });
  expect(await paused((await sellingShop()).shop)).toBe("no");
});
