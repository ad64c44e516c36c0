import { createHmac } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ShopOptions } from "./backend.ts";
import { API_SECRET, install, type Json, SHOP, startReceiver, startTestShop } from "./testing.ts";

const TOML = `
[webhooks]
api_version = "2026-10"

  [[webhooks.subscriptions]]
  topics = [ "app/uninstalled" ]
  uri = "/webhooks"

  [[webhooks.subscriptions]]
  name = "paid-orders"
  topics = [ "orders/paid" ]
  include_fields = [ "id", "customer.id" ]
  uri = "/webhooks/orders"

  [[webhooks.subscriptions]]
  compliance_topics = [ "customers/data_request", "customers/redact", "shop/redact" ]
  uri = "/webhooks"
`;

async function shopAndApp(options: Partial<ShopOptions> = {}, statuses: number[] = []) {
  const folder = await mkdtemp(path.join(tmpdir(), "shop-toml-"));
  const appToml = path.join(folder, "shopify.app.toml");
  await writeFile(appToml, TOML);
  const app = await startReceiver(...statuses);
  const shop = await startTestShop({ appToml, retryDelays: [1, 2, 3], ...options });
  shop.app.url = app.url;
  onTestFinished(async () => {
    await shop.close();
    app.close();
    await rm(folder, { recursive: true });
  });
  return { shop, app };
}

describe("a simulated webhook", () => {
  it("carries Shopify's headers and is signed over its raw body", async () => {
    const { shop, app } = await shopAndApp();

    expect(await shop.webhooks.deliver({ topic: "orders/paid", subjectId: "450789469" })).toEqual([200]);

    const { path: uri, headers, body } = app.received[0]!;
    expect(uri).toBe("/webhooks/orders");
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "x-shopify-topic": "orders/paid",
      "x-shopify-hmac-sha256": createHmac("sha256", API_SECRET).update(body).digest("base64"),
      "x-shopify-shop-domain": SHOP,
      "x-shopify-api-version": "2026-10",
      "x-shopify-webhook-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "x-shopify-event-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "x-shopify-triggered-at": "2026-10-05T10:00:00.000Z",
      "x-shopify-name": "paid-orders",
    });
  });

  it("contains only fields that the subscription includes", async () => {
    const { shop, app } = await shopAndApp();
    await shop.webhooks.deliver({ topic: "orders/paid", subjectId: "gid://shopify/Order/7" });

    expect(JSON.parse(app.received[0]!.body)).toEqual({ id: 7, customer: { id: 115310627 } });
  });

  const CUSTOMER = { id: 5, email: expect.any(String), phone: expect.any(String) };
  const IDENTITY = { shop_id: 70_000_000_001, shop_domain: SHOP };
  const BODIES: [string, Json][] = [
    ["shop/redact", IDENTITY],
    ["customers/redact", { ...IDENTITY, customer: CUSTOMER, orders_to_redact: [299938, 280263, 220458] }],
    [
      "customers/data_request",
      {
        ...IDENTITY,
        orders_requested: [299938, 280263, 220458],
        customer: CUSTOMER,
        data_request: { id: 9999 },
      },
    ],
    ["app/uninstalled", expect.objectContaining({ id: IDENTITY.shop_id, myshopify_domain: SHOP })],
    [
      "fulfillment_orders/cancelled",
      {
        fulfillment_order: {
          id: "gid://shopify/FulfillmentOrder/5",
          status: "open",
          request_status: "unsubmitted",
        },
      },
    ],
  ];

  it.each(BODIES)("has the documented body for %s", async (topic, body) => {
    const { shop, app } = await shopAndApp();
    await shop.webhooks.deliver({ topic, subjectId: "5" });

    expect(JSON.parse(app.received[0]!.body)).toEqual(body);
  });

  it("can be sent several times at once with one id", async () => {
    const { shop, app } = await shopAndApp({}, [200, 500, 200]);
    const answers = await shop.webhooks.deliver({ topic: "orders/paid", times: 3, webhookId: "one-id" });

    expect(answers.toSorted()).toEqual([200, 200, 500]);
    expect(app.received.map(({ headers }) => headers["x-shopify-webhook-id"])).toEqual([
      "one-id",
      "one-id",
      "one-id",
    ]);
  });

  it("does not follow a redirect", async () => {
    const { shop, app } = await shopAndApp({}, [307]);

    expect(await shop.webhooks.deliver({ topic: "orders/paid" })).toEqual([307]);
    expect(app.received).toHaveLength(1);
  });

  it("is logged with the reason if no app receives it", async () => {
    const { shop, app } = await shopAndApp();
    app.close();

    expect(await shop.webhooks.deliver({ topic: "orders/paid" })).toEqual([0]);
    expect(shop.webhooks.deliveries).toMatchObject([
      { status: 0, error: expect.stringContaining("ECONNREFUSED") },
    ]);
  });
});

describe("a webhook about an event of the simulated shop", () => {
  it("is retried under the same id until the app accepts it", async () => {
    const { shop, app } = await shopAndApp({}, [500, 302, 200]);
    await install(shop);
    shop.uninstall();
    const received = await app.hasReceived(3);

    const ids = received.map(({ headers }) => headers["x-shopify-webhook-id"]);
    const events = received.map(({ headers }) => headers["x-shopify-event-id"]);
    expect(received.map(({ headers }) => headers["x-shopify-topic"])).toEqual(
      Array(3).fill("app/uninstalled"),
    );
    expect(new Set(ids).size).toBe(1);
    expect(new Set(events).size).toBe(1);
  });

  it("is not sent again after the last retry", async () => {
    const { shop, app } = await shopAndApp({ retryDelays: [1] }, [500, 500]);
    shop.uninstall();
    await app.hasReceived(2);
    await shop.webhooks.close();

    expect(app.received).toHaveLength(2);
  });

  it("arrives twice with one id if a test asks for duplicates", async () => {
    const { shop, app } = await shopAndApp({ duplicates: true });
    shop.uninstall();
    const [first, second] = await app.hasReceived(2);

    expect(first!.headers["x-shopify-webhook-id"]).toBe(second!.headers["x-shopify-webhook-id"]);
  });

  it("is not sent without a subscriber, or in a shop without the app", async () => {
    const { shop, app } = await shopAndApp();
    shop.webhooks.emit({ topic: "orders/paid" });
    await install(shop);
    shop.webhooks.emit({ topic: "products/update" });
    shop.webhooks.emit({ topic: "orders/paid", subjectId: "8" });
    await app.hasReceived(1);
    await shop.webhooks.close();

    expect(app.received.map(({ body }) => JSON.parse(body))).toMatchObject([{ id: 8 }]);
  });

  it("is not retried once the sandbox closes", async () => {
    const { shop, app } = await shopAndApp({ retryDelays: [60_000] }, [500]);
    shop.uninstall();
    await app.hasReceived(1);
    await shop.close();

    expect(app.received).toHaveLength(1);
  });
});
