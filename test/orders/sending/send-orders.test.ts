import { describe, expect, it, onTestFinished } from "vitest";

import { disconnect } from "../../../app/connection/disconnect.server.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import { requestPaidOrder } from "../../../app/orders/ingest/request-paid-orders.server.ts";
import { redactOrder } from "../../../app/orders/redact-order.server.ts";
import { pressSend } from "../../../app/orders/sending/send-shop-order.server.ts";
import { sweepSends } from "../../../app/orders/sending/send-order.server.ts";
import { setSendsParts } from "../../../app/orders/store/ordering-settings.server.ts";
import { listAll } from "../../../app/orders/views/list-all.server.ts";
import type { OrderToSend } from "../../../app/orders/views/list-to-send.server.ts";
import { submitRequest } from "../../../app/shop/orders/submit-request.server.ts";
import { renderedPage } from "../../messages/rendered-page.ts";
import type { Order } from "../../sandbox/shop/orders/order.ts";
import { query } from "../../support/database.ts";
import { issueToken, simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { inside, type SellingShop, sellingShop } from "../shop-world.ts";
import { count, listed, poll, press, results, variantOf, work } from "./testing.ts";

openQueue();

/** A shop with a paid and unrequested order, as its list shows it. */
async function waitingOrder(quantity = 1) {
  const world = await sellingShop();
  const { name } = world.order({ lines: [{ sku: world.skus[0], quantity }] });
  await poll(world);
  const orders = await listed(world);
  const { id: shopOrderId, fulfillmentOrders } = world.look(name);
  const ids = { shopOrderId, fulfillmentOrderId: fulfillmentOrders[0]!.id };
  return { world, name, orders, ...ids, first: inside(world, name) };
}

function requestsOf(order: Order): number[] {
  return order.fulfillmentOrders.map((each) => each.merchantRequests.length);
}

describe("the list of orders to send", () => {
  it("has a paid order with its items and amounts once the shop is polled", async () => {
    const { world, name, orders } = await waitingOrder();
    const [product] = await query<{ cost: string }>(
      databaseUrl,
      "select price_amount as cost from supplier_variant where shop = $1 and sku = $2",
      [world.shop, world.skus[0]],
    );
    expect(orders).toMatchObject([
      { orderName: name, version: 1, isBeingSent: false, cost: { amount: product!.cost } },
    ]);
    const [{ lines, paid, cost, profit }] = orders as [OrderToSend];
    expect(lines).toMatchObject([{ sku: world.skus[0], quantity: 1 }]);
    expect(Number(profit?.amount)).toBeCloseTo(Number(paid?.amount) - Number(cost?.amount), 2);
    expect(await count(world)).toBe(1);
  });

  it("has the newest order first, even if the orders were placed within one second", async () => {
    const world = await sellingShop();
    const ordered = Array.from({ length: 8 }, () => world.order());
    const second = new Date(Math.trunc(Date.now() / 1000) * 1000);
    for (const { name } of ordered)
      for (const part of inside(world, name).fulfillmentOrders) part.createdAt = second;
    await poll(world);
    const newest = ordered.map(({ name }) => name).toReversed();
    expect((await listed(world)).map(({ orderName }) => orderName)).toEqual(newest);
    const all = { query: "", sort: "newest", place: null } as const;
    const { orders } = await readInShop(world.shop, (tx, now) => listAll(tx, { shop: world.shop, now }, all));
    expect(orders.map(({ orderName }) => orderName)).toEqual(newest);
  });

  it("is mentioned on the list of all orders if sorting by an amount hides its orders", async () => {
    const { world } = await waitingOrder();
    const open = async (sort: string) =>
      (await renderedPage(`/app/orders?sort=${sort}`, { shop: world.shop, locale: "en" })).html;
    const sorted = await open("profit-high");
    expect(sorted).toContain("No order was sent yet");
    expect(sorted).toContain("1 paid order waits to be sent");
    expect(await open("newest")).not.toContain("No order was sent yet");
  });

  it.each<[string, (order: Order) => unknown]>([
    ["unpaid", (order) => (order.financialStatus = "PENDING")],
    ["canceled", (order) => (order.cancelledAt = new Date())],
    ["on hold", ({ fulfillmentOrders: [first] }) => Object.assign(first!, { status: "ON_HOLD" })],
    ["a test order", (order) => (order.test = true)],
  ])("drops an order that becomes %s", async (_, spoil) => {
    const { world, first } = await waitingOrder();
    expect(await count(world)).toBe(1);
    spoil(first);
    await poll(world);
    expect(await count(world)).toBe(0);
  });

  it("drops a requested order, and shows the order again after the merchant canceled the request", async () => {
    const { world, name, first } = await waitingOrder();
    world.request(name);
    await world.ingestRequests();
    expect(await count(world)).toBe(0);
    await timePasses(world.shop, 700);
    Object.assign(first.fulfillmentOrders[0]!, { requestStatus: "UNSUBMITTED" });
    await poll(world);
    expect(await count(world)).toBe(1);
  });

  it("shows new quantities and a new version after an order was edited", async () => {
    const { world, name, orders } = await waitingOrder(3);
    edit(world, name);
    await poll(world);
    const [now] = await listed(world);
    expect(now).toMatchObject({ id: orders[0]!.id, version: 2, lines: [{ quantity: 1 }] });
  });

  it("names the reason why the supplier cannot deliver an order", async () => {
    const { world, orders } = await waitingOrder(2);
    expect(orders).toMatchObject([{ problem: null }]);
    const problemAfter = async (change: string) => {
      await query(databaseUrl, `update ${change} where shop = $1`, [world.shop]);
      return (await listed(world))[0]!.problem?.code;
    };
    expect(await problemAfter("supplier_variant set stock = 1")).toBe("orders.reason.out-of-stock.label");
    const page = await renderedPage("/app/orders?show=to-send", { shop: world.shop, locale: "en" });
    expect(page.html).toContain("Out of stock");
    expect(await problemAfter("supplier_product set discontinued = true")).toBe(
      "orders.reason.discontinued.label",
    );
    expect(await problemAfter("supplier_product set unreadable = 'price'")).toBe(
      "orders.reason.price-unreadable.label",
    );
    await query(databaseUrl, "delete from variant_link where shop = $1", [world.shop]);
    expect(await listed(world)).toMatchObject([
      { problem: { code: "orders.reason.unlinked-variant.label" } },
    ]);
  });

  it("shows no problem of an order while the shop is disconnected", async () => {
    const { world } = await waitingOrder();
    await disconnect(world.shop, { why: "disconnected", products: "keep" });
    expect(await listed(world)).toMatchObject([{ problem: null }]);
  });

  it("stores no personal data, and drops an order that is redacted", async () => {
    const { world, orders, shopOrderId } = await waitingOrder();
    const rows = await query(databaseUrl, "select * from unrequested_order where shop = $1", [world.shop]);
    for (const word of ["Street", "@", "Mira"]) expect(JSON.stringify(rows)).not.toContain(word);
    await redactOrder(world.shop, { subjectId: shopOrderId });
    expect(orders).toHaveLength(1);
    expect(await count(world)).toBe(0);
  });

  it("is read with two calls per page while no order changes", async () => {
    const { world } = await waitingOrder();
    const before = simulated(world.shop).usage.calls;
    await poll(world);
    expect(simulated(world.shop).usage.calls - before).toBe(2 + 2);
  });
});

/** The merchant leaves one piece of the order's line. Shopify's times are whole seconds. */
function edit(world: SellingShop, name: string): void {
  shopify.merchant.editOrder(name, [{ sku: world.skus[0], quantity: 1 }], world.shop);
  Object.assign(inside(world, name), { updatedAt: new Date(Date.now() + 5000) });
}

/** Shopify does not let the app request fulfillment. */
async function deny({ shop }: SellingShop): Promise<void> {
  const scopes = shopify.app.scopes.filter((scope) => scope !== "write_third_party_fulfillment_orders");
  await issueToken(shop, { scopes });
}

describe("sending orders", () => {
  it("requests fulfillment, orders from the supplier once, and reports the success", async () => {
    const { world, orders, first } = await waitingOrder();
    await press(world, orders);
    await world.processDue();
    expect(requestsOf(first)).toEqual([1]);
    expect(await world.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    expect(await world.bought()).toHaveLength(1);
    expect(await results(world)).toEqual(["to-send.result.sent"]);
    expect(await count(world)).toBe(0);
  });

  it("sends exactly the orders that the merchant picked", async () => {
    const world = await sellingShop();
    for (let made = 0; made < 4; made += 1) world.order();
    await poll(world);
    const orders = await listed(world);
    await press(world, orders.slice(1));
    await world.processDue();
    expect(await world.bought()).toHaveLength(3);
    expect((await listed(world)).map(({ orderName }) => orderName)).toEqual([orders[0]!.orderName]);
  });

  it("buys once if the button is pressed often, in two tabs, and while automatic ordering is on", async () => {
    const { world, orders, first, shopOrderId } = await waitingOrder();
    await query(
      databaseUrl,
      `insert into ordering_settings (shop, reference_prefix, automatic_ordering_since) values ($1, $1, now() - interval '1 day')
       on conflict (shop) do update set automatic_ordering_since = excluded.automatic_ordering_since`,
      [world.shop],
    );
    await Promise.all([
      press(world, orders),
      press(world, orders),
      requestPaidOrder(world.shop, { subjectId: shopOrderId, triggeredAt: new Date() }),
      press(world, orders),
    ]);
    expect(await pressSend(world.shop, orders)).toBe(1);
    await poll(world);
    await world.processDue();
    expect(requestsOf(first)).toEqual([1]);
    expect(await world.rows()).toHaveLength(1);
    expect(await world.bought()).toHaveLength(1);
  });

  it("is resumed after a crash between the press and the request", async () => {
    const { world, orders } = await waitingOrder();
    await pressSend(world.shop, orders);
    expect(await results(world)).toEqual([null]);
    await sweepSends();
    await world.processDue();
    expect(await results(world)).toEqual(["to-send.result.sent"]);
    expect(await world.bought()).toHaveLength(1);
  });

  it("is resumed after a crash before Shopify's answer is stored, and buys once", async () => {
    const { world, orders, first, fulfillmentOrderId } = await waitingOrder();
    await pressSend(world.shop, orders);
    // As the crashed worker left it: claimed and requested.
    await query(
      databaseUrl,
      "update unrequested_order set leased_until = now() + interval '5 minutes' where shop = $1",
      [world.shop],
    );
    await submitRequest(world.shop, fulfillmentOrderId);
    await sweepSends();
    expect(await results(world)).toEqual([null]);
    await timePasses(world.shop, 400);
    await sweepSends();
    await world.processDue();
    expect(await results(world)).toEqual(["to-send.result.sent"]);
    expect(requestsOf(first)).toEqual([1]);
    expect(await world.bought()).toHaveLength(1);
  });

  it("tries again after a lost answer of Shopify's, and buys once", async () => {
    const { world, orders, first } = await waitingOrder();
    shopify.setFault("fulfillmentOrderSubmitFulfillmentRequest", "502-after-commit", 1);
    await press(world, orders);
    expect(await results(world)).toEqual([null]);
    await timePasses(world.shop, 60);
    await sweepSends();
    await world.processDue();
    expect(await results(world)).toEqual(["to-send.result.sent"]);
    expect(requestsOf(first)).toEqual([1]);
    expect(await world.bought()).toHaveLength(1);
  });

  it.each<[string, (order: Order) => unknown]>([
    ["unpaid", (order) => (order.financialStatus = "REFUNDED")],
    ["canceled", (order) => (order.cancelledAt = new Date())],
    ["on-hold", ({ fulfillmentOrders: [first] }) => Object.assign(first!, { status: "ON_HOLD" })],
    ["test", (order) => (order.test = true)],
    ["gone", ({ fulfillmentOrders: [first] }) => Object.assign(first!, { status: "CLOSED" })],
  ])("does not send an order that can no longer be sent, and reports why (%s)", async (code, spoil) => {
    const { world, orders, first } = await waitingOrder();
    spoil(first);
    await press(world, orders);
    expect(await results(world)).toEqual([`to-send.result.${code}`]);
    expect(requestsOf(first)).toEqual([0]);
    expect(await world.bought()).toEqual([]);
    expect(await count(world)).toBe(0);
  });

  it("does not send an order whose items changed after the page was loaded, until the merchant presses again", async () => {
    const { world, name, orders, first } = await waitingOrder(3);
    edit(world, name);
    await press(world, orders);
    expect(await results(world)).toEqual(["to-send.result.edited"]);
    await press(world, orders);
    expect(await results(world)).toEqual(["to-send.result.edited"]);
    expect(requestsOf(first)).toEqual([0]);
    const again = await listed(world);
    expect(again).toMatchObject([{ version: 2, lines: [{ quantity: 1 }] }]);
    await press(world, again);
    expect(requestsOf(first)).toEqual([1]);
  });

  it("sends nothing without the permission to request fulfillment", async () => {
    const { world, orders, first } = await waitingOrder();
    await deny(world);
    expect(await pressSend(world.shop, orders)).toBe("no-permission");
    expect(requestsOf(first)).toEqual([0]);
    expect(await count(world)).toBe(1);
  });
});

describe("sending the available items", () => {
  /** A shop with a paid and unrequested order of both products, of which the second is sold out. */
  async function partlySoldOut() {
    const world = await sellingShop();
    const [first, second] = world.skus;
    const { name } = world.order({ lines: [first, second].map((sku) => ({ sku, quantity: 2 })) });
    await poll(world);
    const { product, variant } = variantOf(second);
    const setStock = (stock: number) =>
      wholesale.supplier.catalogue.change(product, { variants: [{ id: variant.id, stock }] }, new Date());
    setStock(0);
    onTestFinished(() => void setStock(variant.stock));
    return { world, name, orders: await listed(world), setStock, order: inside(world, name) };
  }

  async function pressPart(world: SellingShop, orders: OrderToSend[]): Promise<void> {
    await pressSend(world.shop, orders, { inPart: true });
    for (let run = 0; run < 3; run += 1) await work(world, orders);
  }

  async function settle(world: SellingShop): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      await timePasses(world.shop, 70);
      await sweepSends();
      await world.ingestRequests();
      await world.processDue();
    }
  }

  it("requests the lines that can be ordered and the rest separately, without rejecting a request", async () => {
    const { world, orders, setStock, order } = await partlySoldOut();
    await pressPart(world, orders);
    await settle(world);
    expect(await results(world)).toEqual(["to-send.result.sent-in-part"]);
    expect(requestsOf(order)).toEqual([1, 1]);
    expect(await world.rows()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ state: "placed" }),
        expect.objectContaining({ state: "held", reason: "out-of-stock" }),
      ]),
    );
    setStock(50);
    await world.processLater(1000);
    expect((await world.bought()).map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([
      [2],
      [2],
    ]);
  });

  it.each([
    ["before the part is requested", "502", 0],
    ["after the part is requested", "502-after-commit", 0],
    ["before the rest is requested", "502", 1],
    ["after the rest is requested", "502-after-commit", 1],
  ] as const)(
    "buys every piece once if Shopify fails %s and the merchant presses again",
    async (_, fault, skipped) => {
      const { world, orders, setStock, order } = await partlySoldOut();
      shopify.setFault("fulfillmentOrderSubmitFulfillmentRequest", fault, 1, skipped);
      await pressPart(world, orders);
      await pressPart(world, orders);
      await settle(world);
      setStock(50);
      await world.processLater(1000);
      expect(requestsOf(order)).toEqual([1, 1]);
      expect((await world.bought()).map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([
        [2],
        [2],
      ]);
    },
  );

  it("sends nothing of an order without available items, and says why", async () => {
    const { world, orders, order } = await partlySoldOut();
    const [first] = world.skus;
    const { product, variant } = variantOf(first);
    const setStock = (stock: number) =>
      wholesale.supplier.catalogue.change(product, { variants: [{ id: variant.id, stock }] }, new Date());
    setStock(0);
    onTestFinished(() => void setStock(variant.stock));
    await pressPart(world, orders);
    expect(await results(world)).toEqual(["to-send.result.nothing-now"]);
    expect(requestsOf(order)).toEqual([0]);
    expect(await count(world)).toBe(1);
  });

  it("sends an order as a whole if all its items can be ordered", async () => {
    const { world, orders, setStock, order } = await partlySoldOut();
    setStock(50);
    await pressPart(world, orders);
    await settle(world);
    expect(await results(world)).toEqual(["to-send.result.sent"]);
    expect(requestsOf(order)).toEqual([1]);
    expect(await world.bought()).toHaveLength(1);
  });

  it("leaves out unavailable items if the setting to send available items is on", async () => {
    const { world, orders, order } = await partlySoldOut();
    await setSendsParts(world.shop, "on");
    await press(world, orders);
    await work(world, orders);
    await settle(world);
    expect(requestsOf(order)).toEqual([1, 1]);
    expect(await world.rows()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ state: "placed" }),
        expect.objectContaining({ state: "held", reason: "out-of-stock" }),
      ]),
    );
  });
});
