import { describe, expect, it } from "vitest";

import { claimShipment } from "../../../app/orders/tracking/shipment-store.server.ts";
import { showEvents } from "../../../app/orders/tracking/show-events.server.ts";
import { updateTracking } from "../../../app/shop/orders/fulfillments.server.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { shopify, wholesale } from "../../support/world.ts";
import { timePasses } from "../../support/time-passes.ts";
import { trackedOrder, type TrackedOrder } from "./testing.ts";

openQueue();

const { ledger } = wholesale.supplier;

/** Each fulfillment's events in the shop. */
function eventsOf({ shop }: TrackedOrder): string[][] {
  const fulfillments = simulated(shop).orders.flatMap((order) => order.fulfillments);
  return fulfillments.map(({ events }) => events.map(({ status }) => status));
}

/** Reports that a package has come to a state. */
function travel({ number }: TrackedOrder, ...states: Parameters<typeof ledger.travel>[2][]): void {
  const shipment = ledger.get(number).shipments.at(-1)?.id ?? "";
  for (const state of states) ledger.travel(number, shipment, state);
}

async function shippedOrder(): Promise<TrackedOrder> {
  const order = await trackedOrder();
  ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1" });
  await order.follow();
  return order;
}

/** Follows an order after the next read is due. */
const followLater = (order: TrackedOrder) => order.follow(7200);

describe("the events of a package", () => {
  it("reach the shop once each and in sequence, as the supplier reports them", async () => {
    const order = await shippedOrder();
    expect(eventsOf(order)).toEqual([[]]);
    travel(order, "in_transit");
    await followLater(order);
    expect(eventsOf(order)).toEqual([["IN_TRANSIT"]]);
    travel(order, "out_for_delivery", "delivered");
    await followLater(order);
    await followLater(order);
    expect(eventsOf(order)).toEqual([["IN_TRANSIT", "OUT_FOR_DELIVERY", "DELIVERED"]]);
    const [fulfillment] = simulated(order.shop).orders.flatMap(({ fulfillments }) => fulfillments);
    const reported = ledger.get(order.number).shipments[0]!.events;
    expect(fulfillment?.events.map(({ happenedAt }) => happenedAt)).toEqual(reported.map(({ at }) => at));
  });

  it("reach the shop right after the package, if the supplier reports both at once", async () => {
    const order = await trackedOrder();
    ledger.ship(order.number, { carrier: "DHL", trackingNumber: "A1" });
    travel(order, "out_for_delivery", "in_transit");
    await order.follow();
    expect(eventsOf(order)).toEqual([["IN_TRANSIT", "OUT_FOR_DELIVERY"]]);
    expect(await order.shipments()).toMatchObject([{ state: "shown", due_at: null }]);
  });

  it("say that the package was delivered once the supplier reports its order as delivered", async () => {
    const order = await shippedOrder();
    ledger.deliver(order.number);
    await followLater(order);
    expect(eventsOf(order)).toEqual([["DELIVERED"]]);
  });

  it("are added once, even if Shopify's reply is lost and two workers add them", async () => {
    const order = await shippedOrder();
    travel(order, "in_transit", "delivered");
    shopify.setFault("fulfillmentEventCreate", "502-after-commit");
    await followLater(order);
    expect(eventsOf(order)).toEqual([["IN_TRANSIT"]]);
    await timePasses(order.shop, 3600);
    await Promise.all([order.push(), order.push()]);
    expect(eventsOf(order)).toEqual([["IN_TRANSIT", "DELIVERED"]]);
  });

  it("are not added by a worker that was suspended", async () => {
    const order = await shippedOrder();
    travel(order, "in_transit");
    await order.readUpdate(7200);
    const claimed = await claimShipment(order.shop, order.id);
    await showEvents({ ...claimed!, changeUntil: performance.now() });
    expect(eventsOf(order)).toEqual([[]]);
  });

  it("never go back to an earlier status than Shopify shows, because Shopify tracks some carriers itself", async () => {
    const order = await shippedOrder();
    const [fulfillment] = simulated(order.shop).orders.flatMap(({ fulfillments }) => fulfillments);
    const at = new Date();
    const details = { id: 1, happenedAt: at, createdAt: at, estimatedDeliveryAt: null, details: {} };
    fulfillment!.events.push({ status: "OUT_FOR_DELIVERY", ...details });
    travel(order, "in_transit", "out_for_delivery", "delivered");
    await followLater(order);
    expect(eventsOf(order)).toEqual([["OUT_FOR_DELIVERY", "DELIVERED"]]);
  });

  it("are added to a fulfillment with two packages once both packages have the event", async () => {
    const order = await trackedOrder({ lines: [[0, 2]] });
    const [variantId = ""] = order.variants;
    for (const trackingNumber of ["A1", "A2"])
      ledger.ship(order.number, {
        carrier: "DHL",
        trackingNumber,
        saysLines: false,
        lines: [{ variantId, quantity: 1 }],
      });
    await order.follow();
    expect(order.shown().map(({ number }) => number)).toEqual(["A1", "A2"]);
    const [one = "", other = ""] = ledger.get(order.number).shipments.map(({ id }) => id);
    ledger.travel(order.number, one, "delivered");
    await followLater(order);
    expect(eventsOf(order)).toEqual([[]]);
    ledger.travel(order.number, other, "delivered");
    await followLater(order);
    expect(eventsOf(order)).toEqual([["DELIVERED"]]);
  });

  it("are dropped without a report if the merchant canceled the fulfillment", async () => {
    const order = await shippedOrder();
    const [fulfillment] = simulated(order.shop).orders.flatMap(({ fulfillments }) => fulfillments);
    fulfillment!.status = "CANCELLED";
    travel(order, "delivered");
    await followLater(order);
    expect(eventsOf(order)).toEqual([[]]);
    expect(await order.shipments()).toMatchObject([{ state: "shown", problem: null, due_at: null }]);
  });
});

describe("a fulfillment with two carriers", () => {
  it("keeps the link of a carrier that Shopify doesn't know, in any position", async () => {
    const order = await shippedOrder();
    const [row] = await order.shipments();
    const url = "https://boten.example/B1";
    await updateTracking(order.shop, {
      id: row?.fulfillment_id ?? "",
      tracking: [
        { company: "UPS", number: "1Z999AA10123456784", url: null },
        { company: "Boten Express", number: "B1", url },
      ],
      notifyCustomer: false,
    });
    expect(order.shown()).toMatchObject([
      { company: null, number: "B1", url },
      { company: null, number: "1Z999AA10123456784", url: null },
    ]);
  });

  it("names no carrier, and shows each package's own tracking link", async () => {
    const order = await trackedOrder({ lines: [[0, 2]] });
    const [variantId = ""] = order.variants;
    for (const [carrier, trackingNumber] of [
      ["DHL", "00340434161094"],
      ["UPS", "1Z999AA10123456784"],
    ] as const)
      ledger.ship(order.number, {
        carrier,
        trackingNumber,
        saysLines: false,
        lines: [{ variantId, quantity: 1 }],
      });
    await order.follow();
    expect(order.shown()).toEqual([
      {
        company: null,
        number: "00340434161094",
        url: "https://tracking.example/DHL/00340434161094",
        quantities: [2],
      },
      {
        company: null,
        number: "1Z999AA10123456784",
        url: "https://tracking.example/UPS/1Z999AA10123456784",
        quantities: [2],
      },
    ]);
  });
});
