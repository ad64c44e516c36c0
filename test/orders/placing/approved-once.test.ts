import { expect, it } from "vitest";

import { FIRST_RULES } from "../../../app/catalog/pricing/price-rules.ts";
import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import type { Money } from "../../../app/lib/money.ts";
import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { ingestRequests } from "../../../app/orders/ingest/ingest-requests.server.ts";
import {
  approveCost,
  approveTestOrder,
  approveUnpaid,
} from "../../../app/orders/placing/approve-order.server.ts";
import { costsToApprove } from "../../../app/orders/placing/approvals.ts";
import { loadSums } from "../../../app/orders/profit/load-profit.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import type { OrderWish } from "../../sandbox/shop/merchant.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { shopify } from "../../support/world.ts";
import { inside, type OrderRow, requestedOrder, sellingShop, versionOf } from "../shop-world.ts";

openQueue();

/** The customer pays nothing for the order. */
const FREE: Partial<OrderWish> = { money: { shipping: 0 } };

async function heldOrder(wanted: Partial<OrderWish>) {
  const world = await sellingShop();
  const order = await requestedOrder(world, wanted);
  if (wanted === FREE) for (const line of inside(world, order.name).lines) line.price = "0.00";
  await order.process();
  return { world, order };
}

type OnPage = { orderId: string; version: number };
const approvals: [string, Partial<OrderWish>, (shop: ShopDomain, page: OnPage, held: OrderRow) => unknown][] =
  [
    ["test-order", { test: true }, approveTestOrder],
    [
      "unpaid",
      { paid: false },
      (shop, page, { reason_params: params }) =>
        approveUnpaid(shop, { ...page, seen: (params as { outstanding: Money }).outstanding }),
    ],
    [
      "below-cost",
      FREE,
      (shop, page, { reason_params: params }) => approveCost(shop, { ...page, seen: costsToApprove(params) }),
    ],
  ];

it.each(approvals)(
  "holds an approved order again (%s) after a cancellation and a new request",
  async (reason, wanted, approve) => {
    const { world, order } = await heldOrder(wanted);
    const onPage = { orderId: order.id, version: await versionOf(order.id) };
    expect(await approve(world.shop, onPage, await order.row())).toBe(true);
    await requestCancellation(world.shop, { orderId: order.id });
    await order.process();
    await timePasses(world.shop, 2);
    world.request(order.name);
    await ingestRequests(world.shop);
    await order.process();
    expect(order.bought()).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "held", reason });
  },
);

it("counts the amount that is unpaid when an approved order is sent, not the amount at the approval", async () => {
  const { world, order } = await heldOrder({ paid: false });
  const approveNow = async ({ id }: { id: string }) => {
    const [row] = (await world.rows()).filter((each) => each.id === id);
    const seen = (row?.reason_params as { outstanding: Money }).outstanding;
    await approveUnpaid(world.shop, { orderId: id, version: await versionOf(id), seen });
    return seen;
  };
  await approveNow(order);
  shopify.merchant.payOrder(order.name, world.shop);
  await order.process();
  expect(await order.row()).toMatchObject({ state: "placed" });
  expect((await loadSums(world.shop)).unpaid).toEqual([]);
  const unpaid = await requestedOrder(world, { paid: false });
  await unpaid.process();
  const outstanding = await approveNow(unpaid);
  await unpaid.process();
  expect((await loadSums(world.shop)).unpaid).toEqual([{ orders: 1, outstanding }]);
});

it("holds an order again if its loss has grown since the merchant pressed “Order anyway”", async () => {
  const { world, order } = await heldOrder(FREE);
  const onPage = { orderId: order.id, version: await versionOf(order.id) };
  const seen = costsToApprove((await order.row()).reason_params);
  expect(await approveCost(world.shop, { ...onPage, seen })).toBe(true);
  const costs = { salesTax: null, supplierTax: null, shipping: { amount: "25.00", currency: "EUR" } };
  await savePriceRules(world.shop, { rules: { ...FIRST_RULES, costs }, changed: null });
  await order.process();
  expect(order.bought()).toEqual([]);
  expect(await order.row()).toMatchObject({ state: "held", reason: "below-cost" });

  const now = { orderId: order.id, version: await versionOf(order.id) };
  const higher = costsToApprove((await order.row()).reason_params);
  expect(await approveCost(world.shop, { ...now, seen: higher })).toBe(true);
  await order.process();
  expect(order.bought()).toHaveLength(1);
});

it.each(approvals)(
  "holds an approved order again (%s) if the merchant makes a new request before it is sent",
  async (reason, wanted, approve) => {
    const { world, order } = await heldOrder(wanted);
    const onPage = { orderId: order.id, version: await versionOf(order.id) };
    expect(await approve(world.shop, onPage, await order.row())).toBe(true);
    Object.assign(inside(world, order.name).fulfillmentOrders[0]!, { requestStatus: "UNSUBMITTED" });
    world.request(order.name);
    const request = inside(world, order.name).fulfillmentOrders[0]?.merchantRequests.at(-1);
    Object.assign(request!, { sentAt: new Date(Math.floor(Date.now() / 1000) * 1000 + 5000) });
    await ingestRequests(world.shop);
    await order.process();
    expect(order.bought()).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "held", reason });
  },
);
