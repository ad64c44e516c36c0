/** The texts and buttons of an order's page, from the supplier's word to the merchant's decision. */
import Big from "big.js";
import { describe, expect, it } from "vitest";

import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { acknowledgeOrder } from "../../../app/orders/updates/acknowledge-order.server.ts";
import { approveTestOrder, approveUnpaid } from "../../../app/orders/placing/approve-order.server.ts";
import { fulfillUntracked } from "../../../app/orders/tracking/fulfill-untracked.server.ts";
import { orderMissingPieces } from "../../../app/orders/updates/order-missing-pieces.server.ts";
import { renderedPage } from "../../messages/rendered-page.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { openQueue } from "../../support/queue.ts";
import { type RequestedOrder, requestedOrder, sellingShop } from "../shop-world.ts";
import type { TrackedOrder } from "../tracking/testing.ts";
import { orderOfThreePieces, pageOf } from "../updates/testing.ts";

openQueue();

const { ledger } = wholesale.supplier;

/** The supplier charges ten times as much as its catalog says. */
async function overcharged(): Promise<TrackedOrder> {
  wholesale.setFault("placeOrder", "overcharges");
  const tracked = await orderOfThreePieces();
  await tracked.readUpdate(0);
  return tracked;
}

async function acknowledge(tracked: TrackedOrder): Promise<void> {
  const { version, can } = await pageOf(tracked);
  const { shop, id: orderId } = tracked;
  await acknowledgeOrder(shop, { orderId, version, reason: can.acknowledge! });
}

const CANCEL = "you can still cancel it with “Cancel fulfillment”";
const RESOLVE = "mark it as resolved";

describe("the page of an order with an unexpected charge", () => {
  it("says that the order can still be canceled, and highlights the cancel button", async () => {
    const page = await pageOf(await overcharged());
    expect(page.text).toContain(CANCEL);
    expect(page.can.cancel).not.toBeNull();
    expect(page.help).toBe("cancel");
  });

  it("no longer says that the order can be canceled once it has shipped", async () => {
    const tracked = await overcharged();
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1" });
    await tracked.follow(60);
    const page = await pageOf(tracked);
    expect(page.text).not.toContain(CANCEL);
    expect(page.text).toContain(RESOLVE);
    expect(page.help).toBe("acknowledge");
  });

  it("stops asking the merchant to resolve the difference once the merchant has done so", async () => {
    const tracked = await overcharged();
    expect((await pageOf(tracked)).text).toContain(RESOLVE);
    await acknowledge(tracked);
    const page = await pageOf(tracked);
    expect(page.text).not.toContain(RESOLVE);
    expect(page.text).toContain("before shipping instead of");
    expect(page.history).toContain("You marked it as resolved.");
  });

  it("names each difference in the history, with the time of the supplier's update", async () => {
    const tracked = await overcharged();
    const { lines } = ledger.get(tracked.number);
    ledger.restate(tracked.number, { lines: lines.slice(0, 1) });
    await tracked.readUpdate(3600);
    const differences = (await pageOf(tracked)).happened.filter(
      ({ message }) => message.code === "orders.history.differs",
    );
    expect(differences.map(({ message }) => message)).toMatchObject([
      { differences: [{ code: "orders.difference.cost" }] },
      { differences: [{ code: "orders.difference.missing", quantity: 1 }] },
    ]);
    const [first = 0, second = 0] = differences.map(({ at }) => Date.parse(at));
    expect(second).toBeGreaterThan(first);
  });
});

