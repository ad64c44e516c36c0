import { describe, expect, it } from "vitest";

import { disconnect } from "../../../app/connection/disconnect.server.ts";
import { rejectFulfillment } from "../../../app/shop/orders/request-answers.server.ts";
import { submitRequest } from "../../../app/shop/orders/submit-request.server.ts";
import { pollRequests } from "../../../app/orders/ingest/poll-requests.server.ts";
import { requestPaidOrder } from "../../../app/orders/ingest/request-paid-orders.server.ts";
import type { OrderView } from "../../sandbox/shop/merchant-views.ts";
import type { Order } from "../../sandbox/shop/orders/order.ts";
import { query } from "../../support/database.ts";
import { issueToken } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { unsettledWarnings } from "../../support/unsettled-warnings.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { inside, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

/** Every connected shop, whenever its turn would be. */
async function pollAll(): Promise<void> {
  await query(databaseUrl, "delete from request_poll");
  await pollRequests();
}

/** A shop whose merchant gave the instruction a minute ago, unless told otherwise. */
async function instructed(secondsAgo: number | null = 60): Promise<SellingShop> {
  const world = await sellingShop();
  const since = secondsAgo === null ? null : new Date(Date.now() - secondsAgo * 1000);
  await query(
    databaseUrl,
    `insert into ordering_settings (shop, reference_prefix, automatic_ordering_since) values ($1, $1, $2)
     on conflict (shop) do update set automatic_ordering_since = excluded.automatic_ordering_since`,
    [world.shop, since],
  );
  return world;
}

/** Handles the webhook of the order. */
function hearPaid({ shop }: SellingShop, { id }: OrderView, triggeredAt: Date | null = new Date()) {
  return requestPaidOrder(shop, { subjectId: id, triggeredAt });
}

function requestsOf({ look }: SellingShop, { name }: OrderView): string[] {
  return look(name).fulfillmentOrders.map(({ requestStatus }) => requestStatus);
}

async function told({ shop }: SellingShop): Promise<unknown[]> {
  const rows = await query<{ message: unknown }>(
    databaseUrl,
    "select message from activity where shop = $1 and kind = 'orders.request-failed'",
    [shop],
  );
  return rows.map(({ message }) => message);
}

/** A product that the merchant keeps themselves. */
function ownSku({ shop }: SellingShop): string {
  shopify.merchant.createProduct({ title: "Own Bowl", variants: [{ sku: "THEIRS" }] }, shop);
  return "THEIRS";
}

