import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { disconnect } from "../../../app/connection/disconnect.server.ts";
import { log } from "../../../app/lib/telemetry/log.server.ts";
import { eraseRows } from "../../../app/installation/erase-rows.server.ts";
import {
  reconcileOrders,
  sweepReconciliations,
} from "../../../app/orders/reconciling/reconcile-orders.server.ts";
import { reconcileShop } from "../../../app/orders/reconciling/reconcile-shop.server.ts";
import {
  findComparisons,
  requestComparisons,
} from "../../../app/orders/reconciling/request-comparisons.server.ts";
import { acceptFulfillment } from "../../../app/shop/orders/request-answers.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { offering } from "../offering.ts";
import { type OrderRow, type SellingShop, sellingShop, waitOf, reconcileNow } from "../shop-world.ts";

openQueue();
afterEach(() => {
  for (const operation of ["findOrders", "getOrder", "placeOrder"] as const)
    wholesale.setFault(operation, "500", 0);
});

const HOUR_SECONDS = 3600;

const { ledger } = wholesale.supplier;

/** A line that no test's order has. */
const OTHER_LINE = { variantId: "var_gift_1", quantity: 1 };

type Supplied = ReturnType<typeof ledger.orders>[number];

/** Compares every order of the last 30 days, an hour later, and once more. */
async function reconcileTwice(world: SellingShop): Promise<void> {
  await reconcileNow(world);
  await timePasses(world.shop, HOUR_SECONDS);
  await reconcileShop(world.shop);
  await reconcileOrders(world.shop);
}

/** A shop that has ordered once, and what came of it on both sides. */
async function ordered(): Promise<{ world: SellingShop; row: OrderRow; supplied: Supplied }> {
  const world = await sellingShop();
  world.request(world.order().name);
  await world.ingestRequests();
  await world.processDue();
  const [supplied] = await world.bought();
  return { world, row: await world.row(), supplied: supplied! };
}

async function change({ shop }: SellingShop, set: string, values: unknown[] = []): Promise<void> {
  await query(databaseUrl, `update supplier_order set ${set} where shop = $1`, [shop, ...values]);
}

async function told({ shop }: SellingShop): Promise<{ message: Record<string, string>; url: string }[]> {
  return query(
    databaseUrl,
    `select message, subject_url as url from activity
     where shop = $1 and kind = 'orders.mismatch' and tone = 'critical' order by at, id`,
    [shop],
  );
}

/** Returns the shop's checkpoint, and the seconds until its run continues. */
async function runOf({ shop }: SellingShop) {
  const [row] = await query<{
    compared_until: Date | null;
    began_at: Date | null;
    cursor: string | null;
    due_at: Date | null;
    retry_count: number;
  }>(
    databaseUrl,
    "select compared_until, began_at, cursor, due_at, retry_count from order_reconciliation where shop = $1",
    [shop],
  );
  if (!row) throw new Error("The shop has no run.");
  return { ...row, wait: row.due_at && (row.due_at.getTime() - Date.now()) / 1000 };
}

/** How the supplier was asked for orders since then. */
function askedSince(count: number) {
  return wholesale.requests.slice(count).filter(({ operation }) => operation === "findOrders");
}

describe("an order that our records and the supplier have", () => {
  it("is not reported, and the next run is due in an hour", async () => {
    const { world } = await ordered();
    await reconcileNow(world);
    expect(await told(world)).toEqual([]);
    const { wait, compared_until: comparedUntil, ...run } = await runOf(world);
    expect(run).toMatchObject({ began_at: null, cursor: null, retry_count: 0 });
    expect(comparedUntil?.getTime()).toBeLessThanOrEqual(run.due_at!.getTime() - HOUR_SECONDS * 1000);
    expect(wait).toBeGreaterThan(HOUR_SECONDS - 60);
    expect(wait).toBeLessThanOrEqual(HOUR_SECONDS);
  });

  it("is not reported if the supplier's list does not show the order", async () => {
    const { world } = await ordered();
    await change(world, "supplier_order_id = 'ord_gone'");
    ledger.cancel((await world.bought())[0]!.id);
    await reconcileTwice(world);
    expect(await told(world)).toEqual([]);
    expect(await world.row()).toMatchObject({ state: "placed" });
  });
});

