import { beforeEach, describe, expect, it } from "vitest";

import { EVENTS, type EventName } from "../../../app/lib/activity/events.ts";
import { recordActivity } from "../../../app/lib/activity/record-activity.server.ts";
import { inShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { TRIGGERS } from "../../../app/notifications/flow-triggers.ts";
import { sweepOutbox } from "../../../app/notifications/sweep-outbox.server.ts";
import { adminOrderUrl } from "../../../app/shop/ids.ts";
import { refusalOf } from "../../sandbox/shop/flow/triggers.ts";
import { query } from "../../support/database.ts";
import { installedShop, issueToken, simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { flowRoutes } from "./testing.ts";

openQueue();

const send = await flowRoutes();

beforeEach(() => {
  shopify.app.url = send.url;
});

function lifecycle(shop: string, trigger: string, { inUse, at }: { inUse: boolean; at: string }) {
  const body = {
    flow_trigger_definition_id: trigger,
    has_enabled_flow: inUse,
    shop_id: 1,
    shopify_domain: shop,
    timestamp: at,
  };
  return send(body, { path: "/flow/lifecycle" });
}

/** Records a product that sells out, as the sync does, in a shop that has it. */
async function sellOut(shop: ShopDomain, id = "lamp"): Promise<void> {
  await inShop(shop, async (tx, at) => {
    await tx.productLink.upsert({
      where: { shop_supplierProductId: { shop, supplierProductId: id } },
      create: {
        shop,
        supplierProductId: id,
        state: "imported",
        shopProductId: "gid://shopify/Product/77",
        requestedAt: at,
      },
      update: {},
    });
    await recordActivity(tx, {
      shop,
      kind: "catalog.sold-out",
      tone: "warning",
      message: { code: "catalog.activity.sold-out", count: 1, products: [id] },
      subjects: [{ label: id, url: `/app/products/${id}` }],
      at,
    });
  });
}

/** Makes all that waits due, and sweeps. */
async function sweepAll(times = 3): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    await query(
      databaseUrl,
      "update outbox_entry set due_at = now() - interval '1 second' where due_at is not null",
    );
    await sweepOutbox();
  }
}

async function outcomesOf(shop: ShopDomain): Promise<(string | null)[]> {
  const rows = "select outcome from outbox_entry where shop = $1 and kind = 'trigger' order by id";
  return (await query<{ outcome: string | null }>(databaseUrl, rows, [shop])).map(({ outcome }) => outcome);
}

const SOLD_OUT = "supplier-product-sold-out";

async function shopWithWorkflow(trigger = SOLD_OUT): Promise<ShopDomain> {
  const shop = await installedShop();
  expect(await shopify.switchWorkflow({ shop, trigger, on: true })).toBe(200);
  return shop;
}

