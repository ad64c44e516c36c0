import Big from "big.js";
import { describe, expect, it } from "vitest";

import { openQueue } from "../../support/queue.ts";
import { wholesale } from "../../support/world.ts";
import { reconcileNow, requestedParts } from "../shop-world.ts";
import { trackedOrder, type TrackedOrder } from "../tracking/testing.ts";

openQueue();

const { ledger } = wholesale.supplier;

async function amountsOf(order: TrackedOrder, id: string): Promise<Record<string, string>> {
  const row = (await order.rows()).find((each) => each.id === id);
  return row as unknown as Record<string, string>;
}

/** Ships one piece, and cancels the rest. */
async function endInPart(order: TrackedOrder): Promise<void> {
  const [variantId = ""] = order.variants;
  ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1", lines: [{ variantId, quantity: 1 }] });
  await order.follow();
  ledger.giveUp(order.number);
  await order.readUpdate(3600);
  await order.processDue();
}

describe("pieces that the supplier cancels after shipping other pieces", () => {
  it("count as revenue only in the later order that contains them", async () => {
    const order = await trackedOrder({ lines: [[0, 3]] });
    const before = await amountsOf(order, order.id);
    await endInPart(order);
    const after = await amountsOf(order, order.id);
    const third = new Big(before["revenue"]!).div(3).round(2).toFixed(2);
    expect(after).toMatchObject({ state: "partially_shipped", revenue: third });
    expect(Number(after["shipping_paid"])).toBeCloseTo(Number(before["shipping_paid"]) / 3, 2);

    const parts = await requestedParts(order, order.name);
    for (const part of parts) if (part.id !== order.id) await part.process();
    const rows = (await order.rows()) as unknown as Record<string, string>[];
    expect(rows).toHaveLength(2);
    const revenue = rows.reduce((sum, row) => sum.plus(row["revenue"]!), new Big(0));
    expect(revenue.minus(before["revenue"]!).abs().lte("0.01")).toBe(true);
  });
});

describe("an order that exists twice at the supplier", () => {
  it("has no profit until the first order has ended, and then includes the charges of both orders", async () => {
    const order = await trackedOrder({ lines: [[0, 3]] });
    const before = await amountsOf(order, order.id);
    ledger.place(ledger.get(order.number));
    await reconcileNow(order);
    expect(await amountsOf(order, order.id)).toMatchObject({ profit: null });
    await endInPart(order);
    await order.readUpdate(3600);
    const after = await amountsOf(order, order.id);
    expect(after).toMatchObject({ second_supplier_order_id: null, cost_earlier: before["cost_total"] });
    const paid = (column: string) => new Big(before[column]!).times(2).toFixed(2);
    expect(after).toMatchObject({ items_cost: paid("items_cost"), shipping_cost: paid("shipping_cost") });
  });
});
