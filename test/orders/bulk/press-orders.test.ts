import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import { inShop, readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import type { BulkAction, PickedOrder } from "../../../app/orders/bulk/picked-order.ts";
import {
  dismissResults,
  findPressResults,
  pressOrders,
} from "../../../app/orders/bulk/press-orders.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, newShop } from "../../support/world.ts";
import { storeOrder, storeOrders } from "../stored-order.ts";

openQueue();

async function press(
  shop: ShopDomain,
  action: BulkAction,
  picked: PickedOrder[],
  pressId: string = randomUUID(),
): Promise<Record<string, string | undefined>> {
  await pressOrders(shop, { pressId, action, picked });
  return results(shop);
}

/** The codes of the results that the page shows, by order. */
async function results(shop: ShopDomain): Promise<Record<string, string | undefined>> {
  const found = await readInShop(shop, (tx, now) => findPressResults(tx, { shop, now }));
  return Object.fromEntries(found.results.map(({ orderId, result }) => [orderId, result?.code]));
}

function rows(shop: ShopDomain) {
  return inShop(shop, (tx) => tx.supplierOrder.findMany({ where: { shop }, orderBy: { id: "asc" } }));
}

const inVersion0 = (ids: string[]) => ids.map((id) => ({ id, version: 0 }));

function heldForCost(amount: string) {
  const line = {
    code: "orders.cost-line.below-cost",
    lineItemId: "1",
    title: "Cup",
    quantity: 1,
    cost: { amount, currency: "EUR" },
    against: { amount: "1.00", currency: "EUR" },
  };
  return { state: "held" as const, reason: "below-cost", reasonParams: { lines: [line] } };
}

function costsOf(amount: string) {
  return { "1": { amount, currency: "EUR", loss: null } };
}

describe("pressOrders", () => {
  it("returns one result per order, also for orders that have changed, are gone, or belong to another shop", async () => {
    const shop = newShop();
    const held = await storeOrders(shop, [{ state: "held" }, { state: "held" }]);
    const foreign = await storeOrder(newShop(), { state: "held" });
    await query(databaseUrl, "update supplier_order set version = 1 where id = $1", [held[1]]);
    const missing = randomUUID();
    expect(await press(shop, "retry", inVersion0([...held, foreign, missing]))).toEqual({
      [held[0]!]: "bulk.result.retry",
      [held[1]!]: "bulk.result.changed",
      [foreign]: "bulk.result.changed",
      [missing]: "bulk.result.changed",
    });
    expect((await rows(shop)).map(({ state }) => state)).toEqual(["ready", "held"]);
    const [{ state } = {}] = await query<{ state?: string }>(
      databaseUrl,
      "select state from supplier_order where id = $1",
      [foreign],
    );
    expect(state).toBe("held");
  });

  it("cancels each order once if the browser sends the same press several times", async () => {
    const shop = newShop();
    const ids = await storeOrders(
      shop,
      Array.from({ length: 20 }, () => ({ state: "held" as const })),
    );
    const picked = inVersion0(ids);
    const pressId = randomUUID();
    await Promise.all([press(shop, "cancel", picked, pressId), press(shop, "cancel", picked, pressId)]);
    const again = await press(shop, "cancel", picked, pressId);
    expect(again).toEqual(Object.fromEntries(ids.map((id) => [id, "bulk.result.cancel"])));
    expect((await rows(shop)).map(({ version }) => version)).toEqual(ids.map(() => 1));
  });

  it("reports orders as changed if another tab has canceled them, and leaves them alone", async () => {
    const shop = newShop();
    const ids = await storeOrders(shop, [{ state: "held" }, { state: "held" }]);
    await press(shop, "cancel", inVersion0(ids));
    const before = await rows(shop);
    expect(Object.values(await press(shop, "retry", inVersion0(ids)))).toEqual([
      "bulk.result.changed",
      "bulk.result.changed",
    ]);
    expect(await rows(shop)).toEqual(before);
  });

  it("retries the unchanged orders among five hundred, and reports every changed order", async () => {
    const shop = newShop();
    const ids = await storeOrders(
      shop,
      Array.from({ length: 500 }, () => ({ state: "held" as const })),
    );
    const changed = ids.filter((_, index) => index % 10 === 0);
    await query(databaseUrl, "update supplier_order set version = 1 where id = any($1::uuid[])", [changed]);
    const codes = await press(shop, "retry", inVersion0(ids));
    expect(Object.keys(codes).toSorted()).toEqual(ids.toSorted());
    for (const [id, code] of Object.entries(codes))
      expect(code).toBe(changed.includes(id) ? "bulk.result.changed" : "bulk.result.retry");
  });

  it("approves an order only if it still costs what the page showed", async () => {
    const shop = newShop();
    const [cheap = "", risen = ""] = await storeOrders(shop, [heldForCost("2.00"), heldForCost("3.00")]);
    const codes = await press(shop, "approve", [
      { id: cheap, version: 0, costs: costsOf("2.00") },
      { id: risen, version: 0, costs: costsOf("2.00") },
    ]);
    expect(codes).toEqual({ [cheap]: "bulk.result.approve", [risen]: "bulk.result.changed" });
    expect((await rows(shop)).map(({ state }) => state)).toEqual(["ready", "held"]);
  });

  it("never approves unpaid orders or test orders, even if the request contains costs or amounts", async () => {
    const shop = newShop();
    const outstanding = { amount: "5.00", currency: "EUR" };
    const unpaid = { state: "held", reason: "unpaid", reasonParams: { outstanding } } as const;
    const test = { state: "held", reason: "test-order" } as const;
    const ids = await storeOrders(shop, [unpaid, unpaid, unpaid, test, test]);
    const before = await rows(shop);
    const costs = costsOf("2.00");
    const [plain, forged, withCosts, plainTest, testWithCosts] = ids.map((id) => ({ id, version: 0 }));
    const codes = await press(shop, "approve", [
      plain!,
      Object.assign(forged!, { outstanding }),
      { ...withCosts!, costs },
      plainTest!,
      { ...testWithCosts!, costs },
    ]);
    expect(codes).toEqual(Object.fromEntries(ids.map((id) => [id, "bulk.result.one-by-one"])));
    expect(await rows(shop)).toEqual(before);
  });

  it("leaves an order held if its reason changes from a loss to a missing payment after the page loads", async () => {
    const shop = newShop();
    const id = await storeOrder(shop, heldForCost("2.00"));
    await query(
      databaseUrl,
      "update supplier_order set version = 1, reason = 'unpaid', reason_params = $2 where id = $1",
      [id, { outstanding: { amount: "5.00", currency: "EUR" } }],
    );
    expect(await press(shop, "approve", [{ id, version: 0, costs: costsOf("2.00") }])).toEqual({
      [id]: "bulk.result.one-by-one",
    });
    expect((await rows(shop)).map(({ state }) => state)).toEqual(["held"]);
  });

  it("reports an unpaid order as changed once its cancellation is requested", async () => {
    const shop = newShop();
    const id = await storeOrder(shop, { state: "held", reason: "unpaid", cancelRequestedAt: new Date() });
    expect(await press(shop, "approve", [{ id, version: 0 }])).toEqual({ [id]: "bulk.result.changed" });
  });

  it("acknowledges an order only if its reason is the one that the page showed", async () => {
    const shop = newShop();
    const ended = {
      state: "canceled",
      reason: "canceled-at-supplier",
      reasonParams: { number: "W-1" },
    } as const;
    const [one = "", other = ""] = await storeOrders(shop, [ended, ended]);
    const codes = await press(shop, "acknowledge", [
      { id: one, version: 0, reason: "canceled-at-supplier" },
      { id: other, version: 0, reason: "not-canceled" },
    ]);
    expect(codes).toEqual({ [one]: "bulk.result.acknowledge", [other]: "bulk.result.changed" });
  });

  it("reports that an order's result is unknown if the process crashed while it handled the order", async () => {
    const shop = newShop();
    const id = await storeOrder(shop, { state: "held" });
    await query(
      databaseUrl,
      `insert into order_press (shop, press_id, order_id, order_name, pressed_at)
       values ($1, gen_random_uuid(), $2, '#1', now() - interval '2 minutes')`,
      [shop, id],
    );
    expect(await results(shop)).toEqual({ [id]: "bulk.result.failed" });
  });

  it("shows each order's present state, and whether the order needs the merchant's attention", async () => {
    const shop = newShop();
    const ids = await storeOrders(shop, [{ state: "held" }, { state: "held" }, { state: "held" }]);
    const [placed, held, ready] = ids as [string, string, string];
    const trying = Object.fromEntries(ids.map((id) => [id, "bulk.result.retry"]));
    expect(await press(shop, "retry", inVersion0(ids))).toEqual(trying);
    const set = (id: string, changes: string) =>
      query(databaseUrl, `update supplier_order set due_at = null, ${changes} where id = $1`, [id]);
    await set(placed, "state = 'placed', supplier_order_id = 'W-1', placed_at = now()");
    await set(held, "state = 'held', reason = 'no-street'");
    const found = await readInShop(shop, (tx, now) => findPressResults(tx, { shop, now }));
    const byId = Object.fromEntries(
      found.results.map(({ orderId, result, needsAttention }) => [orderId, { result, needsAttention }]),
    );
    expect(byId).toEqual({
      [placed]: { result: { code: "orders.badge.placed" }, needsAttention: false },
      [held]: {
        result: {
          code: "bulk.result.now",
          label: { code: "orders.badge.needs-attention" },
          why: { code: "orders.reason.no-street.label" },
        },
        needsAttention: true,
      },
      [ready]: { result: { code: "bulk.result.retry" }, needsAttention: false },
    });
  });

  it("hides dismissed results, and shows the results of the next press", async () => {
    const shop = newShop();
    const [first, second] = (await storeOrders(shop, [{ state: "held" }, { state: "held" }])) as [
      string,
      string,
    ];
    await press(shop, "retry", inVersion0([first]));
    const { pressedAt } = await readInShop(shop, (tx, now) => findPressResults(tx, { shop, now }));
    await dismissResults(shop, { of: "press", pressedAt: pressedAt! });
    expect(await results(shop)).toEqual({});
    expect(await press(shop, "retry", inVersion0([second]))).toEqual({ [second]: "bulk.result.retry" });
    const next = await readInShop(shop, (tx, now) => findPressResults(tx, { shop, now }));
    await dismissResults(shop, { of: "press", pressedAt: next.pressedAt! });
    // A second tab still shows the first results.
    await dismissResults(shop, { of: "press", pressedAt: pressedAt! });
    expect(await results(shop)).toEqual({});
  });

  it("keeps the results of a press on the page for a quarter of an hour", async () => {
    const shop = newShop();
    const [id = ""] = await storeOrders(shop, [{ state: "held" }]);
    await press(shop, "retry", inVersion0([id]));
    await timePasses(shop, 840);
    expect(await results(shop)).toEqual({ [id]: "bulk.result.retry" });
    await timePasses(shop, 120);
    expect(await results(shop)).toEqual({});
  });
});