describe("the page of an order that was held for a loss", () => {
  it("shows two amounts of shipping: expected when the order was held, and expected now", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world, { paid: false });
    await order.process();
    const euros = (amount: string) => ({ amount, currency: "EUR" });
    const amounts = { paid: euros("9"), cost: euros("8"), shipping: euros("5.90") };
    await query(
      databaseUrl,
      "update supplier_order set reason = 'below-cost', reason_params = $2 where shop = $1",
      [world.shop, { lines: [], total: { code: "orders.loss-with-shipping", ...amounts } }],
    );
    const address = `/app/orders/${order.id}`;
    const { html } = await renderedPage(address, { shop: world.shop, locale: "en" });
    expect(html).toContain("Shipping expected when it was held");
    expect(html).toContain("Shipping expected now");
    expect(html).not.toContain(">Expected shipping<");
  });
});

describe("the page of an order that waits for payment or is a test order", () => {
  it.each([
    ["an unpaid order", { paid: false }],
    ["a test order", { test: true }],
  ])("names the items and their cost when it asks about %s", async (_, wanted) => {
    const world = await sellingShop();
    const line = { sku: world.skus[0], quantity: 3 };
    const order = await requestedOrder(world, { ...wanted, lines: [line] });
    await order.process();
    const { purchase } = await pageOf({ shop: world.shop, id: order.id });
    expect(purchase).toMatchObject({ items: [{ code: "orders.item", quantity: 3 }] });
    await approve(world.shop, order);
    await order.process();
    const [bought] = order.bought();
    expect(purchase?.cost?.amount).toBe(String(bought!.cost.itemsMinor / 100));
  });

  it("shows no cost if an item is not linked", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world, { paid: false });
    await query(databaseUrl, "delete from variant_link where shop = $1", [world.shop]);
    await order.process();
    expect((await pageOf({ shop: world.shop, id: order.id })).purchase).toMatchObject({ cost: null });
  });

  it("shows after “Send anyway” which amount was unpaid", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world, { paid: false });
    await order.process();
    await approve(world.shop, order);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed" });
    expect((await pageOf({ shop: world.shop, id: order.id })).text).toMatch(
      /You chose to send this order to your supplier with €[\d.]+ unpaid\./,
    );
  });
});

async function approve(shop: ShopDomain, order: RequestedOrder): Promise<void> {
  const { version, can } = await pageOf({ shop, id: order.id });
  const onPage = { orderId: order.id, version };
  if (can.sendUnpaid === null) await approveTestOrder(shop, onPage);
  else await approveUnpaid(shop, { ...onPage, seen: can.sendUnpaid });
}

describe("the page of an order with missing items", () => {
  async function withoutSecond(): Promise<TrackedOrder> {
    const tracked = await orderOfThreePieces();
    ledger.restate(tracked.number, { lines: ledger.get(tracked.number).lines.slice(0, 1) });
    await tracked.readUpdate();
    return tracked;
  }

  async function orderMissing(tracked: TrackedOrder): Promise<void> {
    const { version, can } = await pageOf(tracked);
    const { shop, id: orderId } = tracked;
    await orderMissingPieces(shop, { orderId, version, seen: can.orderMissing!.byLine });
  }

  it("names the cost of ordering the missing items again", async () => {
    const tracked = await withoutSecond();
    const { missingCost } = await pageOf(tracked);
    await orderMissing(tracked);
    await shipAndRequest(tracked);
    const [, again] = await tracked.bought();
    expect(missingCost?.amount).toBe(String(again!.cost.itemsMinor / 100));
  });

  it("says which items are ordered again, and when", async () => {
    const tracked = await withoutSecond();
    await orderMissing(tracked);
    expect((await pageOf(tracked)).text).toMatch(
      /To be ordered again: 1 × .+\. Stockbridge requests this in Shopify as soon as the rest of this order has shipped/,
    );
  });

  it("links to the order for the missing items, and that order's page links back", async () => {
    const tracked = await withoutSecond();
    await orderMissing(tracked);
    await shipAndRequest(tracked);
    const { shop } = tracked;
    const [first = "", second = ""] = (await tracked.rows()).map(({ id }) => id);
    const page = await pageOf({ shop, id: first });
    expect(page.text).toMatch(/Ordered again: 1 × .+\./);
    expect(page.siblings).toMatchObject([{ id: second, label: { code: "orders.badge.placed" } }]);
    expect((await pageOf({ shop, id: second })).siblings).toMatchObject([{ id: first }]);
  });

  async function shipAndRequest(tracked: TrackedOrder): Promise<void> {
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1" });
    await tracked.readUpdate(60);
    await tracked.push();
    await tracked.processLater(120);
    await tracked.ingestRequests();
    await tracked.processDue();
  }
});