describe("an order that is paid with automatic ordering on", () => {
  it("is requested, and sent to the supplier without waiting for Shopify's webhook", async () => {
    const world = await instructed();
    const order = world.order();
    await hearPaid(world, order);
    expect(requestsOf(world, order)).toEqual(["ACCEPTED"]);
    expect(await world.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
  });

  it("is requested neither by a webhook nor by the poll if it is a test order", async () => {
    const world = await instructed();
    const order = world.order({ test: true });
    await hearPaid(world, order);
    await pollAll();
    await world.processDue();
    expect(requestsOf(world, order)).toEqual(["UNSUBMITTED"]);
    expect(await world.rows()).toEqual([]);
    expect(await world.bought()).toEqual([]);
  });

  it("is requested and bought once, even if webhooks and the poll report it repeatedly", async () => {
    const world = await instructed();
    const order = world.order();
    await Promise.all([1, 2, 3, 4].map(() => hearPaid(world, order)));
    await world.processDue();
    await hearPaid(world, order);
    await pollAll();
    expect(inside(world, order.name).fulfillmentOrders.map((each) => each.merchantRequests.length)).toEqual([
      1,
    ]);
    expect(await world.rows()).toHaveLength(1);
    expect(await world.bought()).toHaveLength(1);
  });

  it("is requested without reading the shop's other requests", async () => {
    const world = await instructed();
    for (let count = 0; count < 3; count += 1)
      shopify.merchant.requestFulfillment(world.order().name, world.shop);
    const order = world.order();
    await hearPaid(world, order);
    expect(await world.rows()).toHaveLength(1);
  });

  it("is requested even if the customer ordered a day before the payment", async () => {
    const world = await instructed();
    const order = world.order();
    inside(world, order.name).createdAt = new Date(Date.now() - 86_400_000);
    await hearPaid(world, order);
    expect(requestsOf(world, order)).toEqual(["ACCEPTED"]);
  });

  it("is requested only for the items at our location", async () => {
    const world = await instructed();
    const order = world.order({
      lines: [
        { sku: world.skus[0], quantity: 1 },
        { sku: ownSku(world), quantity: 1 },
      ],
    });
    await hearPaid(world, order);
    const parts = inside(world, order.name).fulfillmentOrders;
    expect(
      parts.map(({ location, requestStatus }) => [location.service?.name ?? null, requestStatus]),
    ).toEqual(
      expect.arrayContaining([
        ["Stockbridge", "ACCEPTED"],
        [null, "UNSUBMITTED"],
      ]),
    );
    expect(parts).toHaveLength(2);
  });
});

describe("automatic ordering", () => {
  it.each<[string, (order: Order) => unknown]>([
    ["an order whose payment is only authorized", (order) => (order.financialStatus = "AUTHORIZED")],
    ["an order whose payment is refunded", (order) => (order.financialStatus = "REFUNDED")],
    ["an order that is canceled", (order) => (order.cancelledAt = new Date())],
    ["an order on hold", ({ fulfillmentOrders: [first] }) => Object.assign(first!, { status: "ON_HOLD" })],
  ])("requests nothing for %s", async (_, spoil) => {
    const world = await instructed();
    const order = world.order();
    spoil(inside(world, order.name));
    await hearPaid(world, order);
    await pollAll();
    expect(requestsOf(world, order)).toEqual(["UNSUBMITTED"]);
    expect(await world.rows()).toEqual([]);
  });

  it("requests nothing for an order that a webhook calls paid until Shopify shows the payment", async () => {
    const world = await instructed();
    const order = world.order({ paid: false });
    await hearPaid(world, order);
    await pollAll();
    expect(requestsOf(world, order)).toEqual(["UNSUBMITTED"]);
    shopify.merchant.payOrder(order.name, world.shop);
    await hearPaid(world, order);
    expect(requestsOf(world, order)).toEqual(["ACCEPTED"]);
  });

  it("requests nothing while it is off, and nothing that was paid before it was switched on", async () => {
    for (const [secondsAgo, triggeredAt] of [
      [null, new Date()],
      [60, new Date(Date.now() - 3_600_000)],
    ] as const) {
      const world = await instructed(secondsAgo);
      const order = world.order();
      await hearPaid(world, order, triggeredAt);
      expect(requestsOf(world, order)).toEqual(["UNSUBMITTED"]);
    }
  });

  it("requests nothing in a disconnected shop, and catches up after the next connection", async () => {
    const world = await instructed();
    const [row] = await query(databaseUrl, "select * from connection where shop = $1", [world.shop]);
    await disconnect(world.shop, { why: "disconnected" });
    const order = world.order();
    await hearPaid(world, order);
    await pollAll();
    expect(requestsOf(world, order)).toEqual(["UNSUBMITTED"]);
    const names = Object.keys(row!);
    const places = names.map((_, index) => `$${String(index + 1)}`);
    await query(
      databaseUrl,
      `insert into connection (${names.join()}) values (${places.join()})`,
      Object.values(row!),
    );
    await pollAll();
    expect(requestsOf(world, order)).toEqual(["SUBMITTED"]);
  });

  it.each([null, "", "no number", "gid://shopify/Order/999"])(
    "requests nothing for a webhook about the order %j, which the shop does not have",
    async (subjectId) => {
      const world = await instructed();
      await requestPaidOrder(world.shop, { subjectId, triggeredAt: null });
      expect(await world.rows()).toEqual([]);
    },
  );

  it("requests no order again after the merchant canceled the request or we rejected the request", async () => {
    const world = await instructed();
    // While ordering is paused, nothing is accepted.
    await query(databaseUrl, "update ordering_settings set paused_at = now() where shop = $1", [world.shop]);
    const [taken, turned] = [world.order(), world.order()];
    for (const order of [taken, turned]) await hearPaid(world, order);
    shopify.merchant.cancelFulfillment(taken.name, world.shop);
    const id = world.look(turned.name).fulfillmentOrders[0]!.id;
    await rejectFulfillment(world.shop, { id, reason: "OTHER", message: "No.", lines: [] });
    for (const order of [taken, turned]) await hearPaid(world, order);
    await pollAll();
    expect(requestsOf(world, taken).at(-1)).toBe("UNSUBMITTED");
    expect(requestsOf(world, turned)).toEqual(["REJECTED"]);
  });
});

describe("a paid order whose webhook was lost", () => {
  it("is requested by the next poll if automatic ordering was switched on before the order", async () => {
    const [world, other] = [await instructed(), await instructed(null)];
    const orders = [world.order(), world.order()] as const;
    const theirs = other.order();
    inside(world, orders[0].name).createdAt = new Date(Date.now() - 3_600_000);
    await pollAll();
    expect(orders.map((order) => requestsOf(world, order))).toEqual([["UNSUBMITTED"], ["SUBMITTED"]]);
    expect(requestsOf(other, theirs)).toEqual(["UNSUBMITTED"]);
  });

  it("is found behind many unpaid orders", async () => {
    const world = await instructed();
    const order = world.order();
    for (let count = 0; count < 60; count += 1) world.order({ paid: false });
    await pollAll();
    expect(requestsOf(world, order)).toEqual(["SUBMITTED"]);
  });
});

describe("a shop without the permission to request fulfillment", () => {
  it("gets one report per order, and does not hold up other shops", async () => {
    const [world, other] = [await instructed(), await instructed()];
    const scopes = shopify.app.scopes.filter((scope) => scope !== "write_third_party_fulfillment_orders");
    await issueToken(world.shop, { scopes });
    const order = world.order();
    const theirs = other.order();
    await hearPaid(world, order);
    await pollAll();
    expect(requestsOf(world, order)).toEqual(["UNSUBMITTED"]);
    expect(requestsOf(other, theirs)).toEqual(["SUBMITTED"]);
    expect(await told(world)).toEqual([
      {
        code: "orders.activity.request-failed",
        order: order.name,
        explanation: { code: "failure.shop.permission-missing" },
      },
    ]);
  });
});

describe("the warning about an order that cannot be requested", () => {
  /** A shop that lacks the permission to request fulfillment, with an order that a webhook reports as paid. */
  async function unpermitted(): Promise<{ world: SellingShop; name: string }> {
    const world = await instructed();
    const scopes = shopify.app.scopes.filter((scope) => scope !== "write_third_party_fulfillment_orders");
    await issueToken(world.shop, { scopes });
    const order = world.order();
    await hearPaid(world, order);
    expect(await unsettledWarnings(world.shop)).toEqual(["orders.activity.request-failed"]);
    await pollAll();
    expect(await unsettledWarnings(world.shop)).toEqual(["orders.activity.request-failed"]);
    return { world, name: order.name };
  }

  it("disappears from the activity's warnings once the order is requested", async () => {
    const { world } = await unpermitted();
    await issueToken(world.shop);
    await pollAll();
    expect(await unsettledWarnings(world.shop)).toEqual([]);
  });

  it("disappears from the activity's warnings once the order is canceled", async () => {
    const { world, name } = await unpermitted();
    shopify.merchant.cancelOrder(name, { force: true }, world.shop);
    await pollAll();
    expect(await unsettledWarnings(world.shop)).toEqual([]);
  });
});

describe("an order that the poll cannot request", () => {
  it("is reported once a day, even without a webhook", async () => {
    const world = await instructed();
    const scopes = shopify.app.scopes.filter((scope) => scope !== "write_third_party_fulfillment_orders");
    await issueToken(world.shop, { scopes });
    const { name: order } = world.order();
    const failed = {
      code: "orders.activity.request-failed",
      order,
      explanation: { code: "failure.shop.permission-missing" },
    };
    await pollAll();
    await pollAll();
    expect(await told(world)).toEqual([failed]);
    await timePasses(world.shop, 25 * 3600);
    await pollAll();
    expect(await told(world)).toEqual([failed, failed]);
  });
});

describe("requesting a fulfillment order that is requested already", () => {
  it("counts as a successful request", async () => {
    const world = await instructed();
    const order = world.order();
    world.request(order.name);
    const { id } = world.look(order.name).fulfillmentOrders[0]!;
    expect(await submitRequest(world.shop, id)).toEqual({ kind: "requested", rest: null, sentAt: null });
  });

  it("fails if we have rejected the first request and Shopify accepts no new request", async () => {
    const world = await instructed();
    const order = world.order();
    world.request(order.name);
    const { id } = world.look(order.name).fulfillmentOrders[0]!;
    await rejectFulfillment(world.shop, { id, reason: "OTHER", message: "No.", lines: [] });
    shopify.merchant.holdFulfillment(order.name, world.shop);
    expect(await submitRequest(world.shop, id)).toMatchObject({ kind: "user-errors" });
    expect(requestsOf(world, order)).toEqual(["REJECTED"]);
  });
});
