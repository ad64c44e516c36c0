import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { approveSeen } from "../../../app/orders/placing/approve-order.server.ts";
import { readOrderBlock } from "../../../app/orders/views/read-order-block.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { shopOrderId } from "../../../app/shop/ids.ts";
import { jobs } from "../../../app/queue/jobs.ts";
import { shopify } from "../../support/world.ts";
import { type SellingShop, sellingShop } from "../shop-world.ts";

let world: SellingShop;

beforeAll(async () => {
  await startQueue(jobs);
});
afterAll(stopQueue);
beforeEach(async () => {
  world = await sellingShop();
});

function block({ id }: { id: string }) {
  return readOrderBlock(world.shop, shopOrderId(id)!);
}

describe("the block on Shopify's order page", () => {
  it("asks for a fulfillment request until there is one, and then shows the order's state", async () => {
    const order = world.order();
    expect(await block(order)).toEqual({ connected: true, unrequested: true, kept: null, orders: [] });

    world.request(order.name);
    await world.ingestRequests();
    expect(await block(order)).toMatchObject({
      unrequested: false,
      orders: [{ label: { code: "orders.badge.ready" } }],
    });

    await world.processDue();
    const { id, supplier_order_id } = await world.row();
    expect(await block(order)).toEqual({
      connected: true,
      unrequested: false,
      kept: null,
      orders: [
        {
          id,
          version: expect.any(Number) as number,
          can: {
            retry: false,
            approve: null,
            cancel: { code: "orders.cancel.placed", number: supplier_order_id },
            cancelLabel: null,
          },
          label: { code: "orders.badge.placed" },
          tone: "info",
          message: { code: "orders.state.placed" },
          supplierOrderId: supplier_order_id,
          items: [{ code: "orders.item", quantity: 1, title: expect.any(String) as string }],
          amounts: [
            { label: { code: "orders.column.paid" }, amount: { amount: "30", currency: "EUR" } },
            { label: { code: "orders.cost" }, amount: { amount: "12.13", currency: "EUR" } },
            { label: { code: "orders.column.profit" }, amount: { amount: "17.87", currency: "EUR" } },
          ],
          shipments: [],
        },
      ],
    });
  });

  it("asks for a new request after the merchant canceled the first one", async () => {
    const order = world.order();
    world.request(order.name);
    await world.ingestRequests();
    shopify.merchant.cancelFulfillment(order.name, world.shop);
    await world.processDue();
    expect(await block(order)).toMatchObject({
      unrequested: true,
      orders: [{ label: { code: "orders.badge.canceled" } }],
    });
  });

  it("offers to send an unpaid order anyway, with its items, its amounts and the unpaid sum", async () => {
    const order = world.order({ paid: false });
    world.request(order.name);
    await world.ingestRequests();
    await world.processDue();
    const { orders } = await block(order);
    const [held] = orders;
    expect(held).toMatchObject({
      can: {
        retry: true,
        approve: {
          button: { code: "orders.button.send-anyway" },
          question: [
            { code: "orders.send-anyway.purchase" },
            { code: "orders.total.leaves" },
            { code: "orders.send-unpaid" },
          ],
        },
        // The supplier has nothing that could be canceled with them.
        cancelLabel: { code: "orders.button.cancel" },
      },
      amounts: [
        { label: { code: "orders.column.paid" } },
        { label: { code: "to-send.column.cost" } },
        { label: { code: "to-send.column.profit.no-shipping" } },
      ],
    });
    const { id, version, can } = held!;
    const seen = { orderId: id, version, ...can.approve?.seen };
    expect(await approveSeen(world.shop, seen)).toBe(true);
    await world.processDue();
    expect(await approveSeen(world.shop, seen)).toBe(false);
    expect(await world.bought()).toHaveLength(1);
  });

  it("offers to send a test order anyway", async () => {
    const order = world.order({ test: true });
    world.request(order.name);
    await world.ingestRequests();
    await world.processDue();
    const { orders } = await block(order);
    const approve = orders[0]?.can.approve;
    expect(approve).toMatchObject({ seen: {} });
    expect(approve?.question.at(-1)).toEqual({ code: "orders.send-test-order" });
  });

  it("asks for no fulfillment request once the order is canceled", async () => {
    const order = world.order();
    shopify.merchant.cancelOrder(order.name, {}, world.shop);
    expect(await block(order)).toEqual({ connected: true, unrequested: false, kept: null, orders: [] });
  });

  it("asks for no fulfillment request if the shop does not show the order", async () => {
    expect(await block({ id: "gid://shopify/Order/1" })).toEqual({
      connected: true,
      unrequested: false,
      kept: null,
      orders: [],
    });
  });

  it("shows no orders, but does not fail, while the shop denies access", async () => {
    const order = world.order();
    shopify.tokens.revokeAll(shopify.shops.find(({ domain }) => domain === world.shop)!);
    expect(await block(order)).toEqual({ connected: true, unrequested: false, kept: null, orders: [] });
  });
});
