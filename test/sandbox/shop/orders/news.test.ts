import { createHmac } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ShopOptions } from "../backend.ts";
import { API_SECRET, type Json, type Received, SHOP, startReceiver } from "../testing.ts";
import { startShopWithService } from "./testing.ts";

/** A shop whose app hears these topics, and a service that is called at `<app>/service`. */
async function listening(topics: string[], options: Partial<Omit<ShopOptions, "now">> = {}, more = "") {
  const folder = await mkdtemp(path.join(tmpdir(), "shop-toml-"));
  const appToml = path.join(folder, "shopify.app.toml");
  const subscription = topics.length
    ? `[[webhooks.subscriptions]]\ntopics = ${JSON.stringify(topics)}\nuri = "/webhooks"\n${more}`
    : "";
  await writeFile(appToml, `[webhooks]\napi_version = "2026-10"\n${subscription}`);
  const app = await startReceiver();
  onTestFinished(async () => {
    app.close();
    await rm(folder, { recursive: true });
  });
  const shop = await startShopWithService({
    appToml,
    ...options,
    appUrl: app.url,
    callbackUrl: `${app.url}/service`,
  });
  const heard = async (count: number): Promise<[string, Json][]> =>
    (await app.hasReceived(count))
      .filter(({ path }) => path === "/webhooks")
      .map(({ headers, body }) => [headers["x-shopify-topic"]!, JSON.parse(body)]);
  const pinged = (): Received[] => app.received.filter(({ path }) => path.startsWith("/service"));
  return { ...shop, app, heard, pinged };
}

describe("webhooks about a simulated order", () => {
  it("report a refund and an edit with the order's id", async () => {
    const { shop, heard } = await listening(["refunds/create", "orders/edited"]);
    const { id } = shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 3 }] });
    shop.merchant.refundOrder("1001", [{ sku: "OURS", quantity: 1 }]);
    shop.merchant.editOrder("1001", [{ sku: "OURS", quantity: 1 }]);
    const news = Object.fromEntries(await heard(2));
    const orderId = Number(/\d+$/.exec(id)?.[0]);
    expect(news["refunds/create"]).toMatchObject({
      id: expect.any(Number),
      order_id: orderId,
      refund_line_items: [{ quantity: 1, restock_type: "cancel" }],
    });
    expect(news["orders/edited"]).toMatchObject({
      order_edit: { order_id: orderId, line_items: { additions: [], removals: [{ delta: 1 }] } },
    });
  });

  it("are sent as events happen, with the documented body", async () => {
    const { shop, heard } = await listening(["orders/create", "orders/paid", "orders/cancelled"]);
    shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 2 }], tags: ["a", "b"] });
    await heard(2);
    shop.merchant.cancelOrder("1001");
    const news = await heard(3);

    expect(news.map(([topic]) => topic).toSorted()).toEqual([
      "orders/cancelled",
      "orders/create",
      "orders/paid",
    ]);
    expect(Object.fromEntries(news)["orders/paid"]).toMatchObject({
      id: expect.any(Number),
      admin_graphql_api_id: expect.stringMatching(/^gid:\/\/shopify\/Order\/\d+$/),
      name: "#1001",
      email: "erika@example.com",
      financial_status: "paid",
      fulfillment_status: null,
      tags: "a, b",
      shipping_address: { city: "Köln", country_code: "DE" },
      line_items: [{ sku: "OURS", quantity: 2, price: "12.50", fulfillment_service: "stockbridge" }],
    });
    expect(news.at(-1)![1]).toMatchObject({
      cancel_reason: "customer",
      cancelled_at: "2026-10-05T10:00:00Z",
    });
  });

  it("contain only fields that the subscription includes", async () => {
    const { shop, heard } = await listening(["orders/paid"], {}, 'include_fields = ["id", "line_items.id"]');
    shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 1 }] });

    expect(await heard(1)).toEqual([
      ["orders/paid", { id: expect.any(Number), line_items: [{ id: expect.any(Number) }] }],
    ]);
  });

  it("can be sent on demand for an order, by its number", async () => {
    const { shop, heard } = await listening(["orders/paid"]);
    shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 1 }], paid: false });
    await shop.webhooks.deliver({ topic: "orders/paid", subjectId: "1001" });

    expect(await heard(1)).toMatchObject([["orders/paid", { name: "#1001", financial_status: "pending" }]]);
  });
});