describe("the report of a mismatch", () => {
  it("names a supplier's order whose reference belongs to no attempt of ours", async () => {
    const { world, supplied } = await ordered();
    const reference = supplied.reference.replace(/-\d+-1$/, "-999-1");
    const stray = ledger.place({ ...supplied, reference });
    await reconcileTwice(world);
    expect(await told(world)).toEqual([
      { message: { code: "orders.mismatch.unknown", number: stray.id, reference }, url: "/app/orders" },
    ]);
  });

  it.each(["number", "reference"])(
    "waits while the merchant has to answer a question about the supplier's order with that %s",
    async (name) => {
      const { world, supplied } = await ordered();
      const reference = supplied.reference.replace(/-\d+-1$/, "-999-1");
      const stray = ledger.place({ ...supplied, reference });
      const params = { number: stray.id, reference }[name];
      await change(world, "state = 'in_doubt', reason = 'found-for-earlier-request', reason_params = $2", [
        { [name]: params },
      ]);
      await reconcileNow(world);
      expect(await told(world)).toEqual([]);
      await change(world, "state = 'placed', reason = null, reason_params = '{}'");
      await reconcileNow(world);
      expect((await told(world)).map(({ message }) => message.code)).toEqual(["orders.mismatch.unknown"]);
    },
  );

  it.each(["canceled", "rejected"])(
    "names an order that is %s in our records but open at the supplier",
    async (state) => {
      const { world, row, supplied } = await ordered();
      await change(world, "state = $2, reason = 'confirmed-not-ordered'", [state]);
      await reconcileTwice(world);
      const [only, ...others] = await told(world);
      expect(only?.message).toMatchObject({ code: "orders.mismatch.closed-locally", number: supplied.id });
      expect(only?.url).toBe(`/app/orders/${row.id}`);
      expect(others).toEqual([]);
      expect(await world.row()).toMatchObject({
        state,
        reason: "still-open-at-supplier",
        reason_params: { number: supplied.id },
      });
    },
  );

  it("names a waiting order if a supplier's order of other pieces has its reference", async () => {
    const { world, supplied } = await ordered();
    await change(world, "state = 'held', reason = 'unpaid'");
    const other = ledger.restate(ledger.place(supplied).id, { lines: [OTHER_LINE] });
    ledger.cancel(supplied.id);
    await reconcileTwice(world);
    expect((await told(world)).map(({ message }) => message)).toMatchObject([
      { code: "orders.mismatch.pending-locally", number: other.id },
    ]);
    expect(await world.row()).toMatchObject({ state: "held" });
  });

  it.each([
    ["canceled", "reopened", ["cancelled"]],
    ["ready", null, ["received"]],
  ])(
    "is made after a person's “not ordered” only if the row is canceled (row: %s)",
    async (state, mismatch, there) => {
      const { world, supplied } = await ordered();
      await query(
        databaseUrl,
        `update order_attempt_outcome set kind = 'confirmed-not-ordered', params = '{}', supplier_order_id = null
         where shop = $1`,
        [world.shop],
      );
      await change(
        world,
        "state = $2, reason = 'confirmed-not-ordered', supplier_order_id = null, acceptance = null, due_at = null",
        [state],
      );
      await reconcileTwice(world);
      expect((await told(world)).map(({ message }) => message.code)).toEqual(
        mismatch === null ? [] : [`orders.mismatch.${mismatch}`],
      );
      expect(await world.row()).toMatchObject({ state: "placed", supplier_order_id: supplied.id });
      await world.processDue();
      expect((await world.bought()).map(({ status }) => status)).toEqual(there);
    },
  );

  it("names both orders of a duplicate by their numbers", async () => {
    const { world, supplied } = await ordered();
    const second = ledger.place(supplied);
    await reconcileTwice(world);
    expect((await told(world)).map(({ message }) => message)).toEqual([
      {
        code: "orders.mismatch.second",
        order: "#1001",
        number: second.id,
        other: supplied.id,
      },
    ]);
  });

  it("is made once even if five workers compare at once", async () => {
    const { world, supplied } = await ordered();
    ledger.place(supplied);
    await Promise.all([1, 2, 3, 4, 5].map(() => reconcileNow(world)));
    expect(await told(world)).toHaveLength(1);
  });

  it("is made once even if the supplier's list ignores our filter", async () => {
    const { world, supplied } = await ordered();
    ledger.place(supplied);
    wholesale.setFault("findOrders", "ignores-filter", 100);
    await reconcileTwice(world);
    expect(await told(world)).toHaveLength(1);
  });
});

