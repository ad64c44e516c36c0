import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { translator } from "../../app/messages/translate.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { freshDatabase, query } from "../support/database.ts";

const PAGE = "routes/app.orders.$id";

let sandbox: Sandbox;
let shop: string;

beforeAll(async () => {
  sandbox = await startSandbox({ database: await freshDatabase() });
  shop = sandbox.shop.shops[0]?.domain ?? "";
});
afterAll(() => sandbox.stop());

/** Stores an order's row with these columns. @returns its id. */
async function storeOrder(columns: Record<string, unknown> = {}, inThe = shop): Promise<string> {
  const id = randomUUID();
  const row = {
    id,
    shop: inThe,
    fulfillment_order_id: `gid://shopify/FulfillmentOrder/${id}`,
    shop_order_id: "gid://shopify/Order/7",
    order_name: "#1001",
    requested_at: new Date(),
    state: "held",
    reason: "unpaid",
    ...columns,
  };
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  await query(
    sandbox.databaseUrl,
    `insert into supplier_order (${Object.keys(row).join()}) values (${places.join()})`,
    Object.values(row),
  );
  return id;
}

async function rowOf(id: string) {
  const [row] = await query(sandbox.databaseUrl, "select * from supplier_order where id = $1", [id]);
  return row as
    | undefined
    | {
        state: string;
        version: number;
        acknowledged_reason: string | null;
        cancel_requested_at: Date | null;
        due_at: Date | null;
      };
}

/** Submits a form of a page that shows the order's present version, unless told otherwise. */
async function submit(id: string, fields: Record<string, string>): Promise<{ title: { code: string } }> {
  const { version = 0 } = (await rowOf(id)) ?? {};
  return sandbox.merchant().submit(`/app/orders/${id}`, PAGE, { version: String(version), ...fields });
}

function read(id: string): Promise<any> {
  return sandbox.merchant().read(`/app/orders/${id}`, PAGE);
}

/** A connection wakes orders at rest, in a job. A test's orders come after that, so the worker leaves them alone. */
async function connectForThisTest(): Promise<void> {
  const settings = (fields: Record<string, string>) =>
    sandbox.merchant().submit("/app/settings", "routes/app.settings", fields);
  const atRest = await storeOrder();
  await settings({ intent: "connect", ...(sandbox.wholesale?.account ?? sandbox.supplier.account) });
  onTestFinished(() => settings({ intent: "disconnect", products: "keep" }).then(() => undefined));
  await expect.poll(async () => (await rowOf(atRest))?.due_at).toEqual(expect.any(Date));
}

describe("an order's page", () => {
  it("shows the order's state, and links only tracking URLs that are web pages", async () => {
    const id = await storeOrder({
      state: "shipped",
      reason: null,
      supplier_order_id: "W-1",
      cost_total: "12.50",
      cost_currency: "EUR",
      acceptance: "accepted",
    });
    for (const [index, url] of ["javascript:alert(1)", "no address", "https://example.com/1"].entries()) {
      await query(
        sandbox.databaseUrl,
        `insert into shipment (id, shop, order_id, supplier_shipment_id, tracking_url, shipped_at, lines, state)
         values (gen_random_uuid(), $1, $2, $3, $4, $5, '[]', 'shown')`,
        [shop, id, String(index), url, new Date(index)],
      );
    }
    const { order } = await read(id);
    expect(order).toMatchObject({
      label: { code: "orders.badge.shipped" },
      cost: { amount: "12.50", currency: "EUR" },
      supplierOrderId: "W-1",
      adminUrl: "shopify:admin/orders/7",
    });
    expect(order.shipments.map(({ trackingUrl }: { trackingUrl: string | null }) => trackingUrl)).toEqual([
      null,
      null,
      "https://example.com/1",
    ]);
    const { status, html } = await sandbox.merchant().open(`/app/orders/${id}`);
    expect(status).toBe(200);
    expect(html).toContain("Order #1001");
    expect(html).not.toContain("javascript:alert");
  });

  it("is the same 404 for another shop's order and a missing order, and accepts no form", async () => {
    const foreign = await storeOrder({ order_name: "#secret" }, "other.myshopify.com");
    const seen: unknown[] = [];
    for (const id of [foreign, randomUUID()]) {
      const { status, html } = await sandbox.merchant().open(`/app/orders/${id}`);
      expect(status).toBe(404);
      expect(html).toContain("Page not found");
      expect(html).not.toContain("#secret");
      // Loads differ in the id, the session token in the address, the nonce, and the time.
      seen.push(
        html
          .replaceAll(id, "ID")
          .replaceAll(
            /id_token=[^&"]+|hmac=\w+|timestamp=\d+|session=[^&"]+|nonce="[^"]+"|\d{4}-\d\d-\d\dT[\d:.]+Z/g,
            "",
          ),
      );
      for (const intent of ["retry", "cancel", "update"])
        await expect(submit(id, { intent })).rejects.toThrow("answered 404");
    }
    expect(seen[0]).toBe(seen[1]);
    expect(await rowOf(foreign)).toMatchObject({ state: "held", cancel_requested_at: null });
    for (const id of ["1", "..%2F..%2Fetc", "%00"])
      expect((await sandbox.merchant().open(`/app/orders/${id}`)).status).toBe(404);
  });
});

