import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Shop, startShopWithService } from "./orders/testing.ts";
import { type Answer, type Json, OTHER_SHOP } from "./testing.ts";

interface Control extends Shop {
  call: (method: string, path: string, body?: unknown) => Promise<Answer>;
}

async function start(): Promise<Control> {
  const shop = await startShopWithService();
  const server = express().use("/_shop", shop.shop.control).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_shop`;
  const call: Control["call"] = async (method, path, body) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  return { ...shop, call };
}

async function ordered(wish: Json = {}): Promise<Control & { id: string }> {
  const control = await start();
  await control.call("POST", "/orders", { lines: [{ sku: "OURS", quantity: 1 }], ...wish });
  const [first] = await control.fulfillmentOrders();
  return { ...control, id: first!.id };
}

const ACCEPT = "fulfillmentOrderAcceptFulfillmentRequest";
const ACCEPT_CANCEL = "fulfillmentOrderAcceptCancellationRequest";

describe("the control calls for orders", () => {
  it("place an order, and return its name and its fulfillment orders", async () => {
    const { call } = await start();
    const wish = {
      lines: [
        { sku: "OURS", quantity: 2 },
        { sku: "THEIRS", quantity: 1 },
      ],
      paid: false,
      address: { firstName: "A", lastName: "B", address1: "", city: "C", zip: "1", countryCode: "AT" },
      customer: { email: "a@b.example" },
      tags: ["t"],
    };

    expect(await call("POST", "/orders", wish)).toEqual({
      status: 200,
      body: {
        id: expect.stringMatching(/^gid:\/\/shopify\/Order\/\d+$/),
        name: "#1001",
        fulfillmentOrders: Array(2).fill({
          id: expect.stringMatching(/^gid:\/\/shopify\/FulfillmentOrder\/\d+$/),
          status: "OPEN",
          requestStatus: "UNSUBMITTED",
        }),
      },
    });
  });

  it("place a test order", async () => {
    const { call, shop } = await start();
    await call("POST", "/orders", { lines: [{ sku: "OURS", quantity: 1 }], test: true });
    expect(shop.shops[0]?.orders.map(({ test }) => test)).toEqual([true]);
  });

  it("read an order by its name, with or without the number sign", async () => {
    const { call } = await ordered();
    const { body } = await call("GET", "/orders/1001");

    expect(body).toEqual({
      id: expect.any(String),
      name: "#1001",
      fulfillmentOrders: [{ id: expect.any(String), status: "OPEN", requestStatus: "UNSUBMITTED" }],
      fulfillments: [],
      cancelledAt: null,
    });
    expect((await call("GET", "/orders/%231001")).body).toEqual(body);
  });

  it("pay an order later, and request its fulfillment", async () => {
    const { call, run } = await ordered({ paid: false });
    await call("POST", "/orders/1001/pay");
    const { orders } = await run("{ orders(first: 1) { nodes { displayFinancialStatus } } }");

    expect(orders.nodes).toEqual([{ displayFinancialStatus: "PAID" }]);
    const { body } = await call("POST", "/orders/1001/request-fulfillment", { message: "Fragile" });
    expect(body.fulfillmentOrders).toMatchObject([{ status: "OPEN", requestStatus: "SUBMITTED" }]);
  });

  it("refund an order, edit it, and change its address", async () => {
    const { call, run } = await ordered({ lines: [{ sku: "OURS", quantity: 3 }] });
    await call("POST", "/orders/1001/refund", { lines: [{ sku: "OURS", quantity: 1 }] });
    await call("POST", "/orders/1001/edit", { lines: [{ sku: "OURS", quantity: 1 }] });
    await call("POST", "/orders/1001/address", { address: { city: "Bonn" } });
    const { orders } = await run(
      "{ orders(first: 1) { nodes { shippingAddress { city } lineItems(first: 1) { nodes { currentQuantity } } } } }",
    );
    expect(orders.nodes).toEqual([
      { shippingAddress: { city: "Bonn" }, lineItems: { nodes: [{ currentQuantity: 1 }] } },
    ]);
    expect((await call("POST", "/orders/1001/close")).status).toBe(400);
  });

  it("place an order with a note, a shipping rate and a customer's text for a line", async () => {
    const customAttributes = [{ key: "Engraving", value: "For Ada" }];
    const { run } = await ordered({
      lines: [{ sku: "OURS", quantity: 1, customAttributes }],
      note: "Ring twice",
      shippingLine: "Express",
    });
    const { orders } = await run(
      "{ orders(first: 1) { nodes { note shippingLine { title } lineItems(first: 1) { nodes { customAttributes { key value } } } } } }",
    );

    expect(orders.nodes).toEqual([
      {
        note: "Ring twice",
        shippingLine: { title: "Express" },
        lineItems: { nodes: [{ customAttributes }] },
      },
    ]);
  });

  it("cancel an order and its request at once if no app has accepted the request", async () => {
    const { call } = await ordered();
    await call("POST", "/orders/1001/request-fulfillment");
    const { body } = await call("POST", "/orders/1001/cancel");

    expect(body).toMatchObject({
      cancelledAt: "2026-10-05T10:00:00Z",
      fulfillmentOrders: [
        { status: "CLOSED", requestStatus: "CANCELLATION_ACCEPTED" },
        { status: "CLOSED", requestStatus: "UNSUBMITTED" },
      ],
    });
  });

  it("cancel an accepted order only once the service has agreed", async () => {
    const { call, step, id } = await ordered();
    await call("POST", "/orders/1001/request-fulfillment");
    await step(ACCEPT, id);

    expect((await call("POST", "/orders/1001/cancel")).body).toMatchObject({
      cancelledAt: null,
      fulfillmentOrders: [{ status: "IN_PROGRESS", requestStatus: "CANCELLATION_REQUESTED" }],
    });
    await step(ACCEPT_CANCEL, id);
    expect((await call("POST", "/orders/1001/cancel")).body.cancelledAt).toBe("2026-10-05T10:00:00Z");
  });

  it("cancel an accepted order at once if the call is forced", async () => {
    const { call, step, id } = await ordered();
    await call("POST", "/orders/1001/request-fulfillment");
    await step(ACCEPT, id);
    const { body } = await call("POST", "/orders/1001/cancel", { force: true });

    expect(body.cancelledAt).toBe("2026-10-05T10:00:00Z");
  });

  it("cancel a fulfillment request without the order", async () => {
    const { call } = await ordered();
    await call("POST", "/orders/1001/request-fulfillment");
    const { body } = await call("POST", "/orders/1001/cancel-fulfillment");

    expect(body).toMatchObject({
      cancelledAt: null,
      fulfillmentOrders: [{ status: "CLOSED" }, { status: "OPEN", requestStatus: "UNSUBMITTED" }],
    });
  });
});

describe("the control calls for products", () => {
  it("list products with price, cost and stock", async () => {
    const { call } = await start();
    const { body } = await call("GET", "/products");

    expect(body.products).toEqual([
      {
        id: expect.any(String),
        title: "Mug",
        status: "ACTIVE",
        variants: [{ id: expect.any(String), sku: "OURS", price: "12.50", cost: null, available: 10 }],
      },
      {
        id: expect.any(String),
        title: "Own Bowl",
        status: "ACTIVE",
        variants: [{ id: expect.any(String), sku: "THEIRS", price: "10.00", cost: null, available: 100 }],
      },
    ]);
    expect((await call("GET", `/products?shop=${OTHER_SHOP}`)).body).toEqual({ products: [] });
  });

  it("create, change and delete a product as the merchant would", async () => {
    const { call } = await start();
    const made = await call("POST", "/products", { title: "Plate", variants: [{ sku: "P1", price: "3" }] });
    const variant = made.body.variants[0].id as string;
    const path = `/products/${encodeURIComponent(made.body.id as string)}`;
    const change = { title: "Dish", status: "DRAFT", variants: [{ id: variant, sku: null, price: "4.5" }] };

    expect((await call("POST", path, change)).body).toMatchObject({
      title: "Dish",
      status: "DRAFT",
      variants: [{ sku: null, price: "4.50" }],
    });
    expect(await call("DELETE", path)).toEqual({ status: 200, body: {} });
    expect((await call("GET", "/products")).body.products).toHaveLength(2);
  });
});

describe("an invalid control call of the shop", () => {
  const LINE = { sku: "OURS", quantity: 1 };
  const REFUSALS: [string, string, string, unknown, number, string][] = [
    ["no lines", "POST", "/orders", {}, 400, "lines:"],
    ["a zero quantity", "POST", "/orders", { lines: [{ ...LINE, quantity: 0 }] }, 400, "lines.0.quantity:"],
    ["a misspelt key", "POST", "/orders", { lines: [LINE], payed: true }, 400, "payed"],
    ["a misspelt address", "POST", "/orders", { lines: [LINE], address: { street: "x" } }, 400, "address:"],
    [
      "an unknown SKU",
      "POST",
      "/orders",
      { lines: [{ sku: "X", quantity: 1 }] },
      404,
      "The shop has no variant with the SKU X.",
    ],
    [
      "an unknown shop",
      "POST",
      "/orders",
      { lines: [LINE], shop: "x" },
      404,
      "The sandbox has no shop named x.",
    ],
    ["an unknown order", "GET", "/orders/9", undefined, 404, "The shop has no order #9."],
    ["an unknown step", "POST", "/orders/1001/ship", {}, 404, "has no call POST /orders/1001/ship"],
    ["paying twice", "POST", "/orders/1001/pay", {}, 400, "Order #1001 is paid, so it cannot be paid."],
    [
      "requesting fulfillment of an order with nothing to request",
      "POST",
      "/orders/1002/request-fulfillment",
      {},
      400,
      "No part of order #1002 waits to be requested from a fulfilment service.",
    ],
    [
      "canceling a request that was not made",
      "POST",
      "/orders/1001/cancel-fulfillment",
      {},
      400,
      "Order #1001 has no fulfilment request to cancel.",
    ],
    [
      "canceling twice",
      "POST",
      "/orders/1003/cancel",
      {},
      400,
      "Order #1003 stays: Cannot cancel an order that has already been canceled.",
    ],
    ["an unknown product", "POST", "/products/9", {}, 404, "The shop has no product 9."],
    ["deleting an unknown product", "DELETE", "/products/9", undefined, 404, "The shop has no product 9."],
    [
      "a strange price",
      "POST",
      "/products",
      { title: "x", variants: [{ sku: "x", price: "1 €" }] },
      400,
      "price",
    ],
  ];

  it.each(REFUSALS)("is rejected with a sentence: %s", async (_case, method, path, body, status, words) => {
    const { call } = await ordered();
    await call("POST", "/orders", { lines: [{ sku: "THEIRS", quantity: 1 }] });
    await call("POST", "/orders", { lines: [LINE] });
    await call("POST", "/orders/1003/cancel");

    expect(await call(method, path, body)).toEqual({
      status,
      body: { error: expect.stringContaining(words) },
    });
  });
});