describe("a trigger of Flow", () => {
  it("is sent once, with the product and its page, to a shop that gets no e-mails", async () => {
    const shop = await shopWithWorkflow();
    await sellOut(shop);
    await sweepAll();
    const [page] = simulated(shop).flow.received;
    expect(simulated(shop).flow.received).toHaveLength(1);
    expect(page).toMatchObject({ handle: SOLD_OUT, started: true, payload: { product_id: 77 } });
    expect(page?.payload["Page"]).toMatch(/\/apps\/test-api-key\/app\/products\/lamp$/);
    expect(await outcomesOf(shop)).toEqual(["sent"]);
  });

  it("goes only to shops whose workflow is switched on, and only for events after the switch", async () => {
    const [other, shop] = [await shopWithWorkflow("supplier-cost-moved"), await installedShop()];
    await sellOut(other);
    await sellOut(shop);
    await sweepAll();
    await shopify.switchWorkflow({ shop, trigger: SOLD_OUT, on: true });
    await sweepAll();
    expect([simulated(other), simulated(shop)].flatMap(({ flow }) => flow.received)).toEqual([]);
    await sellOut(shop);
    await query(
      databaseUrl,
      "update outbox_entry set due_at = now() - interval '1 second' where kind = 'event'",
    );
    await shopify.switchWorkflow({ shop, trigger: SOLD_OUT, on: false });
    await sweepAll();
    expect(simulated(shop).flow.received).toEqual([]);
  });

  it("is sent for an order of the shop, but not for an event without such an order", async () => {
    const shop = await shopWithWorkflow("supplier-order-in-doubt");
    const order = "01900000-0000-7000-8000-00000000000a";
    await inShop(shop, async (tx, at) => {
      await tx.supplierOrder.create({
        data: {
          id: order,
          shop,
          fulfillmentOrderId: "gid://shopify/FulfillmentOrder/1",
          shopOrderId: "gid://shopify/Order/55",
          orderName: "#1001",
          state: "ready",
          requestedAt: at,
        },
      });
      const entry = {
        shop,
        kind: "orders.in-doubt",
        tone: "critical",
        message: { code: "shipping.activity.saved" },
        at,
      } as const;
      await recordActivity(tx, { ...entry, subject: { label: "#1001", url: `/app/orders/${order}` } });
      await recordActivity(tx, {
        ...entry,
        subject: { label: "#1002", url: "/app/orders/01900000-0000-7000-8000-00000000000b" },
      });
      await recordActivity(tx, { ...entry, kind: "orders.paused-by-doubts" });
    });
    await sweepAll();
    expect(simulated(shop).flow.received.map(({ payload }) => payload["order_id"])).toEqual([55]);
    expect((await outcomesOf(shop)).toSorted()).toEqual(["no-subject", "no-subject", "sent"]);
  });

  it("is sent for an order that a rule holds before it is requested", async () => {
    const shop = await shopWithWorkflow("supplier-order-needs-attention");
    await inShop(shop, (tx, at) =>
      recordActivity(tx, {
        shop,
        kind: "orders.held-by-rule",
        tone: "warning",
        message: { code: "rules.activity.held", order: "#1001", why: { code: "rules.kept.ask" } },
        subject: { label: "#1001", url: adminOrderUrl("gid://shopify/Order/56") },
        at,
      }),
    );
    await sweepAll();
    const [page] = simulated(shop).flow.received;
    expect(page).toMatchObject({ started: true, payload: { order_id: 56 } });
    expect(page?.payload["Page"]).toMatch(/\/orders\/56$/);
    expect(await outcomesOf(shop)).toEqual(["sent"]);
  });

  it.each([
    { fault: "502", times: 1, received: 1, outcome: "sent" },
    { fault: "reset-after-commit", times: 1, received: 2, outcome: "sent" },
    { fault: "reset-after-commit", times: 5, received: 2, outcome: "unanswered" },
    { fault: "not-approved", times: 1, received: 0, outcome: "refused" },
  ] as const)("is repeated at most once ($fault, $times)", async ({ fault, times, received, outcome }) => {
    const shop = await shopWithWorkflow();
    await sellOut(shop);
    shopify.setFault("flowTriggerReceive", fault, times);
    await sweepAll(4);
    shopify.setFault("flowTriggerReceive", fault, 0);
    expect(simulated(shop).flow.received).toHaveLength(received);
    expect(await outcomesOf(shop)).toEqual([outcome]);
  });

  it("waits until the app has access to the shop again", async () => {
    const shop = await shopWithWorkflow();
    await sellOut(shop);
    shopify.closeShop({ how: "frozen" }, shop);
    await sweepAll();
    expect(await outcomesOf(shop)).toEqual([null]);
    shopify.closeShop(null, shop);
    await issueToken(shop);
    await sweepAll();
    expect(await outcomesOf(shop)).toEqual(["sent"]);
  });

  it("exists for every notification event, with the fields of its Flow extension", () => {
    const page = { Page: "https://admin.shopify.com/store/a" };
    const refusals = EVENTS.map((event: EventName) => {
      const { handle, about } = TRIGGERS[event];
      return refusalOf(handle, about === null ? page : { [`${about}_id`]: 1, ...page });
    });
    expect(refusals).toEqual(EVENTS.map(() => null));
    expect(refusalOf(SOLD_OUT, { ...page, product_id: "1" })).toContain("product_id");
    expect(refusalOf(SOLD_OUT, { ...page, product_id: 1, order_id: 1 })).toContain("order_id");
    expect(refusalOf(SOLD_OUT, { product_id: 1, Page: `https://${"x".repeat(50_001)}` })).toContain("50 KB");
  });
});

describe("Flow's call about a workflow that is switched on or off", () => {
  it("counts only if it is newer than earlier calls, however it names the trigger", async () => {
    for (const trigger of [SOLD_OUT, "Supplier product sold out", "gid://shopify/FlowTrigger/1"]) {
      const shop = await installedShop();
      const tell = (inUse: boolean, at: string) => lifecycle(shop, trigger, { inUse, at });
      expect(await tell(true, "2026-11-27T10:00:00.500Z")).toBe(200);
      expect(await tell(false, "2026-11-27T10:00:00.499Z")).toBe(200);
      await sellOut(shop);
      await sweepAll();
      expect(simulated(shop).flow.received).toHaveLength(1);
      expect(await tell(false, "2026-11-27T11:00:00Z")).toBe(200);
      await sellOut(shop);
      await sweepAll();
      expect(simulated(shop).flow.received).toHaveLength(1);
    }
  });

  it("is ignored if it cannot be read", async () => {
    const shop = await installedShop();
    expect(await lifecycle(shop, SOLD_OUT, { inUse: true, at: "yesterday" })).toBe(422);
    const rows = "select from flow_trigger_use where shop = $1";
    expect(await query(databaseUrl, rows, [shop])).toEqual([]);
  });

  it("leaves the workflow off if the app does not answer", async () => {
    const shop = await installedShop();
    shopify.app.url = "http://127.0.0.1:9";
    expect(await shopify.switchWorkflow({ shop, trigger: SOLD_OUT, on: true })).toBe(0);
    expect(simulated(shop).flow.workflows).toEqual(new Set());
  });
});