describe("an order's page in a shop that is not connected", () => {
  it("announces no next step and offers no button that needs the supplier", async () => {
    const hour = new Date(Date.now() + 3_600_000);
    const placed = await storeOrder({
      state: "placed",
      reason: null,
      supplier_order_id: "ord_1",
      placed_at: new Date(),
      acceptance: "accepted",
      update_due_at: hour,
    });
    const held = await storeOrder({ due_at: hour });
    for (const id of [placed, held])
      expect(await read(id)).toMatchObject({
        state: { kind: "not-connected" },
        order: { next: null, can: { requestUpdate: false, retry: false, orderAnyway: null } },
      });
    expect((await read(placed)).order.can.cancel).toBeNull();
    expect((await read(held)).order.can.cancel).toEqual({ code: "orders.cancel.unsent" });
  });
});

describe("an order's page with its buttons", () => {
  it("carries out an action once if its button is pressed twice", async () => {
    const id = await storeOrder();
    const answers = await Promise.all([submit(id, { intent: "cancel" }), submit(id, { intent: "cancel" })]);
    const done = answers.filter(({ title }) => title.code === "orders.notice.cancels");
    expect(done).toHaveLength(1);
  });

  it("says that an action came too late for the order's state", async () => {
    const id = await storeOrder({
      state: "delivered",
      reason: null,
      supplier_order_id: "W-2",
    });
    const attempt = randomUUID();
    const titles = [
      await submit(id, { intent: "retry" }),
      await submit(id, { intent: "order-anyway", costs: '{"1":{"amount":"1.00","currency":"EUR"}}' }),
      await submit(id, { intent: "cancel" }),
      await submit(id, { intent: "update" }),
      await submit(id, { intent: "not-ordered", attempt }),
      await submit(id, { intent: "ordered", attempt, number: "W-3" }),
      await submit(id, { intent: "acknowledge", reason: "not-canceled" }),
    ].map(({ title }) => title.code);
    expect(titles).toEqual([
      "orders.notice.not-retried",
      "orders.notice.not-approved",
      "orders.notice.not-cancels",
      "orders.notice.no-update",
      "orders.notice.not-in-doubt",
      "orders.notice.not-in-doubt",
      "orders.notice.not-acknowledged",
    ]);
    expect(await rowOf(id)).toMatchObject({ state: "delivered" });
  });

  it.each([
    {},
    { intent: "sell" },
    { intent: "not-ordered" },
    { intent: "order-anyway" },
    { intent: "order-anyway", costs: "all of it" },
    { intent: "order-anyway", costs: '{"1": 12}' },
    { intent: "ordered", attempt: randomUUID(), number: "  " },
    { intent: "ordered", attempt: "1", number: "W-1" },
  ])("rejects the form %j, and changes nothing", async (fields) => {
    const id = await storeOrder();
    await expect(submit(id, fields as Record<string, string>)).rejects.toThrow("answered 400");
    expect(await rowOf(id)).toMatchObject({ state: "held" });
  });

  it("changes nothing if the order has changed since the page was loaded, and says so", async () => {
    const id = await storeOrder();
    const { order } = await read(id);
    // In another tab.
    await submit(id, { intent: "cancel" });
    const fields = { version: String(order.version) };
    for (const intent of ["retry", "cancel", "acknowledge", "not-ordered", "ordered"]) {
      const more = { reason: "unpaid", attempt: randomUUID(), number: "W-3" };
      const { title } = await submit(id, { intent, ...more, ...fields });
      expect(title.code, intent).toBe("orders.notice.stale");
    }
    expect(await rowOf(id)).toMatchObject({ state: "held", cancel_requested_at: expect.any(Date) as Date });
  });

  it("shows an update that a worker stored after the page was loaded, and does not call the page outdated", async () => {
    const id = await storeOrder({ state: "shipped", reason: null, supplier_order_id: "W-2" });
    const { order } = await read(id);
    await query(
      sandbox.databaseUrl,
      "update supplier_order set state = 'delivered', version = version + 1 where id = $1",
      [id],
    );
    const { title } = await submit(id, { intent: "update", version: String(order.version) });
    expect(title.code).toBe("orders.notice.update");
  });

  it("says that there is an update if a worker stored a package after the page was loaded", async () => {
    const id = await storeOrder({ state: "delivered", reason: null, supplier_order_id: "W-2" });
    const { order } = await read(id);
    const update = { intent: "update", version: String(order.version), stamp: order.stamp as string };
    expect((await submit(id, update)).title.code).toBe("orders.notice.no-update");
    await query(
      sandbox.databaseUrl,
      `insert into shipment (id, shop, order_id, supplier_shipment_id, lines, state)
       values (gen_random_uuid(), $1, $2, '1', '[]', 'shown')`,
      [shop, id],
    );
    expect((await submit(id, update)).title.code).toBe("orders.notice.update");
  });

  it("shows no cost for an order that was canceled", async () => {
    const id = await storeOrder({
      state: "canceled",
      reason: "canceled",
      reason_params: { number: "W-4" },
      supplier_order_id: "W-4",
      cost_total: "12.50",
      cost_currency: "EUR",
    });
    expect((await read(id)).order.cost).toBeNull();
  });

  it("offers no retry while ordering is paused, since a retry could not order anything", async () => {
    await connectForThisTest();
    for (const reason of [
      "ordering-paused",
      "ordering-paused-by-support",
      "ordering-paused-for-all",
      "ordering-doubtful",
      "not-confirmed",
    ]) {
      const { order } = await read(await storeOrder({ reason }));
      expect(order.can.retry, reason).toBe(false);
    }
    expect((await read(await storeOrder({ reason: "out-of-stock" }))).order.can.retry).toBe(true);
  });

  it("names the supplier's order that a cancellation applies to", async () => {
    await connectForThisTest();
    const placed = { state: "placed", reason: null, supplier_order_id: "W-1", acceptance: "accepted" };
    const id = await storeOrder(placed);
    expect((await read(id)).order.can.cancel).toEqual({ code: "orders.cancel.placed", number: "W-1" });
    const twice = await storeOrder({ ...placed, second_supplier_order_id: "W-2" });
    expect((await read(twice)).order.can.cancel).toEqual({
      code: "orders.cancel.one-of-two",
      number: "W-1",
      other: "W-2",
    });
  });

  it("sends an order that would lose money, at the cost that the page shows", async () => {
    await connectForThisTest();
    const line = {
      code: "orders.cost-line.below-cost",
      lineItemId: "gid://shopify/LineItem/1",
      title: "Mug",
      quantity: 2,
    };
    const [cost, against] = ["12.50", "0.00"].map((amount) => ({ amount, currency: "EUR" }));
    const id = await storeOrder({
      reason: "below-cost",
      reason_params: { lines: [{ ...line, cost, against }] },
    });
    const { html } = await sandbox.merchant().open(`/app/orders/${id}`);
    expect(html).toContain("2 × “Mug” costs €12.50 each and sells for €0.00 each");
    const costs = JSON.stringify((await read(id)).order.can.orderAnyway.costs);
    const { title } = await submit(id, { intent: "order-anyway", costs });
    expect(title.code).toBe("orders.notice.approved");
    const [{ approved_costs: approved } = {}] = await query<{ approved_costs?: unknown }>(
      sandbox.databaseUrl,
      "select approved_costs from supplier_order where id = $1",
      [id],
    );
    expect(approved).toMatchObject({ [line.lineItemId]: { ...cost, line: { title: "Mug" } } });
  });

  it("names the unpaid amount, and sends the order once the merchant confirms it", async () => {
    await connectForThisTest();
    const outstanding = { amount: "30", currency: "EUR" };
    const id = await storeOrder({ reason: "unpaid", reason_params: { outstanding } });
    const { order } = await read(id);
    expect(order.can.sendUnpaid).toEqual(outstanding);
    expect(translator("en")({ code: "orders.send-unpaid", outstanding: order.can.sendUnpaid })).toMatch(
      /^€30.00 of this order isn't paid/,
    );
    const send = (amount: string) =>
      submit(id, { intent: "send-unpaid", outstanding: JSON.stringify({ ...outstanding, amount }) });
    expect((await send("29")).title.code).toBe("orders.notice.not-sends-unpaid");
    expect((await send("30")).title.code).toBe("orders.notice.sends-unpaid");
    const [row] = await query<{ approved: unknown }>(
      sandbox.databaseUrl,
      "select unpaid_approved as approved from supplier_order where id = $1",
      [id],
    );
    expect(row?.approved).toMatchObject(outstanding);
  });

  it("sends a test order once the merchant confirms", async () => {
    await connectForThisTest();
    const id = await storeOrder({ reason: "test-order" });
    const { html } = await sandbox.merchant().open(`/app/orders/${id}`);
    expect(html).toContain("Send anyway");
    const { title } = await submit(id, { intent: "send-test-order" });
    expect(title.code).toBe("orders.notice.sends-test");
    const [row] = await query<{ state: string; approved: boolean }>(
      sandbox.databaseUrl,
      "select state, test_approved_at is not null as approved from supplier_order where id = $1",
      [id],
    );
    expect(row?.approved).toBe(true);
  });

  it("reports that nothing is sent while unclear answers pause ordering", async () => {
    const pause = (until: string | null) =>
      query(
        sandbox.databaseUrl,
        `insert into ordering_settings (shop, reference_prefix, next_try_at) values ($1, 'SBPAUSED', now() + $2::interval)
         on conflict (shop) do update set next_try_at = excluded.next_try_at`,
        [shop, until],
      );
    await pause("5 minutes");
    const id = await storeOrder({ state: "ready", reason: "ordering-doubtful", retry_count: 1 });
    const { title, text } = (await submit(id, { intent: "retry" })) as Record<string, unknown>;
    await pause(null);
    expect(title).toEqual({ code: "orders.notice.waits" });
    expect(text).toMatchObject({ when: { code: "orders.when.minutes", minutes: 5 } });
  });

  it("says that a requested update from the supplier failed", async () => {
    const id = await storeOrder({ state: "placed", reason: null, supplier_order_id: "W-5" });
    const { title } = await submit(id, { intent: "update" });
    expect(title.code).toBe("orders.notice.update-failed");
  });

  it("removes an acknowledged order from the orders that need attention", async () => {
    const id = await storeOrder({
      state: "rejected",
      reason: "rejected-at-supplier",
      supplier_order_id: "W-4",
    });
    const { order } = await read(id);
    expect(order.can.acknowledge).toBe("rejected-at-supplier");
    await submit(id, { intent: "acknowledge", reason: order.can.acknowledge as string });
    expect(await rowOf(id)).toMatchObject({ state: "rejected", acknowledged_reason: "rejected-at-supplier" });
    expect((await read(id)).order.can.acknowledge).toBeNull();
  });
});

