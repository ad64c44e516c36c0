import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import { inShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { claimOrder } from "../../../app/orders/store/order-store.server.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { timePasses } from "../../support/time-passes.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, newShop } from "../../support/world.ts";
import { inside, pressRetry, requestedOrder, sellingShop } from "../shop-world.ts";
import { storeOrder } from "../stored-order.ts";
import { after, now } from "../testing.ts";

openQueue();

async function storeAttempts(shop: ShopDomain, orderId: string, turns: number): Promise<void> {
  await inShop(shop, async (tx) => {
    for (let turn = 1; turn <= turns; turn += 1) {
      const at = after(turn * 60);
      await tx.orderAttempt.create({
        data: {
          shop,
          orderId,
          reference: `SB-${orderId}-1`,
          generation: 1,
          turn,
          keyGeneration: 1,
          lines: [],
          startedAt: at,
          deadline: at,
          outcomes: {
            create: [
              { kind: "unclear", params: { explanation: { code: "orders.unclear.ours" } }, at },
              { kind: "found", params: { number: `W-${String(turn)}` }, at },
            ],
          },
        },
      });
    }
  });
}

function outcomesOf(number: string) {
  return [
    { message: { code: "orders.reason.unclear", explanation: { code: "orders.unclear.ours" } } },
    { message: { code: "orders.outcome.found", number } },
  ];
}

describe("an order that is held", () => {
  it("shows its items with expected amounts until an attempt begins, and then the attempt's lines", async () => {
    const world = await sellingShop();
    const { id, name, process } = await requestedOrder(world, { paid: false });
    await process();
    const [{ cost } = { cost: "" }] = await query<{ cost: string }>(
      databaseUrl,
      "select price_amount as cost from supplier_variant where shop = $1 and sku = $2",
      [world.shop, world.skus[0]],
    );
    const held = await findOrder(world.shop, id);
    expect(held?.lines).toMatchObject([{ sku: world.skus[0], quantity: 1 }]);
    expect(held?.expected).toMatchObject({ cost: { amount: cost }, profit: { currency: "EUR" } });
    expect(held?.expected?.paid).not.toBeNull();
    const order = inside(world, name);
    Object.assign(order, { financialStatus: "PAID", received: 1_000_000 });
    await pressRetry(world.shop, id);
    await process();
    expect(await findOrder(world.shop, id)).toMatchObject({
      state: "placed",
      lines: [{ sku: world.skus[0], quantity: 1 }],
      expected: null,
    });
  });
});

describe("an order that findOrder reads", () => {
  it("contains its lines, its packages with titles, and every attempt with its outcomes", async () => {
    const shop = newShop();
    const id = await storeOrder(shop, {
      state: "partially_shipped",
      orderName: "#1001",
      supplierOrderId: "W-1",
      brandingVersion: 3,
      costTotal: "25.00",
      costCurrency: "EUR",
    });
    await inShop(shop, async (tx) => {
      const line = { shop, orderId: id, fulfillmentOrderLineId: "f", sku: "S-1" };
      await tx.supplierOrderLine.createMany({
        data: [
          { ...line, lineItemId: "1", supplierVariantId: "v1", title: "Mug", quantity: 2 },
          { ...line, lineItemId: "2", supplierVariantId: "v2", title: "Lamp", quantity: 1 },
        ],
      });
      const parcel = { shop, orderId: id, trackingNumber: "T", carrier: "DHL" };
      await tx.shipment.createMany({
        data: [
          {
            ...parcel,
            supplierShipmentId: "late",
            state: "due",
            shippedAt: after(9),
            dueAt: after(20),
            lines: [{ supplierVariantId: "v2", quantity: 1 }],
          },
          {
            ...parcel,
            supplierShipmentId: "early",
            state: "shown",
            shippedAt: after(5),
            lines: [
              { supplierVariantId: "v1", quantity: 2 },
              { supplierVariantId: "other", quantity: 1 },
            ],
          },
        ],
      });
    });
    await storeAttempts(shop, id, 2);
    expect(await findOrder(shop, id)).toMatchObject({
      id,
      orderName: "#1001",
      state: "partially_shipped",
      supplierOrderId: "W-1",
      brandingVersion: 3,
      cost: { amount: "25.00", currency: "EUR" },
      lines: [
        { title: "Mug", sku: "S-1", quantity: 2 },
        { title: "Lamp", quantity: 1 },
      ],
      shipments: [
        {
          state: "shown",
          lines: [
            { title: "Mug", quantity: 2 },
            { title: null, supplierVariantId: "other", quantity: 1 },
          ],
        },
        { state: "due", lines: [{ title: "Lamp", quantity: 1 }] },
      ],
      shipmentDueAt: after(20),
      attempts: [
        { startedAt: after(60), outcomes: outcomesOf("W-1") },
        { startedAt: after(120), outcomes: outcomesOf("W-2") },
      ],
      earlierAttempts: 0,
    });
  });

  it("contains no attempt if none was made", async () => {
    const reasonParams = { lines: ["Mug"] };
    const shop = newShop();
    const id = await storeOrder(shop, { state: "held", reason: "discontinued", reasonParams });
    expect(await findOrder(shop, id)).toMatchObject({
      reason: "discontinued",
      reasonParams,
      requestedAt: now,
      cost: null,
      lines: [],
      shipments: [],
      attempts: [],
      shipmentDueAt: null,
    });
  });

  it("is shown as due now while a worker has leased it, and at its due time once the lease has expired", async () => {
    const shop = newShop();
    const id = await storeOrder(shop, { state: "ready", dueAt: now });
    expect((await claimOrder(shop, id))?.id).toBe(id);
    const claimed = await findOrder(shop, id);
    expect(claimed?.dueAt).toEqual(claimed?.asOf);
    await timePasses(shop, 3600);
    const left = await findOrder(shop, id);
    expect(left?.dueAt?.getTime()).toBeLessThan(left?.asOf.getTime() ?? 0);
  });

  it("shows a package as due now while a worker has leased the package", async () => {
    const shop = newShop();
    const id = await storeOrder(shop, { state: "shipped" });
    const { dueAt } = await inShop(shop, (tx, asOf) => {
      const leasedUntil = after(240, asOf);
      const lease = { dueAt: asOf, leasedUntil };
      return tx.shipment.create({
        data: { shop, orderId: id, supplierShipmentId: "1", lines: [], state: "due", ...lease },
      });
    });
    const leased = await findOrder(shop, id);
    expect(leased?.shipmentDueAt).toEqual(leased?.asOf);
    await timePasses(shop, 300);
    expect(await findOrder(shop, id)).toMatchObject({ shipmentDueAt: after(-300, dueAt!) });
  });

  it("contains only the latest of many attempts, and the number of earlier ones", async () => {
    const shop = newShop();
    const id = await storeOrder(shop, { state: "ready" });
    await storeAttempts(shop, id, 30);
    const found = await findOrder(shop, id);
    expect(found?.attempts.map(({ startedAt }) => startedAt)).toEqual(
      Array.from({ length: 12 }, (_, index) => after((19 + index) * 60)),
    );
    expect(found?.earlierAttempts).toBe(18);
  });

  it("is missing if the id is unknown or invalid, or belongs to another shop", async () => {
    const id = await storeOrder(newShop());
    const shop = newShop();
    for (const wrong of [id, id.toUpperCase(), randomUUID(), "", "1", "'; drop table supplier_order; --"])
      expect(await findOrder(shop, wrong)).toBeNull();
  });
});