describe("webhooks about a simulated fulfillment order", () => {
  const TOPICS = [
    "fulfillment_orders/fulfillment_request_submitted",
    "fulfillment_orders/fulfillment_request_accepted",
    "fulfillment_orders/cancellation_request_submitted",
    "fulfillment_orders/cancellation_request_accepted",
    "fulfillment_orders/cancelled",
  ];

  it("report requests, and the service's replies", async () => {
    const { shop, heard, step, fulfillmentOrders } = await listening(TOPICS);
    shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 1 }] });
    shop.merchant.requestFulfillment("1001", undefined, "Fragile");
    const id: string = (await fulfillmentOrders())[0]!.id;
    await step("fulfillmentOrderAcceptFulfillmentRequest", id, ', message: "On it"');
    await step("fulfillmentOrderSubmitCancellationRequest", id, ', message: "Stop"');
    await step("fulfillmentOrderAcceptCancellationRequest", id);
    // Four webhooks, and a call to the service for each of the two requests.
    const news = Object.fromEntries(await heard(6));

    expect(news).toEqual({
      "fulfillment_orders/fulfillment_request_submitted": {
        original_fulfillment_order: { id, status: "open", request_status: "submitted" },
        submitted_fulfillment_order: { id, status: "open", request_status: "submitted" },
        fulfillment_order_merchant_request: {
          id: expect.stringMatching(/^gid:\/\/shopify\/FulfillmentOrderMerchantRequest\/\d+$/),
          message: "Fragile",
        },
      },
      "fulfillment_orders/fulfillment_request_accepted": {
        fulfillment_order: { id, status: "in_progress", request_status: "accepted" },
        message: "On it",
      },
      "fulfillment_orders/cancellation_request_submitted": {
        fulfillment_order: { id, status: "in_progress", request_status: "cancellation_requested" },
        fulfillment_order_merchant_request: { id: expect.any(String), message: "Stop" },
      },
      "fulfillment_orders/cancellation_request_accepted": {
        fulfillment_order: { id, status: "closed", request_status: "cancellation_accepted" },
        message: null,
      },
    });
  });

  it("name the fulfillment order that replaces a canceled one", async () => {
    const { shop, heard, fulfillmentOrders } = await listening(["fulfillment_orders/cancelled"]);
    shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 1 }] });
    shop.merchant.requestFulfillment("1001");
    shop.merchant.cancelFulfillment("1001");
    const [, replacement] = await fulfillmentOrders();
    const [[, body]] = (await heard(2)) as [[string, Json]];

    expect(body).toMatchObject({
      fulfillment_order: { status: "cancelled" },
      replacement_fulfillment_order: { id: replacement!.id, status: "open" },
    });
  });
});

describe("other simulated webhooks", () => {
  it("report stock and deleted products", async () => {
    const { shop, heard } = await listening(["inventory_levels/update", "products/delete"]);
    shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 3 }] });
    const { id } = shop.merchant.products()[0]!;
    shop.merchant.deleteProduct(id);
    // Two of them are the first stock of the two products.
    const news = await heard(4);

    expect(news).toContainEqual(["products/delete", { id: Number(/\d+$/.exec(id)![0]) }]);
    expect(news).toContainEqual([
      "inventory_levels/update",
      {
        inventory_item_id: expect.any(Number),
        location_id: expect.any(Number),
        available: 7,
        updated_at: "2026-10-05T10:00:00Z",
        admin_graphql_api_id: expect.stringMatching(
          /^gid:\/\/shopify\/InventoryLevel\/\d+\?inventory_item_id=\d+$/,
        ),
      },
    ]);
  });
});

describe("the simulated call to the fulfillment service", () => {
  it("is signed, and contains nothing but the kind of request", async () => {
    const { shop, app, pinged } = await listening([]);
    shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 1 }] });
    shop.merchant.requestFulfillment("1001");
    await app.hasReceived(1);
    const [call] = pinged();

    expect(call).toMatchObject({
      path: "/service/fulfillment_order_notification",
      body: '{"kind":"FULFILLMENT_REQUEST"}',
      headers: {
        "content-type": "application/json",
        "x-shopify-shop-domain": SHOP,
        "x-shopify-hmac-sha256": createHmac("sha256", API_SECRET).update(call!.body).digest("base64"),
      },
    });
  });

  it("is made once for several requests, and is repeated after the interval", async () => {
    const { shop, app, pinged } = await listening([], { notificationInterval: 20 });
    for (const name of ["1001", "1002", "1003"]) {
      shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 1 }] });
      shop.merchant.requestFulfillment(name);
    }
    await app.hasReceived(2);

    expect(pinged().map(({ body }) => body)).toEqual(Array(2).fill('{"kind":"FULFILLMENT_REQUEST"}'));
  });

  it("waits a minute by default", async () => {
    const { shop, app, pinged } = await listening(["orders/paid"]);
    for (const name of ["1001", "1002"]) {
      shop.merchant.placeOrder({ lines: [{ sku: "OURS", quantity: 1 }] });
      shop.merchant.requestFulfillment(name);
    }
    await app.hasReceived(3);
    await shop.close();

    expect(pinged()).toHaveLength(1);
  });
});
