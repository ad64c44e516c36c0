import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { jobs } from "../../../app/queue/jobs.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import { acknowledgeOrder } from "../../../app/orders/updates/acknowledge-order.server.ts";
import { groupOf } from "../../../app/orders/states/order-group.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { countOrders } from "../../../app/orders/views/list-orders.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { toShown } from "../../../app/routes/app.orders.$id/shown.ts";
import { claimShipment, failShipment } from "../../../app/orders/tracking/shipment-store.server.ts";
import { showAgain } from "../../../app/orders/tracking/show-again.server.ts";
import { inside, versionOf } from "../shop-world.ts";
import { newId } from "../../sandbox/shop/ids.ts";
import { query } from "../../support/database.ts";
import { simulated } from "../../support/installed-shop.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { trackedOrder, type TrackedOrder } from "./testing.ts";

beforeAll(async () => {
  await startQueue(jobs);
});
afterAll(stopQueue);
afterEach(() => {
  shopify.setFault("fulfillmentCreate", "502", 0);
});

const { ledger } = wholesale.supplier;

function needAttention({ shop }: TrackedOrder): Promise<number> {
  return readInShop(shop, (tx) => countOrders(tx, shop, "needs-attention"));
}

it("shows a rejected shipment once the merchant presses “Show it again”, and ignores a second press", async () => {
  const order = await trackedOrder();
  ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1" });
  await order.readUpdate();
  await query(
    databaseUrl,
    `update shipment set state = 'failed', leased_until = null, due_at = null, problem = '{"code":"shipments.nothing-left","shipment":{"code":"shipments.unnumbered"}}'
     where order_id = $1`,
    [order.id],
  );
  const [shipment] = await order.shipments();
  const press = async () => {
    const version = await versionOf(order.id);
    return showAgain(order.shop, { orderId: order.id, version, shipmentId: shipment!.id });
  };
  expect(await press()).toBe(true);
  await order.push();
  expect(order.shown()).toMatchObject([{ number: "A1" }]);
  expect(await press()).toBe(false);
});

describe("a shipment that Shopify rejected", () => {
  /** It has left, and the merchant had fulfilled the order by hand. */
  async function refused(): Promise<TrackedOrder> {
    const order = await trackedOrder();
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1" });
    await order.readUpdate();
    const claimed = await claimShipment(order.shop, order.id);
    const shipment = { code: "shipments.unnumbered" } as const;
    await failShipment(claimed!, { code: "shipments.nothing-left", shipment });
    return order;
  }

  async function pageOf(order: TrackedOrder) {
    const found = await findOrder(order.shop, order.id);
    return { ...toShown(found!, { connected: true }), group: groupOf(found!) };
  }

  const wanted = {
    group: "needs-attention",
    tone: "warning",
    message: { code: "orders.reason.shipment-not-shown", shipments: 1 },
  };

  it("needs the merchant's attention, even after delivery, until it is shown or acknowledged", async () => {
    const order = await refused();
    expect(await pageOf(order)).toMatchObject(wanted);
    expect(await needAttention(order)).toBe(1);
    ledger.deliver(order.number);
    await order.readUpdate(60);
    expect(await order.row()).toMatchObject({ state: "delivered" });
    expect(await pageOf(order)).toMatchObject(wanted);
    expect(await needAttention(order)).toBe(1);

    const { version } = await pageOf(order);
    const seen = { orderId: order.id, version, reason: "shipment-not-shown" };
    expect(await acknowledgeOrder(order.shop, seen)).toBe(true);
    expect(await pageOf(order)).toMatchObject({ group: "completed", tone: "success" });
    expect(await needAttention(order)).toBe(0);

    const [shipment] = await order.shipments();
    await showAgain(order.shop, { orderId: order.id, version, shipmentId: shipment!.id });
    await order.push();
    expect(order.shown()).toMatchObject([{ number: "A1" }]);
    expect(await pageOf(order)).toMatchObject({ message: { code: "orders.state.delivered" } });
  });

  it("needs no attention once the supplier corrects it, unless Shopify rejects the correction as well", async () => {
    const order = await refused();
    const [first] = ledger.get(order.number).shipments;
    ledger.amend(order.number, first!.id, { trackingNumber: "A2" });
    await order.readUpdate(60);
    expect(await pageOf(order)).toMatchObject({ group: "shipped", tone: "success" });
    const claimed = await claimShipment(order.shop, order.id);
    await failShipment(claimed!, {
      code: "shipments.nothing-left",
      shipment: { code: "shipments.unnumbered" },
    });
    expect(await pageOf(order)).toMatchObject(wanted);
  });

  it("is reported only after an earlier problem of the order is solved", async () => {
    const order = await trackedOrder();
    await query(
      databaseUrl,
      `update supplier_order set reason = 'not-canceled',
         reason_params = '{"explanation": {"code": "orders.unclear.ours"}}' where id = $1`,
      [order.id],
    );
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1" });
    await order.readUpdate();
    const claimed = await claimShipment(order.shop, order.id);
    await failShipment(claimed!, {
      code: "shipments.nothing-left",
      shipment: { code: "shipments.unnumbered" },
    });
    const before = await pageOf(order);
    expect(before.can.acknowledge).toBe("not-canceled");
    const seen = { orderId: order.id, version: before.version, reason: "not-canceled" };
    expect(await acknowledgeOrder(order.shop, seen)).toBe(true);
    expect(await pageOf(order)).toMatchObject(wanted);
    // A second press, from the same page.
    expect(await acknowledgeOrder(order.shop, seen)).toBe(false);
  });
});

