import { afterEach, describe, expect, it } from "vitest";

import { ingestRequest } from "../../../app/orders/ingest/ingest-requests.server.ts";
import { sendPart } from "../../../app/orders/placing/approve-order.server.ts";
import { processOrder } from "../../../app/orders/placing/process-order.server.ts";
import { pauseOrdering, setSendsParts } from "../../../app/orders/store/ordering-settings.server.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { readWithLocation } from "../../../app/shop/orders/fulfillment-orders.server.ts";
import { submitRequest } from "../../../app/shop/orders/submit-request.server.ts";
import type { ShopFault } from "../../sandbox/shop/faults.ts";
import { query } from "../../support/database.ts";
import { issueToken } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { hearPaid, judgeLater, ruledShop } from "../rules/testing.ts";
import {
  inside,
  type RequestedOrder,
  requestedOrder,
  type SellingShop,
  sellingShop,
  versionOf,
} from "../shop-world.ts";

openQueue();

const SUBMIT = "fulfillmentOrderSubmitFulfillmentRequest";
const REJECT = "fulfillmentOrderRejectFulfillmentRequest";
const REST = "fulfillmentOrdersLeftOut";

const changed = new Map<string, number>();
afterEach(() => {
  for (const [sku, stock] of changed) setStock(sku, stock);
  changed.clear();
  for (const field of [SUBMIT, REJECT, REST, "fulfillmentOrder"]) shopify.setFault(field, "502", 0);
});

function variantOf(sku: string) {
  for (const product of wholesale.supplier.catalogue.page({ from: 0, limit: 100 }).products) {
    const variant = product.variants.find((each) => each.sku === sku);
    if (variant) return { product, variant };
  }
  throw new Error(`The supplier has no SKU ${sku}.`);
}

function setStock(sku: string, stock: number): void {
  const { product, variant } = variantOf(sku);
  if (!changed.has(sku)) changed.set(sku, variant.stock);
  wholesale.supplier.catalogue.change(product.id, { variants: [{ id: variant.id, stock }] }, new Date());
}

/** An order of three pieces of each product, held because the second is sold out. */
async function heldOrder(stock = 0, world?: SellingShop) {
  const shop = world ?? (await sellingShop());
  const [first, second] = shop.skus;
  setStock(second, stock);
  const lines = [first, second].map((sku) => ({ sku, quantity: 3 }));
  const order = await requestedOrder(shop, { lines });
  await order.process();
  return { world: shop, order, first, second };
}

async function press({ world, order }: { world: SellingShop; order: RequestedOrder }) {
  return sendPart(world.shop, { orderId: order.id, version: await versionOf(order.id) });
}

/** Processes what is due, again and again, with time between for what was postponed; then ingests what is requested. */
async function settle(world: SellingShop): Promise<void> {
  for (const seconds of [0, 70, 300]) {
    if (seconds > 0) await timePasses(world.shop, seconds);
    await world.processDue(10);
    await world.ingestRequests();
    await world.processDue(10);
  }
}

/** Pieces in the supplier's ledger, by SKU, of all live orders of the shop. */
async function boughtOf(world: SellingShop): Promise<Record<string, number>> {
  const skus = new Map(world.skus.map((sku) => [variantOf(sku).variant.id, sku]));
  const counted: Record<string, number> = {};
  for (const { lines, status } of await world.bought())
    for (const { variantId, quantity } of status === "cancelled" ? [] : lines) {
      const sku = skus.get(variantId) ?? variantId;
      counted[sku] = (counted[sku] ?? 0) + quantity;
    }
  return counted;
}