describe("the comparison of orders without a mismatch", () => {
  it("reports no orders that have ended, have no reference, or belong to another installation", async () => {
    const [{ world, supplied }, another] = [await ordered(), await ordered()];
    const prefix = supplied.reference.split("-")[0] ?? "";
    for (const reference of ["SB00000000-1-1", `${prefix}0-1-1`, prefix, "1", " "])
      ledger.place({ ...supplied, reference });
    ledger.cancel(ledger.place({ ...supplied, reference: `${prefix}-998-1` }).id);
    await reconcileTwice(world);
    expect(await told(world)).toEqual([]);
    expect(await told(another.world)).toEqual([]);
  });

  it("reports no order that was canceled on both sides while the list was read", async () => {
    const { world, supplied } = await ordered();
    const reply = wholesale.holdReplies("findOrders");
    const before = wholesale.requests.length;
    const comparing = reconcileNow(world);
    await expect.poll(() => askedSince(before)).toHaveLength(1);
    ledger.cancel(supplied.id);
    await change(world, "state = 'canceled'");
    reply();
    await comparing;
    expect(await told(world)).toEqual([]);
  });
});

describe("a customer's canceled order whose cancellation webhook was lost", () => {
  it("is canceled with the supplier", async () => {
    const { world } = await ordered();
    shopify.merchant.cancelOrder("1001", { force: true }, world.shop);
    await reconcileNow(world);
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "canceled" });
    expect(await world.bought()).toMatchObject([{ status: "cancelled" }]);
  });

  it("is reported once if the supplier does not cancel it", async () => {
    const { world, supplied } = await ordered();
    ledger.ship(supplied.id, { carrier: "DHL", trackingNumber: "1" });
    shopify.merchant.cancelOrder("1001", { force: true }, world.shop);
    await reconcileNow(world);
    await world.processDue();
    await timePasses(world.shop, HOUR_SECONDS);
    await reconcileOrders(world.shop);
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "placed", reason: "not-canceled" });
    const kinds = await query(databaseUrl, "select kind from activity where shop = $1", [world.shop]);
    expect(kinds.filter(({ kind }) => kind === "orders.not-canceled")).toHaveLength(1);
  });

  it("is left alone if the shop no longer shows the order", async () => {
    const { world } = await ordered();
    await change(world, "shop_order_id = 'gid://shopify/Order/1'");
    await reconcileNow(world);
    expect(await world.row()).toMatchObject({ state: "placed", cancel_requested_at: null });
  });
});