/** Has the order as many lines of the same variant: the customer's, the request's and ours. */
async function lengthen(order: TrackedOrder, many: number): Promise<void> {
  const { lines, fulfillmentOrders } = inside(order, order.name);
  const [[line], [request]] = [lines, fulfillmentOrders];
  const [entry] = request!.lines;
  const ids: string[] = [];
  for (let count = 1; count < many; count += 1) {
    const copy = { ...line!, id: newId(simulated(order.shop)) };
    lines.push(copy);
    request!.lines.push({ ...entry!, id: newId(simulated(order.shop)), line: copy });
    ids.push(`gid://shopify/LineItem/${String(copy.id)}`);
  }
  await query(
    databaseUrl,
    `insert into supplier_order_line
       (id, shop, order_id, line_item_id, fulfillment_order_line_id, supplier_variant_id, sku, title, quantity)
     select gen_random_uuid(), shop, order_id, copy, copy, supplier_variant_id, sku, title, quantity
     from supplier_order_line, unnest($2::text[]) as copy where order_id = $1`,
    [order.id, ids],
  );
}

it("splits a shipment with too many lines for one fulfillment into two, and repeats no line", async () => {
  const order = await trackedOrder();
  const [variantId = ""] = order.variants;
  // Its bucket refills ten times as fast as others.
  simulated(order.shop).plan = "Plus";
  await lengthen(order, 251);
  await query(
    databaseUrl,
    `insert into shipment (id, shop, order_id, supplier_shipment_id, tracking_number, lines, state, due_at)
     values (gen_random_uuid(), $1, $2, 's1', 'LONG1', $3, 'due', date_trunc('milliseconds', now()))`,
    [order.shop, order.id, JSON.stringify([{ supplierVariantId: variantId, quantity: 251 }])],
  );
  // The answer to the first of the two gets lost.
  shopify.setFault("fulfillmentCreate", "502-after-commit");
  for (const seconds of [0, 60]) await order.push(seconds);
  expect(order.shown().map(({ number, quantities }) => [number, quantities.length])).toEqual([
    ["LONG1", 250],
    ["LONG1", 1],
  ]);
  expect(await order.shipments()).toMatchObject([{ state: "shown", due_at: null }]);
  // A corrected number reaches both.
  await query(
    databaseUrl,
    "update shipment set tracking_number = 'RIGHT1', state = 'due', leased_until = null, due_at = now() - interval '1 second' where order_id = $1",
    [order.id],
  );
  await order.push();
  expect(order.shown().map(({ number }) => number)).toEqual(["RIGHT1", "RIGHT1"]);
});
