import { describe, expect, it } from "vitest";
import type { Json } from "../testing.ts";
import { startShopWithService } from "./testing.ts";

const ORDER = `query ($query: String) {
  orders(first: 5, query: $query) {
    nodes {
      id name email phone tags displayFinancialStatus displayFulfillmentStatus cancelledAt cancelReason closed
      netPaymentSet { shopMoney { amount } }
      totalPriceSet { shopMoney { amount currencyCode } }
      customer { firstName displayName }
      shippingAddress { name address1 city zip countryCodeV2 country }
      lineItems(first: 5) { nodes { id title sku quantity unfulfilledQuantity product { title } variant { sku } } }
      fulfillmentOrders(first: 5) {
        nodes {
          status
          assignedLocation { name }
          supportedActions { action }
          destination { firstName address1 city zip countryCode email phone }
          lineItems(first: 5) { nodes { sku totalQuantity lineItem { id sku } variant { sku } } }
        }
      }
    }
  }
}`;

const CANCEL = `mutation ($orderId: ID!, $reason: OrderCancelReason!, $restock: Boolean!, $refund: Boolean, $refundMethod: OrderCancelRefundMethodInput, $note: String) {
  orderCancel(orderId: $orderId, reason: $reason, restock: $restock, refund: $refund, refundMethod: $refundMethod, staffNote: $note) {
    job { id done }
    orderCancelUserErrors { field message code }
    userErrors { field message }
  }
}`;

async function ordered(wish: Json = {}) {
  const shop = await startShopWithService();
  const { id } = shop.shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 2 }], ...wish });
  const read = async (): Promise<Json> => (await shop.run(ORDER)).orders.nodes[0];
  const cancel = async (variables: Json = {}): Promise<Json> => {
    const defaults = { orderId: id, reason: "CUSTOMER", restock: true };
    return (await shop.run(CANCEL, { ...defaults, ...variables })).orderCancel;
  };
  return { ...shop, id, read, cancel };
}

describe("a simulated order", () => {
  it("is split between the locations that stock its lines", async () => {
    const { read } = await ordered({
      lines: [
        { sku: "OURS", quantity: 2 },
        { sku: "THEIRS", quantity: 1 },
      ],
      tags: ["gift"],
    });

    expect(await read()).toMatchObject({
      name: "#1001",
      email: "erika@example.com",
      tags: ["gift"],
      displayFinancialStatus: "PAID",
      displayFulfillmentStatus: "UNFULFILLED",
      totalPriceSet: { shopMoney: { amount: "54.9", currencyCode: "EUR" } },
      customer: { firstName: "Erika", displayName: "Erika Mustermann" },
      shippingAddress: { name: "Erika Mustermann", zip: "51147", countryCodeV2: "DE", country: "Germany" },
      lineItems: {
        nodes: [
          { sku: "OURS", quantity: 2 },
          { sku: "THEIRS", quantity: 1 },
        ],
      },
      fulfillmentOrders: {
        nodes: [
          {
            status: "OPEN",
            assignedLocation: { name: "Stockbridge" },
            supportedActions: ["REQUEST_FULFILLMENT", "CREATE_FULFILLMENT", "HOLD", "SPLIT", "MOVE"].map(
              (action) => ({ action }),
            ),
            destination: { firstName: "Erika", city: "Köln", countryCode: "DE", email: "erika@example.com" },
            lineItems: { nodes: [{ sku: "OURS", totalQuantity: 2 }] },
          },
          {
            assignedLocation: { name: "Shop location" },
            supportedActions: ["CREATE_FULFILLMENT", "REPORT_PROGRESS", "MOVE", "HOLD"].map((action) => ({
              action,
            })),
          },
        ],
      },
    });
  });

  it("reduces the available stock", async () => {
    const { stock } = await ordered();

    expect(await stock()).toEqual({ available: 8, committed: 2, on_hand: 10 });
  });

  // As recorded in airhorns/shopify-draft-proxy: no error tells that committed quantities are lost.
  it("does not count as committed stock once its item is no longer stocked", async () => {
    const { run, item, service } = await ordered();
    const { location } = await run("{ location { id } }");
    await run(
      `mutation ($item: ID!, $location: ID!) {
        inventoryActivate(inventoryItemId: $item, locationId: $location) @idempotent(key: "1") { userErrors { message } }
      }`,
      { item, location: location.id },
    );
    const level = `${service.location.id.replace("Location", "InventoryLevel")}?inventory_item_id=${item.split("/").at(-1)!}`;
    const { inventoryDeactivate } = await run(
      "mutation ($level: ID!) { inventoryDeactivate(inventoryLevelId: $level) { userErrors { message } } }",
      { level },
    );

    expect(inventoryDeactivate.userErrors).toEqual([]);
    const { inventoryItem } = await run(
      `query ($item: ID!) {
        inventoryItem(id: $item) {
          inventoryLevels(first: 5) { nodes { location { name } quantities(names: ["committed"]) { quantity } } }
        }
      }`,
      { item },
    );
    expect(inventoryItem.inventoryLevels.nodes).toEqual([
      { location: { name: "Shop location" }, quantities: [{ quantity: 0 }] },
    ]);
  });

  it("may lack address, customer and payment", async () => {
    const { read } = await ordered({ address: null, customer: null, paid: false });

    expect(await read()).toMatchObject({
      email: null,
      displayFinancialStatus: "PENDING",
      customer: null,
      shippingAddress: null,
      fulfillmentOrders: { nodes: [{ destination: null }] },
    });
  });

  it.each([
    [false, "PENDING", "0.0"],
    ["authorized", "AUTHORIZED", "0.0"],
    ["partly", "PARTIALLY_PAID", "22.45"],
    [true, "PAID", "44.9"],
  ])("shows the payment that was received (paid: %s)", async (paid, status, received) => {
    const { read } = await ordered({ paid });

    expect(await read()).toMatchObject({
      displayFinancialStatus: status,
      netPaymentSet: { shopMoney: { amount: received } },
    });
  });

  it("keeps lines of a deleted product, and shows a variant's changed SKU", async () => {
    const { read, shop } = await ordered();
    const { id, variants } = shop.merchant.products()[0]!;
    shop.merchant.editProduct(id, { variants: [{ id: variants[0]!.id, sku: "RENAMED" }] });

    const renamed = await read();
    expect(renamed.lineItems.nodes).toMatchObject([{ sku: "OURS", variant: { sku: "RENAMED" } }]);
    expect(renamed.fulfillmentOrders.nodes[0].lineItems.nodes).toMatchObject([
      { sku: "RENAMED", lineItem: { sku: "OURS" } },
    ]);

    shop.merchant.deleteProduct(id);
    const orphaned = await read();
    expect(orphaned.lineItems.nodes).toMatchObject([{ sku: "OURS", product: null, variant: null }]);
    expect(orphaned.fulfillmentOrders.nodes[0].lineItems.nodes).toMatchObject([
      { sku: "OURS", variant: null },
    ]);
  });

  const SEARCHES: [string, number][] = [
    ["name:#1001", 1],
    ["financial_status:pending", 1],
    ["financial_status:paid", 0],
    ["tag:gift fulfillment_status:unfulfilled status:open", 1],
    ["updated_at:>'2026-10-05T10:00:00Z'", 0],
  ];

  it.each(SEARCHES)("is searched by %s", async (query, count) => {
    const { run } = await ordered({ paid: false, tags: ["gift"] });

    expect((await run(ORDER, { query })).orders.nodes).toHaveLength(count);
  });

  it("can be read by its id, and as a node", async () => {
    const { run, id } = await ordered();
    const [{ id: line }] = (await run('{ productVariants(first: 1, query: "sku:OURS") { nodes { id } } }'))
      .productVariants.nodes;
    const { order, nodes } = await run(
      "query ($id: ID!, $ids: [ID!]!) { order(id: $id) { name } nodes(ids: $ids) { __typename id } }",
      { id, ids: [id, line, "gid://shopify/Product/1"] },
    );

    expect(order).toEqual({ name: "#1001" });
    expect(nodes).toEqual([{ __typename: "Order", id }, { __typename: "ProductVariant", id: line }, null]);
  });
});

