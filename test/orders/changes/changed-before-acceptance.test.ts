/** Changes in the shop while an order is being sent, is in doubt, or is not accepted yet. */

import { beforeAll, describe, expect, it } from "vitest";

import type { Topic } from "../../../app/wiring/webhooks/webhook-topics.server.ts";
import { handleWebhook } from "../../support/handle-webhook.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import {
  inside as orderInside,
  type RequestedOrder,
  requestedOrder,
  type SellingShop,
  sellingShop,
  whileNotAccepting,
} from "../shop-world.ts";

openQueue();

const { merchant } = shopify;

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

type Change = [what: string, topic: Topic, change: (name: string, sku: string) => unknown, code: string];

const changes: Change[] = [
  [
    "a refund",
    "refunds/create",
    (name, sku) => merchant.refundOrder(name, [{ sku, quantity: 1 }], world.shop),
    "orders.change.removed",
  ],
  [
    "an edit",
    "orders/edited",
    (name, sku) => merchant.editOrder(name, [{ sku, quantity: 1 }], world.shop),
    "orders.change.removed",
  ],
  [
    "a hold",
    "fulfillment_orders/placed_on_hold",
    (name) => merchant.holdFulfillment(name, world.shop),
    "orders.change.on-hold",
  ],
];

function twoMugs(): Promise<RequestedOrder> {
  return requestedOrder(world, { lines: [{ sku: world.skus[0], quantity: 2 }] });
}

/** Makes the change, and handles Shopify's webhook about it. */
async function hear(order: RequestedOrder, [, topic, change]: Change): Promise<void> {
  change(order.name, world.skus[0]);
  const subjectId =
    topic === "fulfillment_orders/placed_on_hold" ? order.fulfillmentOrderId : order.shopOrderId;
  await handleWebhook(topic, { shop: world.shop, subjectId });
}

/** Returns the codes of changes that the merchant was told of. */
async function told({ id }: RequestedOrder): Promise<string[]> {
  const rows = await query<{ message: { what: { changes: { code: string }[] } } }>(
    databaseUrl,
    `select message from activity where kind = 'orders.changed-in-shop' and subject_url = $1 order by id`,
    [`/app/orders/${id}`],
  );
  return rows.flatMap(({ message }) => message.what.changes.map(({ code }) => code));
}

async function settle(order: RequestedOrder): Promise<void> {
  for (let step = 0; step < 4; step += 1) await order.process();
  expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted", due_at: null });
}

describe("an order whose address differs from the address of its fulfillment order", () => {
  it("is reported as changed right after its acceptance", async () => {
    const order = await twoMugs();
    const inside = orderInside(world, order.name);
    inside.destination = { ...inside.shippingAddress! };
    merchant.changeAddress(order.name, { address1: "Neue Straße 1" }, world.shop);
    await settle(order);
    expect(await told(order)).toEqual(["orders.change.address"]);
  });

  it("is not reported if only the spelling differs", async () => {
    const order = await twoMugs();
    const inside = orderInside(world, order.name);
    inside.destination = { ...inside.shippingAddress!, city: " KÖLN" };
    await settle(order);
    expect(await told(order)).toEqual([]);
  });
});

describe("a change that Shopify reports before an order is accepted", () => {
  it.each(changes)(
    "is reported to the merchant right after acceptance if its webhook arrived during the POST: %s",
    async (...change) => {
      const order = await twoMugs();
      const reply = wholesale.holdReplies("placeOrder");
      const sent = order.process();
      await expect.poll(async () => (await order.row()).state).toBe("placing");
      await hear(order, change);
      reply();
      await sent;
      await settle(order);
      expect(await told(order)).toEqual([change[3]]);
      expect(await order.row()).toMatchObject({ reason: "changed-in-shop" });
    },
  );

  it.each(changes)(
    "is reported to the merchant right after acceptance if its webhook arrived while the order was in doubt: %s",
    async (...change) => {
      const order = await twoMugs();
      wholesale.setFault("placeOrder", "500-after-commit", 1);
      await order.process();
      expect(await order.row()).toMatchObject({ state: "in_doubt" });
      await hear(order, change);
      await settle(order);
      expect(await told(order)).toEqual([change[3]]);
    },
  );

  it.each(changes)(
    "is reported to the merchant right after acceptance if its webhook arrived after a failed acceptance: %s",
    async (...change) => {
      const order = await twoMugs();
      await whileNotAccepting(() => order.process());
      expect(await order.row()).toMatchObject({ state: "placed", acceptance: "due" });
      await hear(order, change);
      await settle(order);
      expect(await told(order)).toEqual([change[3]]);
    },
  );
});

describe("a hold on an accepted fulfillment order", () => {
  it("is reported to the merchant at once, and only once", async () => {
    const order = await twoMugs();
    await settle(order);
    const [, , hold] = changes;
    await hear(order, hold!);
    await hear(order, hold!);
    expect(await told(order)).toEqual(["orders.change.on-hold"]);
    expect(await order.row()).toMatchObject({ state: "placed", reason: "changed-in-shop" });
  });
});