describe("an order in doubt during the comparison", () => {
  async function doubtful() {
    const world = await sellingShop();
    world.request(world.order().name);
    await world.ingestRequests();
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    wholesale.setFault("findOrders", "500", 20);
    await world.processDue();
    wholesale.setFault("findOrders", "500", 0);
    // As if it had been given up.
    await change(world, "due_at = null");
    expect(await world.row()).toMatchObject({ state: "in_doubt" });
    return world;
  }

  it("is resolved if the supplier's list contains the order", async () => {
    const world = await doubtful();
    await reconcileNow(world);
    const row = await world.row();
    expect(waitOf(row)).toBeLessThanOrEqual(0);
    expect(
      await query(databaseUrl, "select name from pgboss.job where data->>'orderId' = $1", [row.id]),
    ).toContainEqual({ name: "orders.process" });
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    expect(await world.bought()).toHaveLength(1);
    expect(await told(world)).toEqual([]);
  });

  it("is resolved by the list alone if the supplier offers no lookup by reference", async () => {
    const world = await doubtful();
    const [supplied] = await world.bought();
    offering({ findOrderByReference: false });
    await reconcileNow(world);
    expect(await world.row()).toMatchObject({ state: "placed", supplier_order_id: supplied!.id });
    expect(await told(world)).toEqual([]);
  });

  it("is resolved even if the supplier's order was reported as a mismatch earlier", async () => {
    const world = await doubtful();
    const [supplied] = await world.bought();
    await query(
      databaseUrl,
      "insert into recorded_mismatch (shop, subject, recorded_at) values ($1, $2, now())",
      [world.shop, `supplier:${supplied!.id}`],
    );
    offering({ findOrderByReference: false });
    await reconcileNow(world);
    expect(await world.row()).toMatchObject({ state: "placed", supplier_order_id: supplied!.id });
  });

  it("is resolved even if the list contains another, unreadable order", async () => {
    const world = await doubtful();
    const [supplied] = await world.bought();
    const odd = ledger.place({ ...supplied!, reference: "someone-else" });
    Object.assign(odd, { status: "on hold" });
    onTestFinished(() => void Object.assign(odd, { status: "cancelled" }));
    const warned = vi.spyOn(log, "warn");
    offering({ findOrderByReference: false });
    await reconcileNow(world);
    expect(warned.mock.calls).toContainEqual([
      { shop: world.shop, count: 1, items: [expect.objectContaining({ id: odd.id })] },
      "orders.order-skipped",
    ]);
    warned.mockRestore();
    expect(await world.row()).toMatchObject({ state: "placed", supplier_order_id: supplied!.id });
    expect(await runOf(world)).toMatchObject({
      compared_until: expect.any(Date) as Date,
      cursor: null,
    });
  });

  it("stays in doubt if the supplier's order has ended or has none of our pieces", async () => {
    const world = await doubtful();
    const [supplied] = await world.bought();
    ledger.restate(ledger.place(supplied!).id, { lines: [OTHER_LINE] });
    ledger.cancel(supplied!.id);
    offering({ findOrderByReference: false });
    await reconcileNow(world);
    expect(await world.row()).toMatchObject({ state: "in_doubt" });
  });
});

