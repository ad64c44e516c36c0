import { describe, expect, it, onTestFinished } from "vitest";

import { FIRST_RULES } from "../../../app/catalog/pricing/price-rules.ts";
import { readRules } from "../../../app/catalog/pricing/price-rules-store.server.ts";
import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import { inShop } from "../../../app/lib/database/db.server.ts";
import type { Money } from "../../../app/lib/money.ts";
import { type Picked, pressSend } from "../../../app/orders/sending/send-shop-order.server.ts";
import {
  findOrderingSettings,
  pauseOrdering,
  resumeOrdering,
  setSendsParts,
} from "../../../app/orders/store/ordering-settings.server.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import type { OrderToSend } from "../../../app/orders/views/list-to-send.server.ts";
import { query } from "../../support/database.ts";
import { issueToken } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { renderedPage } from "../../messages/rendered-page.ts";
import { inside, type SellingShop, sellingShop } from "../shop-world.ts";
import { listed, poll, results, variantOf, work } from "./testing.ts";

openQueue();

type Accepting = OrderToSend & Pick<Picked, "acceptedLoss">;

/** A shop with a paid and unrequested order that brings less than it costs: the customer pays for the shipping alone. */
async function losingOrder(prices: string[] = ["0.00"]) {
  const world = await sellingShop();
  const lines = prices.map((_, at) => ({ sku: world.skus[at] ?? "", quantity: 10 }));
  const { name } = world.order({ lines });
  const order = inside(world, name);
  for (const [at, line] of order.lines.entries()) line.price = prices[at] ?? "";
  await poll(world);
  const orders = await listed(world);
  const [{ profit }] = orders as [OrderToSend];
  expect(profit?.amount).toMatch(/^-/);
  return { world, name, order, orders, loss: lossOf(orders[0]!) };
}

async function send(world: SellingShop, picked: Accepting[]): Promise<void> {
  await pressSend(world.shop, picked);
  await work(world, picked);
  await world.processDue();
}

function lossOf({ profit }: OrderToSend): Money {
  return { ...profit!, amount: profit!.amount.replace("-", "") };
}

function accepting(orders: OrderToSend[], other: Partial<Money> = {}): Accepting[] {
  return orders.map((order) => {
    const shipping = order.shipping?.amount ?? null;
    return { ...order, acceptedLoss: { ...lossOf(order), shipping, ...other } };
  });
}

/** Asserts that the order waits for the merchant's decision on its loss. */
async function expectQuestion(world: SellingShop): Promise<void> {
  expect(await world.row()).toMatchObject({ state: "held", reason: "below-cost" });
  expect(await world.bought()).toEqual([]);
}

async function stored({ shop }: SellingShop): Promise<{ version: number; lossAccepted: unknown }> {
  const [row] = await query<{ version: number; lossAccepted: unknown }>(
    databaseUrl,
    `select version, loss_accepted as "lossAccepted" from supplier_order where shop = $1`,
    [shop],
  );
  return row!;
}

async function resume({ shop, processDue }: SellingShop): Promise<void> {
  const { pausedAt } = await findOrderingSettings(shop);
  await resumeOrdering(shop, { pausedAt: pausedAt! });
  await processDue();
}

/** The merchant requests fulfillment on the order's page in Shopify. */
async function requestInShopify(world: SellingShop, name: string): Promise<void> {
  world.request(name);
  await world.ingestRequests();
  await world.processDue();
}

/** The merchant cancels a request that was not accepted yet. */
function cancelRequest(world: SellingShop, name: string): void {
  Object.assign(inside(world, name).fulfillmentOrders[0]!, { requestStatus: "UNSUBMITTED" });
}

/** The merchant cancels the request in Shopify and makes another one, before we notice. Shopify's times are whole seconds. */
function requestAgain(world: SellingShop, name: string): void {
  cancelRequest(world, name);
  world.request(name);
  const request = inside(world, name).fulfillmentOrders[0]?.merchantRequests.at(-1);
  Object.assign(request!, { sentAt: new Date(Math.floor(Date.now() / 1000) * 1000 + 5000) });
}