describe("an order of which a part can be ordered", () => {
  it("shows which items can be sent and which wait", async () => {
    const { order } = await heldOrder();
    const { state, reason, reason_params: params } = await order.row();
    expect([state, reason]).toEqual(["held", "out-of-stock"]);
    expect(params).toMatchObject({ part: { sends: [{ quantity: 3 }], waits: [{ quantity: 3 }] } });
  });

  it("is sent in two parts: the available items at once, and the rest once it is in stock", async () => {
    const { world, order, first, second } = await heldOrder();
    expect(await press({ world, order })).toBe(true);
    await world.processDue(10);
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    expect(await boughtOf(world)).toEqual({ [first]: 3 });
    await world.ingestRequests();
    await world.processDue();
    const [, rest] = await world.rows();
    expect(rest).toMatchObject({
      state: "held",
      reason: "out-of-stock",
      reason_params: { lines: [expect.any(String)] },
    });
    expect(rest?.reason_params).not.toHaveProperty("part");
    setStock(second, 50);
    await settle(world);
    await world.processLater(1000);
    expect(await boughtOf(world)).toEqual({ [first]: 3, [second]: 3 });
    expect(await world.bought()).toHaveLength(2);
    const { fulfillmentOrders } = inside(world, order.name);
    expect(fulfillmentOrders.map(({ requestStatus }) => requestStatus)).toEqual(["ACCEPTED", "ACCEPTED"]);
  });

  it("is sent with the available pieces of a line, and later with the other pieces", async () => {
    const { world, order, first, second } = await heldOrder(1);
    await press({ world, order });
    await settle(world);
    expect(await boughtOf(world)).toEqual({ [first]: 3, [second]: 1 });
    setStock(second, 50);
    await world.processLater(1000);
    expect(await boughtOf(world)).toEqual({ [first]: 3, [second]: 3 });
  });

  it("keeps the merchant's message in both requests", async () => {
    const { world, order } = await heldOrder();
    const [merchants] = inside(world, order.name).fulfillmentOrders[0]!.merchantRequests;
    merchants!.message = "Leave it with the neighbor";
    await press({ world, order });
    await settle(world);
    const messages = inside(world, order.name).fulfillmentOrders.map(
      (each) => each.merchantRequests.at(-1)?.message,
    );
    expect(messages).toEqual(["Leave it with the neighbor", "Leave it with the neighbor"]);
    expect((await world.bought())[0]?.note).toBe("Leave it with the neighbor");
  });

  it("is sent as a whole if everything is in stock again when a worker processes it", async () => {
    const { world, order, first, second } = await heldOrder();
    await press({ world, order });
    setStock(second, 50);
    await settle(world);
    expect(await boughtOf(world)).toEqual({ [first]: 3, [second]: 3 });
    expect(await world.bought()).toHaveLength(1);
    expect(inside(world, order.name).fulfillmentOrders).toHaveLength(1);
  });

  it("is requested and held as a whole again if nothing can be ordered after we rejected the request", async () => {
    const { world, order, first } = await heldOrder();
    await press({ world, order });
    await order.process();
    expect(inside(world, order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "REJECTED" }]);
    setStock(first, 0);
    await settle(world);
    expect(await order.row()).toMatchObject({ state: "held", reason: "out-of-stock" });
    expect(inside(world, order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "SUBMITTED" }]);
    expect(await world.bought()).toEqual([]);
  });

  it("waits for the end of a pause once its part is requested", async () => {
    const { world, order } = await heldOrder();
    await pauseOrdering(world.shop);
    await press({ world, order });
    await settle(world);
    expect(await order.row()).toMatchObject({ state: "held", reason: "ordering-paused" });
    expect(inside(world, order.name).fulfillmentOrders).toHaveLength(2);
    expect(await world.bought()).toEqual([]);
  });

  it("is not divided without the permission to request fulfillment", async () => {
    const { world, order } = await heldOrder();
    const scopes = shopify.app.scopes.filter((scope) => scope !== "write_third_party_fulfillment_orders");
    await issueToken(world.shop, { scopes });
    expect(await press({ world, order })).toBe("no-permission");
    await settle(world);
    expect(inside(world, order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "SUBMITTED" }]);
  });
});

describe("a crash or a lost answer while an order is divided", () => {
  it.each<[string, string, ShopFault, number]>([
    ["before the rejection", REJECT, "502", 0],
    ["after the rejection", REJECT, "502-after-commit", 0],
    ["before the part is requested", SUBMIT, "502", 0],
    ["after the part is requested", SUBMIT, "502-after-commit", 0],
    ["before the rest is found", REST, "502", 0],
    ["before the rest is requested", SUBMIT, "502", 1],
    ["after the rest is requested", SUBMIT, "reset-after-commit", 1],
  ])("%s does not change the result: every piece is bought once", async (_, field, fault, skipped) => {
    const { world, order, first, second } = await heldOrder();
    shopify.setFault(field, fault, 1, skipped);
    await press({ world, order });
    await settle(world);
    expect(await boughtOf(world)).toEqual({ [first]: 3 });
    setStock(second, 50);
    await world.processLater(1000);
    await settle(world);
    expect(await boughtOf(world)).toEqual({ [first]: 3, [second]: 3 });
    expect(await world.bought()).toHaveLength(2);
  });

  it("leaves the remaining steps to another worker once the lease ends", async () => {
    const { world, order, first } = await heldOrder();
    await press({ world, order });
    await order.process();
    // As a worker leaves it that crashes right after Shopify has split the order.
    await query(
      databaseUrl,
      "update supplier_order set leased_until = now() + interval '5 minutes' where shop = $1",
      [world.shop],
    );
    const [part] = inside(world, order.name).fulfillmentOrders;
    const line = part!.lines.find((each) => each.line.sku === first)!;
    await submitLines(world, { id: part!.id, line: line.id, quantity: 3 });
    await world.processDue();
    expect(await world.bought()).toEqual([]);
    await settle(world);
    expect(await boughtOf(world)).toEqual({ [first]: 3 });
    expect(await world.rows()).toMatchObject([
      { state: "placed" },
      { state: "held", reason: "out-of-stock" },
    ]);
  });

  it("buys the available items once, even if a lagging replica shows the request as it was before the rejection", async () => {
    const { world, order, first } = await heldOrder();
    await press({ world, order });
    await order.process();
    shopify.setFault("fulfillmentOrder", "stale", 1);
    await settle(world);
    expect(await boughtOf(world)).toEqual({ [first]: 3 });
  });
});