describe("the list of orders", () => {
  it("leaves unpaid and test orders out of “Order anyway” for several orders, and says to open each one", async () => {
    const outstanding = { amount: "30", currency: "EUR" };
    const [unpaid, test] = [
      await storeOrder({ reason: "unpaid", reason_params: { outstanding } }),
      await storeOrder({ reason: "test-order" }),
    ];
    const orders = JSON.stringify([
      { id: unpaid, version: 0, outstanding },
      { id: test, version: 0 },
    ]);
    const list = "routes/app.orders._index";
    const press = { intent: "press", press: randomUUID(), action: "approve", orders };
    await sandbox.merchant().submit("/app/orders", list, press);
    const { press: shown } = await sandbox.merchant().read<any>("/app/orders", list);
    expect(shown.results.map(({ result }: any) => translator("en")(result))).toEqual(
      Array(2).fill("Nothing done: the order isn't fully paid or is a test order. Open it to order it."),
    );
    expect(await rowOf(unpaid)).toMatchObject({ state: "held", version: 0 });
    expect(await rowOf(test)).toMatchObject({ state: "held", version: 0 });
  });

  it("opens with any parameters in its address", async () => {
    const address = new URLSearchParams({ show: "what", query: "x".repeat(500), "older-than": "' or 1=1" });
    const page = await sandbox
      .merchant()
      .read<any>(`/app/orders?${address.toString()}`, "routes/app.orders._index");
    expect(page).toMatchObject({ wanted: { show: "all" }, rows: [] });
  });
});
