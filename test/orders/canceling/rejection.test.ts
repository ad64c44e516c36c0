import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { openQueue } from "../../support/queue.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { type SellingShop, sellingShop, whileNotAccepting } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeEach(async () => {
  world = await sellingShop();
});
afterEach(() => {
  wholesale.supplier.ledger.expectToShipIn(null);
  wholesale.setFault("placeOrder", "422", 0);
});

type Wanted = Parameters<SellingShop["order"]>[0];

/** Requests an order, processes it, and returns its name. */
async function requested(wanted?: Wanted): Promise<string> {
  const { name } = world.order(wanted);
  world.request(name);
  await world.ingestRequests();
  await world.processDue();
  return name;
}

/** Cancels a waiting order, as the merchant does on its page. Returns our answer to its request in the shop. */
async function answerAfterCancel(wanted?: Wanted) {
  const name = await requested(wanted);
  const { id, state } = await world.row();
  expect(state).toBe("held");
  await requestCancellation(world.shop, { orderId: id });
  await world.processDue();
  const [fulfillmentOrder] = world.look(name).fulfillmentOrders;
  expect(fulfillmentOrder?.requestStatus).toBe("REJECTED");
  return fulfillmentOrder?.answer;
}

describe("the rejection of a request", () => {
  it("says that the address is incorrect if the postal code is missing", async () => {
    expect(await answerAfterCancel({ address: { address1: "Heidestraße 17", city: "Köln" } })).toEqual({
      reason: "INCORRECT_ADDRESS",
      message: "Canceled before anything was ordered from the supplier. Missing postal code.",
      lineItems: [],
      estimatedShippedAt: null,
    });
  });

  it("names only the line that is out of stock", async () => {
    const [sku, other] = world.skus;
    const lines = [
      { sku, quantity: 999_999 },
      { sku: other, quantity: 1 },
    ];
    expect(await answerAfterCancel({ lines })).toMatchObject({
      reason: "INVENTORY_OUT_OF_STOCK",
      lineItems: [{ sku, message: "Out of stock" }],
    });
  });

  it("has the supplier's own reason if the supplier rejected the order", async () => {
    wholesale.setFault("placeOrder", "422");
    const name = await requested();
    const { id } = await world.row();
    await query(
      databaseUrl,
      `update supplier_order set reason_params = reason_params || '{"word": "undeliverable"}' where id = $1`,
      [id],
    );
    await requestCancellation(world.shop, { orderId: id });
    await world.processDue();
    expect(world.look(name).fulfillmentOrders).toMatchObject([
      { requestStatus: "REJECTED", answer: { reason: "UNDELIVERABLE_DESTINATION", lineItems: [] } },
    ]);
  });

  it("has the reason OTHER and a message if the order waited for the customer's payment", async () => {
    expect(await answerAfterCancel({ paid: false })).toEqual({
      reason: "OTHER",
      message: "Canceled before anything was ordered from the supplier. Not paid.",
      lineItems: [],
      estimatedShippedAt: null,
    });
  });
});

describe("the acceptance of a request", () => {
  const expectedAt = () => wholesale.supplier.ledger.orders().at(-1)?.expectedShipAt ?? null;

  it("names the date on which the supplier expects to ship", async () => {
    wholesale.supplier.ledger.expectToShipIn(86_400);
    const name = await requested();
    const [fulfillmentOrder] = world.look(name).fulfillmentOrders;
    expect(fulfillmentOrder).toMatchObject({ requestStatus: "ACCEPTED" });
    expect(new Date(fulfillmentOrder?.answer?.estimatedShippedAt ?? "").getTime()).toBe(
      Math.floor((expectedAt()?.getTime() ?? 0) / 1000) * 1000,
    );
  });

  it("names the expected shipping date even if a crash delayed the acceptance", async () => {
    wholesale.supplier.ledger.expectToShipIn(86_400);
    const { name } = world.order();
    world.request(name);
    await world.ingestRequests();
    await whileNotAccepting(() => world.processDue(1));
    expect(world.look(name).fulfillmentOrders).toMatchObject([{ requestStatus: "SUBMITTED" }]);
    await world.processLater(180);
    const [fulfillmentOrder] = world.look(name).fulfillmentOrders;
    expect(fulfillmentOrder?.answer?.estimatedShippedAt).toMatch(/Z$/);
  });

  it("names no shipping date if the supplier's expected date has passed", async () => {
    wholesale.supplier.ledger.expectToShipIn(-86_400);
    const name = await requested();
    expect(world.look(name).fulfillmentOrders[0]).toMatchObject({ requestStatus: "ACCEPTED" });
    expect(world.look(name).fulfillmentOrders[0]?.answer).toBeUndefined();
  });
});