async function submitLines(
  world: SellingShop,
  { id, line, quantity }: { id: number; line: number; quantity: number },
): Promise<void> {
  await submitRequest(world.shop, `gid://shopify/FulfillmentOrder/${String(id)}`, {
    lines: [{ id: `gid://shopify/FulfillmentOrderLineItem/${String(line)}`, quantity }],
  });
}

describe("several people and workers at once", () => {
  it("divide an order once if the button is pressed in two tabs", async () => {
    const { world, order, first } = await heldOrder();
    const version = await versionOf(order.id);
    const pressed = await Promise.all([1, 2].map(() => sendPart(world.shop, { orderId: order.id, version })));
    expect(pressed.toSorted()).toEqual([false, true]);
    await settle(world);
    expect(await boughtOf(world)).toEqual({ [first]: 3 });
    expect(inside(world, order.name).fulfillmentOrders).toHaveLength(2);
  });

  it("divide and buy an order once (three workers, the poll and a webhook)", async () => {
    const { world, order, first } = await heldOrder();
    await press({ world, order });
    for (let round = 0; round < 6; round += 1) {
      const { shop } = world;
      const subjectId = order.fulfillmentOrderId;
      await Promise.all([
        ...[1, 2, 3].map(() => processOrder({ shop, orderId: order.id })),
        ingestRequest(shop, { subjectId }),
        world.ingestRequests(),
      ]);
    }
    await settle(world);
    expect(await boughtOf(world)).toEqual({ [first]: 3 });
    expect(await world.bought()).toHaveLength(1);
  });
});

describe("an order that changes while it is divided", () => {
  it("is not bought if the merchant cancels the order after we rejected its request", async () => {
    const { world, order } = await heldOrder();
    await press({ world, order });
    await order.process();
    shopify.merchant.cancelOrder(order.name, {}, world.shop);
    await settle(world);
    expect(await world.bought()).toEqual([]);
    expect((await order.row()).state).toBe("canceled");
  });

  it("is bought in the edited quantity if the edit comes after our rejection of the whole request", async () => {
    const { world, order, first } = await heldOrder();
    await press({ world, order });
    await order.process();
    shopify.merchant.editOrder(order.name, [{ sku: first, quantity: 1 }], world.shop);
    await settle(world);
    expect(await boughtOf(world)).toEqual({ [first]: 1 });
  });

  it("is bought without the refunded pieces if the refund comes before our request for the rest", async () => {
    const { world, order, first, second } = await heldOrder();
    await press({ world, order });
    await order.process();
    await order.process();
    shopify.merchant.refundOrder(order.name, [{ sku: first, quantity: 2 }], world.shop);
    setStock(second, 50);
    await settle(world);
    await world.processLater(1000);
    expect(await boughtOf(world)).toEqual({ [first]: 1, [second]: 3 });
  });

  it("is requested as a whole again, and held with a report, if Shopify rejects the split", async () => {
    const { world, order, first } = await heldOrder();
    await press({ world, order });
    await order.process();
    await readWithLocation(world.shop, { id: order.fulfillmentOrderId, shopOrderId: order.shopOrderId });
    shopify.merchant.editOrder(order.name, [{ sku: first, quantity: 1 }], world.shop);
    // More pieces than are left, by the read of a replica that lags.
    shopify.setFault("fulfillmentOrder", "stale", 1);
    await order.process();
    expect(inside(world, order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "SUBMITTED" }]);
    await settle(world);
    expect(await order.row()).toMatchObject({ state: "held", reason: "out-of-stock" });
    const told = await query(
      databaseUrl,
      "select kind from activity where shop = $1 and kind = 'orders.part-refused'",
      [world.shop],
    );
    expect(told).toHaveLength(1);
    await press({ world, order });
    await settle(world);
    expect(await boughtOf(world)).toEqual({ [first]: 1 });
  });
});

