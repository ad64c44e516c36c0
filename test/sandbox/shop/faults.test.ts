import { expect, it } from "vitest";
import { startShopWithService } from "./orders/testing.ts";

const CREATE = `mutation ($id: ID!) {
  fulfillmentCreate(fulfillment: { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: $id }] }) {
    fulfillment { id }
    userErrors { message }
  }
}`;

it.each([
  ["502", 0],
  ["502-after-commit", 1],
  ["reset-after-commit", 1],
  ["reset-a-second-after-commit", 1],
] as const)(
  "the fault %s hides the reply of fulfillmentCreate, which creates %s fulfillments",
  async (fault, made) => {
    const { shop, ask, fulfillmentOrders } = await startShopWithService();
    const { name } = shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 2 }] });
    const [order] = await fulfillmentOrders();
    shop.setFault("fulfillmentCreate", fault);

    await expect(ask(CREATE, { id: order!.id })).rejects.toThrow();
    expect(shop.merchant.order(name).fulfillments).toHaveLength(made);
    expect(await ask(CREATE, { id: order!.id })).toMatchObject({ data: { fulfillmentCreate: {} } });
  },
);

it("the fault “stale” shows a fulfillment order without its latest change", async () => {
  const { shop, ask, fulfillmentOrders } = await startShopWithService();
  const { name } = shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 2 }] });
  const [order] = await fulfillmentOrders();
  const look = () =>
    ask("query ($id: ID!) { fulfillmentOrder(id: $id) { requestStatus } }", { id: order!.id });
  await look();
  shop.merchant.requestFulfillment(name);
  shop.setFault("fulfillmentOrder\\(", "stale");

  expect(await look()).toMatchObject({ data: { fulfillmentOrder: { requestStatus: "UNSUBMITTED" } } });
  expect(await look()).toMatchObject({ data: { fulfillmentOrder: { requestStatus: "SUBMITTED" } } });
});

it("the fault “stale” shows a fulfillment order without its request, even if the app never read it before", async () => {
  const { shop, ask, fulfillmentOrders } = await startShopWithService();
  const { name } = shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 2 }] });
  const [order] = await fulfillmentOrders();
  shop.merchant.requestFulfillment(name);
  shop.setFault("fulfillmentOrder\\(", "stale", 2);
  const look = () =>
    ask("query ($id: ID!) { fulfillmentOrder(id: $id) { status requestStatus } }", { id: order!.id });
  for (let times = 0; times < 2; times += 1)
    expect(await look()).toMatchObject({
      data: { fulfillmentOrder: { status: "OPEN", requestStatus: "UNSUBMITTED" } },
    });
  expect(await look()).toMatchObject({ data: { fulfillmentOrder: { requestStatus: "SUBMITTED" } } });
});
