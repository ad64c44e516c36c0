/** Changes that the merchant makes to an order after its sale, as the app reads them. */
import { describe, expect, it } from "vitest";

import { startShopWithService } from "./testing.ts";

const READ = `{
  orders(first: 1) { nodes {
    updatedAt displayFinancialStatus shippingAddress { address1 city }
    lineItems(first: 5) { nodes { id sku quantity currentQuantity unfulfilledQuantity } }
    fulfillmentOrders(first: 5) { nodes { status requestStatus lineItems(first: 5) { nodes { remainingQuantity } } } }
  } }
}`;

async function accepted() {
  const control = await startShopWithService();
  control.shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 3 }] });
  control.shop.merchant.requestFulfillment("1001");
  const [first] = await control.fulfillmentOrders();
  await control.run(
    `mutation { fulfillmentOrderAcceptFulfillmentRequest(id: "${first!.id}") { userErrors { message } } }`,
  );
  const read = async () => (await control.run(READ)).orders.nodes[0];
  return { ...control, merchant: control.shop.merchant, read };
}

const ours = (quantity: number) => [{ sku: "OURS", quantity }];

describe("a simulated order that a service has accepted", () => {
  it("loses pieces by a refund or an edit, and is closed once none are left", async () => {
    const { merchant, read } = await accepted();
    merchant.refundOrder("1001", ours(1));
    expect(await read()).toMatchObject({
      displayFinancialStatus: "PAID",
      lineItems: { nodes: [{ quantity: 3, currentQuantity: 2, unfulfilledQuantity: 2 }] },
      fulfillmentOrders: {
        nodes: [{ status: "IN_PROGRESS", lineItems: { nodes: [{ remainingQuantity: 2 }] } }],
      },
    });
    merchant.editOrder("1001", ours(1));
    expect((await read()).lineItems.nodes).toMatchObject([{ quantity: 3, currentQuantity: 1 }]);
    merchant.refundOrder("1001", ours(1));
    expect(await read()).toMatchObject({
      displayFinancialStatus: "REFUNDED",
      lineItems: { nodes: [{ currentQuantity: 0 }] },
      fulfillmentOrders: { nodes: [{ status: "CLOSED" }] },
    });
  });

  it("gets more pieces by an edit, which need a fulfillment request of their own", async () => {
    const { merchant, read } = await accepted();
    merchant.editOrder("1001", ours(5));
    expect(await read()).toMatchObject({
      lineItems: { nodes: [{ quantity: 5, currentQuantity: 5 }] },
      fulfillmentOrders: {
        nodes: [
          { requestStatus: "ACCEPTED", lineItems: { nodes: [{ remainingQuantity: 3 }] } },
          { requestStatus: "UNSUBMITTED", lineItems: { nodes: [{ remainingQuantity: 2 }] } },
        ],
      },
    });
  });

  it("gets another address, and its fulfillment order can be closed without the service", async () => {
    const { merchant, read } = await accepted();
    merchant.changeAddress("1001", { address1: "Neue Straße 1" });
    expect((await read()).shippingAddress).toEqual({ address1: "Neue Straße 1", city: "Köln" });
    merchant.closeFulfillment("1001");
    expect((await read()).fulfillmentOrders.nodes).toMatchObject([
      { status: "INCOMPLETE", requestStatus: "CLOSED" },
    ]);
  });

  it("keeps shipped pieces, whatever is refunded", async () => {
    const { merchant } = await accepted();
    merchant.fulfill("1001", { quantity: 2 });
    expect(() => merchant.refundOrder("1001", ours(2))).toThrow("fewer pieces of OURS");
    merchant.refundOrder("1001", ours(1));
    expect(() => merchant.closeFulfillment("1002")).toThrow("no order #1002");
  });

  it("shows a refund, whose pieces no longer count as ordered even if they were shipped", async () => {
    const { merchant, run } = await accepted();
    merchant.fulfill("1001", { quantity: 2 });
    const refund = (quantity: number) =>
      merchant.refundOrder("1001", [{ sku: "OURS", quantity, hasLeft: true, restockType: "NO_RESTOCK" }]);
    expect(() => refund(3)).toThrow("fewer pieces of OURS");
    refund(1);
    const read = await run(`{
      orders(first: 1) { nodes {
        displayFulfillmentStatus
        lineItems(first: 1) { nodes { quantity currentQuantity unfulfilledQuantity } }
        refunds(first: 5) { refundLineItems(first: 5) { nodes { quantity restockType lineItem { sku } } } }
      } }
    }`);
    expect(read.orders.nodes[0]).toMatchObject({
      displayFulfillmentStatus: "PARTIALLY_FULFILLED",
      lineItems: { nodes: [{ quantity: 3, currentQuantity: 2, unfulfilledQuantity: 1 }] },
      refunds: [
        {
          refundLineItems: {
            nodes: [{ quantity: 1, restockType: "NO_RESTOCK", lineItem: { sku: "OURS" } }],
          },
        },
      ],
    });
    expect(() => refund(2)).toThrow("fewer pieces of OURS");
  });
});