describe("the setting to send available items", () => {
  it("divides an order automatically once, and lets the rest wait until all of it can be sent", async () => {
    const world = await sellingShop();
    await setSendsParts(world.shop, "on");
    const { order, first, second } = await heldOrder(1, world);
    await settle(world);
    expect(await boughtOf(world)).toEqual({ [first]: 3, [second]: 1 });
    setStock(second, 1);
    await world.processLater(1000);
    expect(await boughtOf(world)).toEqual({ [first]: 3, [second]: 1 });
    expect(await world.rows()).toHaveLength(2);
    setStock(second, 50);
    await world.processLater(1000);
    expect(await boughtOf(world)).toEqual({ [first]: 3, [second]: 3 });
    expect(inside(world, order.name).fulfillmentOrders).toHaveLength(2);
  });

  it("shows which rules let an order through, also on the page of the order's rest", async () => {
    const world = await ruledShop();
    await setSendsParts(world.shop, "on");
    const [first, second] = world.skus;
    setStock(second, 1);
    const lines = [first, second].map((sku) => ({ sku, quantity: 3 }));
    await hearPaid(world, world.order({ lines }));
    await judgeLater(world);
    await settle(world);
    const rows = await world.rows();
    expect(rows).toHaveLength(2);
    for (const { id } of rows)
      expect(await findOrder(world.shop, id)).toMatchObject({ rules: { version: 1 } });
  });

  it("holds the whole order while the app may not request fulfillment", async () => {
    const world = await sellingShop();
    await setSendsParts(world.shop, "on");
    const scopes = shopify.app.scopes.filter((scope) => scope !== "write_third_party_fulfillment_orders");
    await issueToken(world.shop, { scopes });
    const { order } = await heldOrder(0, world);
    await settle(world);
    expect(await order.row()).toMatchObject({ state: "held", reason: "out-of-stock" });
    expect(await world.bought()).toEqual([]);
  });
});

it("requests no lines that the merchant had left out of a request that can be sent as a whole by now", async () => {
  const { world, order, first, second } = await heldOrder();
  // The merchant requests two of three pieces of the first product.
  const whole = inside(world, order.name).fulfillmentOrders[0]!;
  shopify.merchant.cancelFulfillment(order.name, world.shop);
  await settle(world);
  const again = inside(world, order.name).fulfillmentOrders.find((each) => each !== whole)!;
  const line = again.lines.find((each) => each.line.sku === first)!;
  await submitLines(world, { id: again.id, line: line.id, quantity: 2 });
  setStock(first, 0);
  await world.ingestRequests();
  await world.processDue();
  const [, row] = await world.rows();
  await query(databaseUrl, "update supplier_order set part_wanted_at = now() where id = $1", [row!.id]);
  setStock(first, 50);
  setStock(second, 50);
  await settle(world);
  await world.processLater(1000);
  expect(await boughtOf(world)).toEqual({ [first]: 2 });
});

it("requests no lines that the merchant had left out of a request that we divide", async () => {
  const { world, order, first, second } = await heldOrder();
  shopify.merchant.cancelFulfillment(order.name, world.shop);
  await settle(world);
  const again = inside(world, order.name).fulfillmentOrders.at(-1)!;
  const line = again.lines.find((each) => each.line.sku === first)!;
  await setSendsParts(world.shop, "on");
  setStock(first, 1);
  setStock(second, 50);
  await submitLines(world, { id: again.id, line: line.id, quantity: 2 });
  await settle(world);
  await world.processLater(1000);
  expect(await boughtOf(world)).toEqual({ [first]: 2 });
});

it("requests the rest of a divided order, even if more items sell out between the steps", async () => {
  const { world, order, first, second } = await heldOrder();
  await press({ world, order });
  await order.process();
  await order.process();
  setStock(first, 1);
  await timePasses(world.shop, 40);
  await settle(world);
  setStock(first, 50);
  setStock(second, 50);
  await settle(world);
  await world.processLater(1000);
  expect(await boughtOf(world)).toEqual({ [first]: 3, [second]: 3 });
});

it("delays a request that an earlier, unanswered call of ours may still reject", async () => {
  const { world, order, second } = await heldOrder();
  const { requestId } = (await readWithLocation(world.shop, {
    id: order.fulfillmentOrderId,
    shopOrderId: order.shopOrderId,
  }))!;
  await press({ world, order });
  await query(databaseUrl, "update supplier_order set part_of = $2 where id = $1", [order.id, requestId]);
  setStock(second, 50);
  await order.process();
  expect(await world.bought()).toEqual([]);
  await settle(world);
  expect(await world.bought()).toHaveLength(1);
  expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
});