describe("the page of an order that has shipped without packages", () => {
  it("says once that everything has shipped, and shows “Fulfill without tracking” in the history", async () => {
    const tracked = await orderOfThreePieces();
    ledger.restate(tracked.number, { status: "shipped" });
    await tracked.readUpdate();
    const { text, help, version, can } = await pageOf(tracked);
    expect(text.match(/everything has shipped/g)).toHaveLength(1);
    expect(help).toBeNull();
    const { shop, id: orderId } = tracked;
    await fulfillUntracked(shop, { orderId, version, seen: can.fulfillUntracked!.byLine });
    const page = await pageOf(tracked);
    expect(page.text).not.toContain("Fulfill without tracking");
    expect(page.history).toContainEqual(
      expect.stringMatching(/^You chose to fulfill items without tracking: 2 × .+, 1 × .+\.$/),
    );
  });
});

describe("the money of an order", () => {
  it("shows expected amounts while the order waits, and no amounts once the order is canceled", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world, { paid: false });
    await order.process();
    const page = async () =>
      (await renderedPage(`/app/orders/${order.id}`, { shop: world.shop, locale: "en" })).html;
    const waiting = await page();
    for (const label of ["Revenue", "Cost of items", "Expected shipping"])
      expect(waiting).toContain(`>${label}<`);
    expect(waiting).toContain(">Expected profit, shipping not known<");
    await query(databaseUrl, "update supplier_order set state = 'canceled', reason = null where id = $1", [
      order.id,
    ]);
    const canceled = await page();
    for (const label of ["Cost of items", "Expected shipping", "Expected profit", "Items to order"])
      expect(canceled).not.toContain(`>${label}`);
    const list = await renderedPage("/app/orders?show=all", { shop: world.shop, locale: "en" });
    expect(list.html).toContain(order.name);
    expect(list.html).not.toMatch(/€\d/);
  });

  it("is equal on the list and on the order's page, and only the supplier's charge if the order is canceled", async () => {
    const world = await sellingShop();
    const order = await requestedOrder(world, { money: { taxPercent: 19, shipping: 11.9 } });
    await order.process();
    const read = async (path: string) => (await renderedPage(path, { shop: world.shop, locale: "en" })).html;
    const row = await order.row();
    const euros = (amount: Big) => `€${amount.toFixed(2)}`;
    const revenue = new Big(row.revenue!).plus(row.shipping_paid!);
    const [earned] = await query<{ items_cost: string; shipping_cost: string; profit: string }>(
      databaseUrl,
      "select items_cost, shipping_cost, profit from supplier_order where id = $1",
      [order.id],
    );
    const cost = new Big(earned!.items_cost).plus(earned!.shipping_cost);
    expect(revenue.minus(cost).toFixed(2)).toBe(earned!.profit);
    const page = await read(`/app/orders/${order.id}`);
    for (const amount of [revenue, new Big(earned!.items_cost), new Big(earned!.shipping_cost)])
      expect(page).toContain(euros(amount));
    const list = await read("/app/orders?show=all");
    for (const amount of [revenue, cost, new Big(earned!.profit)]) expect(list).toContain(euros(amount));

    await query(databaseUrl, "update supplier_order set state = 'canceled' where id = $1", [order.id]);
    const canceled = await read(`/app/orders/${order.id}`);
    expect(canceled).toContain("This order earned nothing.");
    expect(canceled).toContain(euros(cost));
    expect(canceled).not.toContain(">Paid for items<");
  });
});