describe("a comparison run", () => {
  it("requests changes since an hour before the last run, or of 30 days in the first run", async () => {
    const { world } = await ordered();
    const before = wholesale.requests.length;
    await reconcileTwice(world);
    const now = Date.now();
    const hours = askedSince(before).map(({ query: asked }) =>
      Math.round((now - Date.parse(String(asked["updated_since"]))) / (HOUR_SECONDS * 1000)),
    );
    // The last one was an hour before the second.
    expect(hours).toEqual([30 * 24, 1 + 1]);
  });

  it("continues with the next page after a failure of the supplier, and reads every order", async () => {
    const { world, supplied } = await ordered();
    for (let number = 0; number < 210; number += 1) ledger.place({ ...supplied, reference: "someone-else" });
    const stray = ledger.place({ ...supplied, reference: supplied.reference.replace(/-1$/, "-7") });
    // The first page is read, and the second one fails.
    const reply = wholesale.holdReplies("findOrders");
    const asked = wholesale.requests.length;
    const comparing = reconcileNow(world);
    await expect.poll(() => askedSince(asked)).toHaveLength(1);
    wholesale.setFault("findOrders", "500", 1);
    reply();
    await comparing;
    const left = await runOf(world);
    expect(left).toMatchObject({
      compared_until: null,
      retry_count: 1,
      cursor: expect.any(String) as string,
    });
    const before = wholesale.requests.length;
    await timePasses(world.shop, 60);
    const { began_at: beganAt } = await runOf(world);
    await reconcileOrders(world.shop);
    expect(askedSince(before)[0]?.query["cursor"]).toBe(left.cursor);
    expect(await runOf(world)).toMatchObject({ compared_until: beganAt, cursor: null, began_at: null });
    expect((await told(world)).map(({ message }) => message["number"])).toEqual([stray.id]);
  });

  it.each(["html", "redirect", "429", "unauthorized", "wrong-type"] as const)(
    "is retried later after %s, and reports nothing",
    async (fault) => {
      const { world } = await ordered();
      wholesale.setFault("findOrders", fault, 1);
      await reconcileNow(world);
      const run = await runOf(world);
      expect(run).toMatchObject({ compared_until: null, retry_count: 1 });
      expect(run.wait).toBeGreaterThan(0);
      expect(await told(world)).toEqual([]);
    },
  );

  it("sends no request if the supplier offers no list of changes", async () => {
    const { world } = await ordered();
    const before = wholesale.requests.length;
    offering({ ordersUpdatedSince: false });
    await reconcileNow(world);
    expect(wholesale.requests).toHaveLength(before);
    expect(await runOf(world)).toMatchObject({ cursor: null, retry_count: 0 });
  });

  it("finds a shop's orders at the supplier, even if our records have lost the shop's settings", async () => {
    const { world, supplied } = await ordered();
    const stray = ledger.place({ ...supplied, reference: supplied.reference.replace(/-.*/, "-998-1") });
    await query(databaseUrl, "delete from ordering_settings where shop = $1", [world.shop]);
    await reconcileNow(world);
    expect((await told(world)).map(({ message }) => message["number"])).toEqual([stray.id]);
  });

  it("starts automatically in every connected shop, and pauses in a disconnected one", async () => {
    const { world } = await ordered();
    await sweepReconciliations();
    expect((await runOf(world)).compared_until).not.toBeNull();
    await disconnect(world.shop, { why: "disconnected" });
    await reconcileNow(world);
    expect(await runOf(world)).toMatchObject({ due_at: null });
    await sweepReconciliations();
    expect(await runOf(world)).toMatchObject({ due_at: null });
  });

  it("stops while the key is unauthorized, and starts again with a key that works", async () => {
    const { world } = await ordered();
    const setCheck = (check: string) =>
      query(databaseUrl, "update connection set key_check = $2 where shop = $1", [world.shop, check]);
    await setCheck("unauthorized");
    const since = await requestComparisons();
    await reconcileShop(world.shop);
    await reconcileOrders(world.shop);
    const stateOf = async () => (await findComparisons(since)).find(({ shop }) => shop === world.shop)?.state;
    expect(await stateOf()).toBe("stopped");
    // `xmin` changes with each write of the row.
    const version = "select xmin::text from order_reconciliation where shop = $1";
    const before = await query(databaseUrl, version, [world.shop]);
    await sweepReconciliations();
    expect(await query(databaseUrl, version, [world.shop])).toEqual(before);
    expect(await stateOf()).toBe("stopped");
    await setCheck("verified");
    await sweepReconciliations();
    expect(await stateOf()).toBe("compared");
  });

  it("leaves no rows behind when the shop is erased", async () => {
    const { world, supplied } = await ordered();
    ledger.place(supplied);
    await reconcileNow(world);
    await eraseRows(world.shop);
    for (const table of ["order_reconciliation", "recorded_mismatch"])
      expect(await query(databaseUrl, `select from ${table} where shop = $1`, [world.shop])).toEqual([]);
  });
});

describe("a fulfillment request that the shop shows as accepted", () => {
  it("is left to a person only if our records have no row of it", async () => {
    const { world } = await ordered();
    const [strange, waiting] = [world.order(), world.order()];
    for (const { name } of [strange, waiting]) world.request(name);
    await acceptFulfillment(world.shop, { id: world.look(strange.name).fulfillmentOrders[0]!.id });
    await reconcileTwice(world);
    await world.processDue();
    expect((await world.rows()).map(({ state, reason }) => [state, reason])).toEqual([
      ["placed", null],
      ["in_doubt", "accepted-before-records"],
    ]);
    expect(await world.bought()).toHaveLength(1);
  });

  it("is compared while the supplier fails, and the supplier's list is compared while the shop fails", async () => {
    const { world, supplied } = await ordered();
    const strange = world.order();
    world.request(strange.name);
    await acceptFulfillment(world.shop, { id: world.look(strange.name).fulfillmentOrders[0]!.id });
    wholesale.setFault("findOrders", "500", 20);
    await reconcileNow(world);
    expect(await world.rows()).toHaveLength(2);

    wholesale.setFault("findOrders", "500", 0);
    ledger.place(supplied);
    shopify.uninstall(world.shop);
    await reconcileNow(world);
    expect(await told(world)).toHaveLength(1);
  });
});
