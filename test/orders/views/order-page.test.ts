/** The texts and buttons of an order's page, from the supplier's word to the merchant's decision. */
import { describe, expect, it } from "vitest";

import { acknowledgeOrder } from "../../../app/orders/acknowledge-order.server.ts";
import { wholesale } from "../../support/world.ts";
import { openQueue } from "../../support/queue.ts";
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
  it("says that the order can still be canceled, and makes no other button more prominent", async () => {
    const page = await pageOf(await overcharged());
    expect(page.text).toContain(CANCEL);
    expect(page.can.cancel).not.toBeNull();
    expect(page.help).toBe("cancel");
  });

  it("no longer says so once the order has shipped", async () => {
    const tracked = await overcharged();
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1" });
    await tracked.follow(60);
    const page = await pageOf(tracked);
    expect(page.text).not.toContain(CANCEL);
    expect(page.text).toContain(RESOLVE);
    expect(page.help).toBe("acknowledge");
  });

  it("no longer asks the merchant to resolve it after they have", async () => {
    const tracked = await overcharged();
    expect((await pageOf(tracked)).text).toContain(RESOLVE);
    await acknowledge(tracked);
    const page = await pageOf(tracked);
    expect(page.text).not.toContain(RESOLVE);
    expect(page.text).toContain("before shipping instead of");
    expect(page.history).toContain("You marked it as resolved.");
  });

  it("names each difference in the history, with the time of the update that brought it", async () => {
    const tracked = await overcharged();
    const { lines } = ledger.get(tracked.number);
    ledger.restate(tracked.number, { lines: lines.slice(0, 1) });
    await tracked.readUpdate(3600);
    const differences = (await pageOf(tracked)).happened.filter(({ message }) =>
      message.code.endsWith("differs-at-supplier"),
    );
    expect(differences.map(({ message }) => message)).toMatchObject([
      { differences: [{ code: "orders.difference.cost" }] },
      { differences: [{ code: "orders.difference.missing", quantity: 1 }] },
    ]);
    const [first = 0, second = 0] = differences.map(({ at }) => Date.parse(at));
    expect(second).toBeGreaterThan(first);
  });
});
