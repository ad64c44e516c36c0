/** The supplier drops pieces of an order, and the merchant chooses to order them once more. */
import { describe, expect, it } from "vitest";

import { showAgain } from "../../../app/orders/tracking/show-again.server.ts";
import { orderMissingPieces } from "../../../app/orders/updates/order-missing-pieces.server.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { query } from "../../support/database.ts";
import { issueToken } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { versionOf } from "../shop-world.ts";
import type { TrackedOrder } from "../tracking/testing.ts";
import { canOf, orderOfThreePieces } from "./testing.ts";

openQueue();

const { ledger } = wholesale.supplier;

const linesOf = (number: string) => ledger.get(number).lines;

async function orderMissing(tracked: TrackedOrder) {
  const { orderMissing } = await canOf(tracked);
  const { shop, id: orderId } = tracked;
  const version = await versionOf(orderId);
  return orderMissingPieces(shop, { orderId, version, seen: orderMissing?.byLine ?? {} });
}

async function codesOf({ shop, id }: TrackedOrder): Promise<string[]> {
  const { differences } = (await findOrder(shop, id))!;
  return differences.map(({ code }) => code.replace("orders.difference.", ""));
}

/** Live pieces at the supplier, by line. */
async function bought(tracked: TrackedOrder): Promise<number[]> {
  const pieces = (await tracked.bought()).flatMap(({ lines }) => lines);
  return tracked.variants.map((variant) =>
    pieces.reduce((total, { variantId, quantity }) => total + (variantId === variant ? quantity : 0), 0),
  );
}

/** The supplier has dropped the second line. */
async function withoutSecond(): Promise<TrackedOrder> {
  const tracked = await orderOfThreePieces();
  ledger.restate(tracked.number, { lines: linesOf(tracked.number).slice(0, 1) });
  await tracked.readUpdate();
  return tracked;
}

async function follow(tracked: TrackedOrder): Promise<void> {
  ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1" });
  await tracked.readUpdate(60);
  await tracked.push();
  await tracked.processLater(120);
  await tracked.ingestRequests();
  await tracked.processDue();
}

describe("orderMissingPieces", () => {
  it("must be called before missing pieces are ordered again", async () => {
    const tracked = await withoutSecond();
    await follow(tracked);
    expect(await tracked.rows()).toMatchObject([{ state: "shipped", acceptance: "accepted" }]);
    expect(await bought(tracked)).toEqual([2, 0]);
    expect(await codesOf(tracked)).toEqual(["missing"]);
  });

  it("orders exactly the missing pieces, once all packages are shown in the shop", async () => {
    const tracked = await withoutSecond();
    expect(await orderMissing(tracked)).toBe("released");
    expect(await orderMissing(tracked)).toBe("changed");
    expect(await tracked.row()).toMatchObject({ state: "placed", acceptance: "accepted", reason: null });
    await follow(tracked);
    expect(await tracked.rows()).toMatchObject([
      { state: "shipped", acceptance: "closed", reason: "missing-ordered-again" },
      { state: "placed", acceptance: "accepted" },
    ]);
    expect(tracked.shown()).toMatchObject([{ number: "A1", quantities: [2] }]);
    expect(await bought(tracked)).toEqual([2, 1]);
  });

  it("orders the missing pieces at once if everything else is shown in the shop", async () => {
    const tracked = await withoutSecond();
    await follow(tracked);
    expect(await orderMissing(tracked)).toBe("released");
    await tracked.processDue();
    await tracked.ingestRequests();
    await tracked.processDue();
    expect(await bought(tracked)).toEqual([2, 1]);
  });

  it("orders nothing if other pieces are missing than the page showed", async () => {
    const tracked = await withoutSecond();
    const { shop, id: orderId } = tracked;
    const seen = { [(await canOf(tracked)).orderMissing!.items[0]!.title]: 1 };
    expect(await orderMissingPieces(shop, { orderId, version: await versionOf(orderId), seen })).toBe(
      "changed",
    );
  });

  it("orders nothing more if the supplier lists the missing pieces after all", async () => {
    const tracked = await withoutSecond();
    const [first] = linesOf(tracked.number);
    const second = { variantId: tracked.variants[1]!, quantity: 1 };
    await orderMissing(tracked);
    ledger.restate(tracked.number, { lines: [first!, second] });
    await tracked.readUpdate(60);
    expect(await codesOf(tracked)).toEqual(["back"]);
    const counted =
      "select sum(quantity - canceled)::int as pieces from supplier_order_line where order_id = $1";
    expect(await query(databaseUrl, counted, [tracked.id])).toEqual([{ pieces: 3 }]);
    await follow(tracked);
    expect(await tracked.rows()).toMatchObject([{ state: "shipped", acceptance: "accepted" }]);
    expect(await bought(tracked)).toEqual([2, 1]);
  });
});

/** Revokes the optional scope, or grants it. */
async function allowRequesting({ shop }: TrackedOrder, isAllowed: boolean): Promise<void> {
  const scopes = shopify.app.scopes.filter(
    (scope) => isAllowed || scope !== "write_third_party_fulfillment_orders",
  );
  await issueToken(shop, { scopes });
}

/** The supplier sends everything else in a package whose contents it does not say. */
async function shipUnknown(tracked: TrackedOrder): Promise<void> {
  ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1", saysLines: false });
  await tracked.readUpdate(60);
  await tracked.push();
}