/** The merchant removes pieces of the line. Shopify's times are whole seconds. */
function edit(world: SellingShop, name: string, quantity: number): void {
  shopify.merchant.editOrder(name, [{ sku: world.skus[0], quantity }], world.shop);
  Object.assign(inside(world, name), { updatedAt: new Date(Date.now() + 5000) });
}

describe("sending an order that loses money", () => {
  it("sends no part of the order without a decision on the loss, and says why on the list", async () => {
    const { world, orders } = await losingOrder();
    await pressSend(world.shop, orders, { inPart: true });
    await work(world, orders);
    const { html } = await renderedPage("/app/orders?show=to-send", { shop: world.shop, locale: "en" });
    expect(html).toContain(
      "Not sent, so that you lose nothing. Reason: Costs more than it sells for (it brings",
    );
    expect(html).not.toContain("Order it anyway");
    expect(html).not.toContain("continues automatically");
  });

  it("buys the order if the merchant accepted the loss, and records the acceptance in the order's history", async () => {
    const { world, orders, loss } = await losingOrder();
    await send(world, accepting(orders));
    expect(await results(world)).toEqual(["to-send.result.sent"]);
    const { id, state } = await world.row();
    expect(state).toBe("placed");
    expect(await world.bought()).toHaveLength(1);
    const found = await findOrder(world.shop, id);
    expect(found?.approvals.map(({ message }) => message)).toEqual([{ code: "orders.loss-accepted", loss }]);
  });

  it("compares the accepted loss without the supplier's tax if the merchant reclaims that tax", async () => {
    const { world, loss } = await losingOrder();
    const costs = { salesTax: null, supplierTax: "19", shipping: null };
    await savePriceRules(world.shop, { rules: { ...FIRST_RULES, costs }, changed: null });
    const orders = await listed(world);
    expect(Number(lossOf(orders[0]!).amount)).toBeLessThan(Number(loss.amount));
    await send(world, accepting(orders));
    expect(await results(world)).toEqual(["to-send.result.sent"]);
    expect(await world.row()).toMatchObject({ state: "placed" });
  });

  it("holds the order, and reports that, if the merchant did not accept the loss", async () => {
    const { world, orders } = await losingOrder();
    await send(world, orders);
    expect(await results(world)).toEqual(["to-send.result.held"]);
    await expectQuestion(world);
  });

  it.each<[string, Partial<Money>]>([
    ["more when it is sent than the merchant saw", { amount: "0.60" }],
    ["in another currency than the merchant saw", { currency: "USD" }],
  ])("asks the merchant again if the order loses %s", async (_, seen) => {
    const { world, orders } = await losingOrder();
    await send(world, accepting(orders, seen));
    expect(await results(world)).toEqual(["to-send.result.held"]);
    await expectQuestion(world);
  });

  it("asks again if the customer's payment shrinks before the order is sent", async () => {
    const { world, order, orders } = await losingOrder();
    await pauseOrdering(world.shop);
    await send(world, accepting(orders));
    order.money.shipping = 0;
    await resume(world);
    await expectQuestion(world);
  });

  it.each([
    [
      "asks again if the items cost more when the order is sent, even if the shipping charge has become unknown",
      100,
      "held",
    ],
    ["buys the order if only the shipping charge has become unknown when the order is sent", 0, "placed"],
  ])("%s", async (_, rise, state) => {
    const { world } = await losingOrder();
    const save = (shipping: Money | null) => {
      const costs = { salesTax: null, supplierTax: null, shipping };
      return inShop(world.shop, (tx) => readRules(tx, world.shop)).then(({ savedAt }) =>
        savePriceRules(world.shop, { rules: { ...FIRST_RULES, costs }, changed: savedAt }),
      );
    };
    await save({ amount: "25.00", currency: "EUR" });
    const orders = await listed(world);
    expect(orders).toMatchObject([{ shipping: { amount: "25.00" } }]);
    await pauseOrdering(world.shop);
    await send(world, accepting(orders));
    await save(null);
    const { product, variant } = variantOf(world.skus[0]);
    const setPrice = (priceMinor: number) =>
      wholesale.supplier.catalogue.change(
        product,
        { variants: [{ id: variant.id, priceMinor }] },
        new Date(),
      );
    setPrice(variant.priceMinor + rise);
    onTestFinished(() => void setPrice(variant.priceMinor));
    await resume(world);
    expect(await world.row()).toMatchObject({ state });
  });

  it("keeps the acceptance while another reason holds the order", async () => {
    const { world, orders } = await losingOrder();
    await pauseOrdering(world.shop);
    await send(world, accepting(orders));
    expect(await results(world)).toEqual(["to-send.result.held"]);
    await query(databaseUrl, "delete from unrequested_order where shop = $1", [world.shop]);
    await resume(world);
    expect(await world.row()).toMatchObject({ state: "placed" });
  });

  it.each([
    ["whose profit had made the loss smaller", "28.00"],
    ["that had been part of the loss", "0.00"],
  ])("asks again if items are left out %s", async (_, price) => {
    const { world, orders } = await losingOrder(["0.00", price]);
    await setSendsParts(world.shop, "on");
    const { product, variant } = variantOf(world.skus[1]);
    const setStock = (stock: number) =>
      wholesale.supplier.catalogue.change(product, { variants: [{ id: variant.id, stock }] }, new Date());
    setStock(0);
    onTestFinished(() => void setStock(variant.stock));
    await send(world, accepting(orders));
    for (let round = 0; round < 3; round += 1) {
      await world.ingestRequests();
      await world.processLater(70);
    }
    expect(await world.bought()).toEqual([]);
    expect((await world.rows()).map(({ state }) => state)).not.toContain("placed");
  });

  it("asks again on a later request if a poll had noticed an edit of the order before the press", async () => {
    const { world, name, orders } = await losingOrder();
    edit(world, name, 9);
    await poll(world);
    await send(world, accepting(orders));
    expect(await results(world)).toEqual(["to-send.result.edited"]);
    await requestInShopify(world, name);
    await expectQuestion(world);
  });

  it("asks again on a later request if no poll had noticed an edit of the order before the press", async () => {
    const { world, name, orders } = await losingOrder();
    edit(world, name, 9);
    await send(world, accepting(orders));
    expect(await results(world)).toEqual(["to-send.result.edited"]);
    await requestInShopify(world, name);
    await expectQuestion(world);
  });

  it("asks again on a later request if Shopify rejected the first request", async () => {
    const { world, name, orders } = await losingOrder();
    const picked = accepting(orders);
    await pressSend(world.shop, picked);
    await issueToken(world.shop, {
      scopes: shopify.app.scopes.filter((scope) => !scope.includes("third_party")),
    });
    await work(world, picked);
    expect(await results(world)).toEqual(["to-send.result.rejected"]);
    await issueToken(world.shop);
    await requestInShopify(world, name);
    await expectQuestion(world);
  });

  it.each([
    ["after the order is back on the list of orders to send", true],
    ["before the order is back on the list of orders to send", false],
  ])(
    "asks again on a later request if the merchant canceled the first one, and made the later one %s",
    async (_, isListed) => {
      const { world, name, order, orders } = await losingOrder();
      await pauseOrdering(world.shop);
      await send(world, accepting(orders));
      Object.assign(order.fulfillmentOrders[0]!, { requestStatus: "UNSUBMITTED" });
      await world.processLater(3600);
      await resume(world);
      await world.processLater(700);
      expect(await world.row()).toMatchObject({ state: "canceled" });
      await timePasses(world.shop, 3600);
      if (isListed) await poll(world);
      expect(await listed(world)).toHaveLength(isListed ? 1 : 0);
      await requestInShopify(world, name);
      await expectQuestion(world);
    },
  );

  it("asks again on the next request if the order was already requested when the merchant accepted the loss", async () => {
    const { world, name, order, orders } = await losingOrder();
    await requestInShopify(world, name);
    await send(world, accepting(orders));
    expect(await results(world)).toEqual(["to-send.result.held"]);
    Object.assign(order.fulfillmentOrders[0]!, { requestStatus: "UNSUBMITTED" });
    for (const seconds of [3600, 700]) await world.processLater(seconds);
    expect(await world.row()).toMatchObject({ state: "canceled" });
    await requestInShopify(world, name);
    await expectQuestion(world);
  });

  it.each([
    ["and a webhook reports the second request", true],
    ["and a worker reads the second request before its webhook", false],
  ])(
    "asks again on a second request that replaced the first while ordering was paused, %s",
    async (_, isHeard) => {
      const { world, name, orders } = await losingOrder();
      await pauseOrdering(world.shop);
      await send(world, accepting(orders));
      const { version: before } = await stored(world);
      requestAgain(world, name);
      if (isHeard) await world.ingestRequests();
      await resume(world);
      await expectQuestion(world);
      const { version, lossAccepted } = await stored(world);
      if (isHeard) {
        expect(version).toBeGreaterThan(before);
        expect(lossAccepted).toBeNull();
      }
    },
  );

  it("buys the order for a second request if the merchant accepted the loss for the second request", async () => {
    const { world, name, orders } = await losingOrder();
    await pauseOrdering(world.shop);
    await send(world, orders);
    cancelRequest(world, name);
    await timePasses(world.shop, 3600);
    await poll(world);
    const again = await listed(world);
    expect(again).toHaveLength(1);
    await send(world, accepting(again));
    await resume(world);
    expect(await world.row()).toMatchObject({ state: "placed" });
  });

  it.each([
    ["was under way when the merchant pressed", "before"],
    ["came between the press and the worker that sends it", "after"],
  ])("asks again on a request made in Shopify that %s", async (_, order) => {
    const { world, name, orders } = await losingOrder();
    if (order === "before") world.request(name);
    await pressSend(world.shop, accepting(orders));
    if (order === "after") world.request(name);
    await world.ingestRequests();
    await work(world, orders);
    await world.processDue();
    expect(await results(world)).toEqual(["to-send.result.held"]);
    await expectQuestion(world);
  });

  it("asks again on a later request if the merchant canceled the first one before we stored the order", async () => {
    const { world, name, orders } = await losingOrder();
    await pressSend(world.shop, accepting(orders));
    // A lagging replica does not show the request yet.
    shopify.setFault("fulfillmentOrder", "not-shown", 1, 1);
    await work(world, orders);
    expect(await world.rows()).toEqual([]);
    requestAgain(world, name);
    await world.ingestRequests();
    await world.processDue();
    await expectQuestion(world);
  });

  it("buys the order once the accepted loss is stored, even if a webhook opened the order first", async () => {
    const { world, orders } = await losingOrder();
    await pressSend(world.shop, accepting(orders));
    shopify.setFault("fulfillmentOrder", "not-shown", 1, 1);
    await work(world, orders);
    const [press] = await query(
      databaseUrl,
      "select accepted_loss from unrequested_order where shop = $1 and accepted_loss is not null",
      [world.shop],
    );
    const store = (loss: unknown) =>
      query(databaseUrl, "update unrequested_order set accepted_loss = $2 where shop = $1", [
        world.shop,
        loss,
      ]);
    await store(null);
    await world.ingestRequests();
    await world.processDue();
    await expectQuestion(world);
    await store(press?.accepted_loss);
    await world.ingestRequests();
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "placed" });
  });
});
