import { beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { query } from "../../support/database.ts";
import { databaseProxy } from "../../support/database-proxy.ts";
import { runAlone } from "../../support/killed.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { requestedOrder, type RequestedOrder, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

/** A worker processes an order, with its database at this address. @returns what it logged. */
async function processWith(url: string, { id: orderId }: RequestedOrder): Promise<string> {
  const useCase = { module: "app/orders/placing/process-order.server.ts", name: "processOrder" };
  return runAlone(
    { ...useCase, args: [{ shop: world.shop, orderId }] },
    { DATABASE_URL: url, LOG_LEVEL: "info" },
  );
}

const INTENT = 'insert into "order_attempt"';
const OUTCOME = 'insert into "order_attempt_outcome"';

describe("an attempt whose COMMIT loses its connection before the POST", () => {
  it("is found in the database if the COMMIT worked, and the order is sent once", async () => {
    const order = await requestedOrder(world);
    const proxy = await databaseProxy(databaseUrl, { cutCommit: { of: INTENT, when: "after" } });
    const logged = await processWith(proxy.url, order);
    expect(proxy.cut, logged).toBe(1);
    expect(order.bought()).toHaveLength(1);
    expect(await order.outcomes()).toEqual(["placed"]);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: order.bought()[0]?.id });
  });

  it("is committed again if the COMMIT did not arrive, and the order is sent once", async () => {
    const order = await requestedOrder(world);
    const proxy = await databaseProxy(databaseUrl, { cutCommit: { of: INTENT, when: "before" } });
    const logged = await processWith(proxy.url, order);
    expect(proxy.cut, logged).toBe(1);
    expect(order.bought()).toHaveLength(1);
    expect(await order.attempts()).toHaveLength(1);
    expect(await order.outcomes()).toEqual(["placed"]);
  });
});

describe("an attempt of ingestRequest whose COMMIT loses its connection before the POST", () => {
  /** Ingests a new request through a proxy that cuts the intent's COMMIT. */
  async function ingestWith(cut: "before" | "after") {
    await requestedOrder(world).then((order) => order.process());
    const { name } = world.order();
    world.request(name);
    const [part] = world.look(name).fulfillmentOrders;
    const proxy = await databaseProxy(databaseUrl, { cutCommit: { of: INTENT, when: cut } });
    const useCase = { module: "app/orders/ingest/ingest-requests.server.ts", name: "ingestRequest" };
    const settings = { DATABASE_URL: proxy.url, LOG_LEVEL: "info" };
    const logged = await runAlone(
      { ...useCase, args: [world.shop, { subjectId: part?.id }] },
      settings,
    ).catch(String);
    expect(proxy.cut, logged).toBe(1);
    const number = /\d+$/.exec(part?.id ?? "")?.[0];
    const bought = wholesale.supplier.ledger
      .orders()
      .filter(({ reference }) => reference.split("-")[1] === number);
    const rows = (await world.rows()).filter((row) => row.fulfillment_order_id === part?.id);
    return { bought, rows };
  }

  it("is found in the database if the COMMIT worked, and the order is sent and accepted once", async () => {
    const { bought, rows } = await ingestWith("after");
    expect(bought).toHaveLength(1);
    expect(rows).toMatchObject([{ state: "placed", acceptance: "accepted" }]);
  });

  it("is committed again if the COMMIT did not arrive, and the order is sent and accepted once", async () => {
    const { bought, rows } = await ingestWith("before");
    expect(bought).toHaveLength(1);
    expect(rows).toMatchObject([{ state: "placed", acceptance: "accepted" }]);
  });
});

describe("the supplier's reply to an order", () => {
  it("is logged with its number while the database is down, and stored once the database is back", async () => {
    const order = await requestedOrder(world);
    const proxy = await databaseProxy(databaseUrl);
    const reply = wholesale.holdReplies("placeOrder");
    const processed = processWith(proxy.url, order);
    await expect.poll(() => order.bought().length).toBe(1);
    proxy.down();
    reply();
    await expect.poll(() => proxy.refused).toBeGreaterThan(1);
    expect(await order.row()).toMatchObject({ state: "placing" });
    proxy.up();
    const logged = await processed;
    const number = order.bought()[0]?.id;
    expect(logged).toMatch(new RegExp(`"number":"${String(number)}".*"orders.attempted"`));
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: number });
    expect(await order.outcomes()).toEqual(["placed"]);
  });

  it("is stored once, and the request accepted at once, even if the connection breaks after the COMMIT", async () => {
    const order = await requestedOrder(world);
    const proxy = await databaseProxy(databaseUrl, { cutCommit: { of: OUTCOME, when: "after" } });
    const logged = await processWith(proxy.url, order);
    expect(proxy.cut, logged).toBe(1);
    expect(await order.outcomes()).toEqual(["placed"]);
    expect(await order.row()).toMatchObject({
      state: "placed",
      supplier_order_id: order.bought()[0]?.id,
      acceptance: "accepted",
      due_at: null,
    });
  });

  it("ends the pause of all shops, even if the connection breaks after the COMMIT", async () => {
    await query(
      databaseUrl,
      "insert into doubt_pause_of_all (next_try_at) values (now() - interval '1 second')",
    );
    onTestFinished(async () => {
      await query(databaseUrl, "delete from doubt_pause_of_all");
    });
    const order = await requestedOrder(world);
    const proxy = await databaseProxy(databaseUrl, { cutCommit: { of: OUTCOME, when: "after" } });
    const logged = await processWith(proxy.url, order);
    expect(proxy.cut, logged).toBe(1);
    expect(await query(databaseUrl, "select from doubt_pause_of_all")).toEqual([]);
  });
});

describe("a sweep of eight orders", () => {
  it.each([
    ["their intents", "before it arrives", INTENT, "before"],
    ["their intents", "after it worked", INTENT, "after"],
    ["their outcomes", "before it arrives", OUTCOME, "before"],
    ["their outcomes", "after it worked", OUTCOME, "after"],
  ] as const)(
    "buys each order once even if a COMMIT of %s loses its connection %s",
    async (_of, _when, of, when) => {
      await query(databaseUrl, "update supplier_order set due_at = null, leased_until = null");
      const orders: RequestedOrder[] = [];
      for (let number = 0; number < 8; number += 1) orders.push(await requestedOrder(world));
      const proxy = await databaseProxy(databaseUrl, { cutCommit: { of, when } });
      const useCase = { module: "app/orders/placing/process-order.server.ts", name: "sweepOrders", args: [] };
      const logged = await runAlone(useCase, { DATABASE_URL: proxy.url, LOG_LEVEL: "info" });
      expect(proxy.cut, logged).toBe(1);
      for (const order of orders) {
        expect(order.bought()).toHaveLength(1);
        expect(await order.attempts()).toHaveLength(1);
        expect(await order.outcomes()).toEqual(["placed"]);
        expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
      }
    },
  );
});