describe("missing pieces that a package without contents may hold", () => {
  it("are neither reported nor offered to be ordered again", async () => {
    const tracked = await withoutSecond();
    expect(await codesOf(tracked)).toEqual(["missing"]);
    await shipUnknown(tracked);
    expect(tracked.shown()).toMatchObject([{ quantities: [2, 1] }]);
    expect(await codesOf(tracked)).toEqual([]);
    expect((await canOf(tracked)).orderMissing).toBeNull();
  });

  it("are reported as not ordered if the merchant had chosen to order them again", async () => {
    const tracked = await withoutSecond();
    expect(await orderMissing(tracked)).toBe("released");
    await shipUnknown(tracked);
    await tracked.processLater(120);
    await tracked.processLater(660);
    expect(await tracked.row()).toMatchObject({
      acceptance: "closed",
      reason: "missing-not-ordered",
      reason_params: { explanation: { code: "orders.nothing-left-to-request" } },
    });
    expect((await tracked.activity()).map(({ kind }) => kind)).toContain("orders.missing-not-ordered");
    expect(await bought(tracked)).toEqual([2, 0]);
  });
});

describe("missing pieces that the merchant wants to order again", () => {
  it("count as ordered again if only Shopify's reply to the new request was lost", async () => {
    const tracked = await withoutSecond();
    await orderMissing(tracked);
    shopify.setFault("fulfillmentOrderSubmitFulfillmentRequest", "502-after-commit");
    await follow(tracked);
    await tracked.processLater(600);
    await tracked.ingestRequests();
    await tracked.processDue();
    expect(await tracked.rows()).toMatchObject([
      { acceptance: "closed", reason: "missing-ordered-again" },
      { state: "placed" },
    ]);
    expect(await bought(tracked)).toEqual([2, 1]);
  });

  it.each([
    ["fulfills them", ({ name, shop }: TrackedOrder) => shopify.merchant.fulfill(name, {}, shop)],
    [
      "cancels the fulfillment",
      ({ name, shop }: TrackedOrder) => shopify.merchant.cancelFulfillment(name, shop),
    ],
  ])("are reported as not ordered if the merchant %s before the request closes", async (_, act) => {
    const tracked = await withoutSecond();
    await orderMissing(tracked);
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1" });
    await tracked.readUpdate(60);
    await tracked.push();
    act(tracked);
    await tracked.processLater(120);
    expect(await tracked.row()).toMatchObject({ acceptance: "closed", reason: "missing-not-ordered" });
    expect(await bought(tracked)).toEqual([2, 0]);
  });
});

describe("missing pieces in a shop without the permission to request fulfillment", () => {
  it("are not ordered again", async () => {
    const tracked = await withoutSecond();
    await allowRequesting(tracked, false);
    expect(await orderMissing(tracked)).toBe("no-permission");
    expect(await codesOf(tracked)).toEqual(["missing"]);
  });

  it("leave the order's request open until the merchant grants the permission", async () => {
    const tracked = await withoutSecond();
    await orderMissing(tracked);
    await allowRequesting(tracked, false);
    await follow(tracked);
    expect(await tracked.row()).toMatchObject({ acceptance: "closing", reason: "missing-not-allowed" });
    expect(tracked.look(tracked.name).fulfillmentOrders).toMatchObject([{ requestStatus: "ACCEPTED" }]);
    await allowRequesting(tracked, true);
    await tracked.processLater(600);
    await tracked.ingestRequests();
    await tracked.processDue();
    expect(await bought(tracked)).toEqual([2, 1]);
  });
});

describe("closing the request of an order with pieces to order again", () => {
  it("waits for a package that cannot be read", async () => {
    const tracked = await withoutSecond();
    await orderMissing(tracked);
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1" });
    wholesale.setFault("getOrder", "odd-package");
    await tracked.readUpdate(60);
    expect(await tracked.row()).toMatchObject({ state: "shipped", acceptance: "accepted" });
    await tracked.readUpdate(7 * 86_400);
    expect(await tracked.row()).toMatchObject({ state: "shipped", acceptance: "closing" });
  });

  it("waits for a package that Shopify rejected until the merchant has it shown again", async () => {
    const tracked = await withoutSecond();
    await follow(tracked);
    await query(
      databaseUrl,
      `update shipment set state = 'failed', problem = '{"code": "shipments.request-gone"}' where order_id = $1`,
      [tracked.id],
    );
    await orderMissing(tracked);
    expect(await tracked.row()).toMatchObject({ acceptance: "accepted" });
    const [shipment] = await tracked.shipments();
    const { shop, id: orderId } = tracked;
    await showAgain(shop, { orderId, version: await versionOf(orderId), shipmentId: shipment!.id });
    expect(await tracked.row()).toMatchObject({ acceptance: "closing" });
  });

  it("does not wait for the status “shipped” if packages contain all other pieces", async () => {
    const tracked = await orderOfThreePieces();
    const [first] = linesOf(tracked.number);
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1", lines: [first!] });
    ledger.restate(tracked.number, { lines: [first!], status: "partially_shipped" });
    await tracked.follow();
    expect(await orderMissing(tracked)).toBe("released");
    await tracked.processDue();
    await tracked.ingestRequests();
    await tracked.processDue();
    expect(await tracked.rows()).toMatchObject([
      { state: "partially_shipped", acceptance: "closed", reason: "missing-ordered-again" },
      { state: "placed" },
    ]);
    expect(await bought(tracked)).toEqual([2, 1]);
  });

  it("does not wait for the status “shipped” if the package comes after the merchant's choice", async () => {
    const tracked = await withoutSecond();
    await orderMissing(tracked);
    ledger.ship(tracked.number, { carrier: "DHL", trackingNumber: "A1" });
    ledger.restate(tracked.number, { status: "partially_shipped" });
    await tracked.follow(60);
    expect(await tracked.row()).toMatchObject({ state: "partially_shipped", acceptance: "closing" });
  });
});
