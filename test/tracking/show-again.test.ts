import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { startQueue, stopQueue } from "../../app/queue/boss.server.ts";
import { showAgain } from "../../app/tracking/show-again.server.ts";
import { jobHandlers } from "../../app/wiring/handlers.server.ts";
import { inside } from "../orders/shop-world.ts";
import { newId } from "../sandbox/shop/ids.ts";
import { query } from "../support/database.ts";
import { simulated } from "../support/installed-shop.ts";
import { databaseUrl, shopify, wholesale } from "../support/world.ts";
import { trackedOrder, type TrackedOrder } from "./testing.ts";

beforeAll(async () => {
  await startQueue(jobHandlers);
});
afterAll(stopQueue);
afterEach(() => {
  shopify.setFault("fulfillmentCreate", "502", 0);
});

const { ledger } = wholesale.supplier;

it("a parcel that Shopify refused is shown once the merchant presses “Show it again”, and only a refused one", async () => {
  const order = await trackedOrder();
  ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1" });
  await order.readUpdate();
  await query(
    databaseUrl,
    `update shipment set state = 'failed', next_at = null, problem = '{"code":"parcels.nothing-left","parcel":{"code":"parcels.unnumbered"}}'
     where order_id = $1`,
    [order.id],
  );
  const [shipment] = await order.shipments();
  const press = () => showAgain(order.shop, { orderId: order.id, shipmentId: shipment!.id });
  expect(await press()).toBe(true);
  await order.push();
  expect(order.shown()).toMatchObject([{ number: "A1" }]);
  expect(await press()).toBe(false);
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

it("a parcel of more lines than Shopify takes at once is shown in two fulfillments, none twice", async () => {
  const order = await trackedOrder();
  const [variantId = ""] = order.variants;
  await lengthen(order, 251);
  await query(
    databaseUrl,
    `insert into shipment (id, shop, order_id, supplier_shipment_id, tracking_number, lines, state, next_at)
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
  expect(await order.shipments()).toMatchObject([{ state: "shown", next_at: null }]);
  // A corrected number reaches both.
  await query(
    databaseUrl,
    "update shipment set tracking_number = 'RIGHT', state = 'due', next_at = now() where order_id = $1",
    [order.id],
  );
  await order.push();
  expect(order.shown().map(({ number }) => number)).toEqual(["RIGHT", "RIGHT"]);
});
