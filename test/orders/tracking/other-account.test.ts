/** An order that was placed with the account before, after the shop was connected to another one. */
import { describe, expect, it } from "vitest";

import { connect } from "../../../app/connection/connect.server.ts";
import { disconnect } from "../../../app/connection/disconnect.server.ts";
import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { readUpdate, requestUpdate } from "../../../app/orders/tracking/read-update.server.ts";
import { wakeTracking } from "../../../app/orders/tracking/wake-tracking.server.ts";
import { listOrders } from "../../../app/orders/views/list-orders.server.ts";
import { statusOf } from "../../../app/orders/views/order-status.ts";
import { inShop } from "../../../app/lib/database/db.server.ts";
import { translator } from "../../../app/messages/translate.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { pageOf } from "../updates/testing.ts";
import { type TrackedOrder, trackedOrder } from "./testing.ts";

openQueue();

const t = translator("en");

const PREVIOUS = "in the account that your shop was connected to before";

async function connectTo({ shop }: TrackedOrder, account = wholesale.otherAccount): Promise<void> {
  await disconnect(shop, { why: "disconnected" });
  await connect(shop, account);
  await wakeTracking(shop);
}

/** An order that the supplier has shown to the account that placed it, before the shop was connected to another one. */
async function orderOfBefore(): Promise<TrackedOrder> {
  const tracked = await trackedOrder();
  await tracked.readUpdate();
  await connectTo(tracked);
  await tracked.readUpdate(0);
  return tracked;
}

function readsOf({ number }: TrackedOrder): number {
  return wholesale.requests.filter(({ path }) => path.endsWith(`/orders/${number}`)).length;
}

describe("the page of an order of the previous account", () => {
  it("says that the order is in the previous account, and offers nothing that needs the supplier", async () => {
    const page = await pageOf(await orderOfBefore());
    expect(page.text).toContain(PREVIOUS);
    expect(page.can).toMatchObject({ requestUpdate: false, cancel: null, retry: false, orderMissing: null });
    expect(page.next).toBeNull();
  });

  it("says after a cancellation that nothing was canceled, and still offers nothing that needs the supplier", async () => {
    const tracked = await orderOfBefore();
    await requestCancellation(tracked.shop, { orderId: tracked.id });
    await tracked.processDue();
    const page = await pageOf(tracked);
    expect(page.text).toContain("nothing was canceled");
    expect(page.can).toMatchObject({ requestUpdate: false, cancel: null });
  });

  it("offers updates and cancellation again once the previous account is connected again", async () => {
    const tracked = await orderOfBefore();
    await connectTo(tracked, wholesale.account);
    await tracked.readUpdate(0);
    const page = await pageOf(tracked);
    expect(page.text).not.toContain(PREVIOUS);
    expect(page.can).toMatchObject({ requestUpdate: true, cancel: { code: "orders.cancel.placed" } });
  });
});

describe("the list of orders with an order of the previous account", () => {
  it("names the previous account as the reason", async () => {
    const { shop } = await orderOfBefore();
    const { orders } = await inShop(shop, (tx, now) =>
      listOrders(tx, { shop, now }, { group: "needs-attention", query: "", place: null }),
    );
    expect(orders.map((order) => t(statusOf(order).why!))).toEqual(["In your previous account"]);
  });
});

describe("reading the update of an order of the previous account", () => {
  it("calls the supplier once per connection, then once a day", async () => {
    const tracked = await orderOfBefore();
    const before = readsOf(tracked);
    for (const hours of [1, 6, 16]) await tracked.readUpdate(hours * 3600);
    expect(readsOf(tracked)).toBe(before);
    await tracked.readUpdate(2 * 3600);
    expect(readsOf(tracked)).toBe(before + 1);
    expect((await tracked.activity()).map(({ kind }) => kind)).not.toContain("orders.unknown-to-supplier");
  });

  it("adds one activity entry for all orders of the previous account", async () => {
    const tracked = await trackedOrder();
    tracked.request(tracked.order().name);
    await tracked.ingestRequests();
    await tracked.processDue();
    await connectTo(tracked);
    const orders = await tracked.rows();
    for (const { id: orderId } of orders) await readUpdate({ shop: tracked.shop, orderId });
    expect((await tracked.rows()).map(({ reason }) => reason)).toEqual(["other-account", "other-account"]);
    const entries = (await tracked.activity()).filter(
      ({ message }) => message.code === "orders.mismatch.other-account",
    );
    expect(entries).toHaveLength(1);
  });

  it("tells a merchant who presses on an outdated page that the order is in the previous account", async () => {
    const tracked = await trackedOrder();
    await tracked.readUpdate();
    await connectTo(tracked);
    const read = await requestUpdate(tracked.shop, tracked.id);
    expect(read.kind === "failed" && t(read.explanation)).toContain(PREVIOUS);
  });

  it("tracks the order if the supplier still shows it, because the account may only have a new email", async () => {
    const tracked = await trackedOrder();
    // The same account at the supplier, whose email we had not seen before.
    const renamed = "update connection set account = 'renamed', generation = generation + 1 where shop = $1";
    await query(databaseUrl, renamed, [tracked.shop]);
    await tracked.readUpdate();
    const page = await pageOf(tracked);
    expect(page.text).not.toContain(PREVIOUS);
    expect(page.can.requestUpdate).toBe(true);
  });
});

describe("canceling an order of the previous account", () => {
  it("tells the merchant at once to cancel the order in that account", async () => {
    const tracked = await trackedOrder();
    await connectTo(tracked);
    await requestCancellation(tracked.shop, { orderId: tracked.id });
    await tracked.processDue();
    expect(await tracked.row()).toMatchObject({
      state: "placed",
      reason: "not-canceled",
      reason_params: { explanation: { code: "orders.not-canceled.other-account" } },
      cancel_requested_at: null,
    });
  });
});