describe("orderCancel", () => {
  it("ends the order, refunds it and restocks", async () => {
    const { cancel, read, stock } = await ordered();
    const { job, orderCancelUserErrors } = await cancel({ refund: true });

    expect(orderCancelUserErrors).toEqual([]);
    expect(job).toEqual({ id: expect.any(String), done: false });
    expect(await read()).toMatchObject({
      cancelledAt: "2026-10-05T10:00:00Z",
      cancelReason: "CUSTOMER",
      closed: true,
      displayFinancialStatus: "REFUNDED",
      fulfillmentOrders: { nodes: [{ status: "CLOSED", lineItems: { nodes: [{ totalQuantity: 0 }] } }] },
    });
    expect(await stock()).toEqual({ available: 10, committed: 0, on_hand: 10 });
  });

  it("voids an unpaid order, and does not restock if the call says so", async () => {
    const { cancel, read, stock } = await ordered({ paid: false });
    await cancel({ restock: false });

    expect((await read()).displayFinancialStatus).toBe("VOIDED");
    expect(await stock()).toEqual({ available: 8, committed: 0, on_hand: 8 });
  });

  const REFUSALS: [string, (shop: Awaited<ReturnType<typeof ordered>>) => Promise<Json> | Json, Json][] = [
    [
      "a long note",
      () => ({ note: "x".repeat(256) }),
      {
        field: ["staffNote"],
        message: "Staff note is too long. Maximum length is 255 characters.",
        code: "INVALID",
      },
    ],
    [
      "two ways to pay back",
      () => ({ refund: false, refundMethod: { originalPaymentMethodsRefund: true } }),
      {
        field: ["refund"],
        message: "Only one of the arguments `refund` or `refund_method` is allowed.",
        code: "INVALID",
      },
    ],
    [
      "an unknown order",
      () => ({ orderId: "gid://shopify/Order/1" }),
      { field: ["orderId"], code: "NOT_FOUND" },
    ],
    [
      "a canceled order",
      async ({ cancel }) => {
        await cancel();
        return {};
      },
      {
        field: ["orderId"],
        message: "Cannot cancel an order that has already been canceled",
        code: "INVALID",
      },
    ],
    [
      "an order with a fulfillment request",
      ({ shop }) => {
        shop.merchant.requestFulfillment("1001");
        return {};
      },
      {
        field: ["orderId"],
        message: "Cannot cancel an order that has outstanding fulfillments",
        code: "INVALID",
      },
    ],
  ];

  it.each(REFUSALS)("rejects %s", async (_case, prepare, error) => {
    const shop = await ordered();
    const { job, orderCancelUserErrors } = await shop.cancel(await prepare(shop));

    expect(job).toBeNull();
    expect(orderCancelUserErrors).toMatchObject([error]);
  });
});
