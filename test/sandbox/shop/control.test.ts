import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type Answer,
  graphql,
  install,
  type Json,
  OTHER_SHOP,
  startReceiver,
  startTestShop,
} from "./testing.ts";

async function sandbox(options: Parameters<typeof startTestShop>[0] = {}) {
  const app = await startReceiver();
  const shop = await startTestShop(options);
  shop.app.url = app.url;
  const server = express().use("/_shop", shop.control).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    app.close();
    await shop.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_shop`;

  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(base + path, { method, headers, body: text });
    return { status: answer.status, body: (await answer.json()) as Json };
  }
  return { app, shop, call };
}

describe("the control calls", () => {
  it("send a webhook, and return the app's replies", async () => {
    const { app, call } = await sandbox();
    const order = { topic: "orders/paid", subjectId: 9, webhookId: "w", times: 2, badSignature: true };

    expect(await call("POST", "/webhooks", order)).toEqual({ status: 200, body: { answers: [200, 200] } });
    expect(app.received.map(({ headers }) => headers["x-shopify-webhook-id"])).toEqual(["w", "w"]);

    const { body } = await call("GET", "/deliveries");
    expect(body.deliveries).toMatchObject(
      Array(2).fill({ topic: "orders/paid", webhookId: "w", status: 200 }),
    );
  });

  it("uninstall the app, whose old token is then invalid", async () => {
    const { shop, call } = await sandbox();
    const { access_token } = await install(shop);

    expect(await call("POST", "/uninstall")).toEqual({ status: 200, body: {} });
    expect((await graphql(shop, access_token, "{ shop { id } }")).status).toBe(401);

    const again = await install(shop);
    expect((await graphql(shop, again.access_token, "{ shop { id } }")).status).toBe(200);
  });

  it("send the webhook shop/redact", async () => {
    const { app, call } = await sandbox();

    expect(await call("POST", "/redact", { shop: OTHER_SHOP })).toEqual({
      status: 200,
      body: { answers: [200] },
    });
    expect(app.received[0]?.headers).toMatchObject({
      "x-shopify-topic": "shop/redact",
      "x-shopify-shop-domain": OTHER_SHOP,
    });
  });

  it("make a shop deviate from the sandbox's rules, and end the deviation", async () => {
    const { shop, call } = await sandbox();
    const { access_token } = await install(shop);
    const versionOf = async () => {
      const query = "{ currentAppInstallation { app { webhookApiVersion } } }";
      const { body } = await graphql(shop, access_token, query);
      return body.data.currentAppInstallation.app.webhookApiVersion as unknown;
    };
    const before = await versionOf();

    const deviation = "webhook-version-older";
    expect(await call("POST", "/deviate", { deviation })).toEqual({ status: 200, body: {} });
    expect(await versionOf()).toBe("2026-04");
    expect(await call("POST", "/deviate", { deviation: null })).toEqual({ status: 200, body: {} });
    expect(await versionOf()).toBe(before);
    expect(before).not.toBe("2026-04");
  });

  it("deny bulk operations at the start or at a row, block the app's IP address, and permit both again", async () => {
    const { shop, call } = await sandbox();
    const { access_token } = await install(shop);
    const query =
      'mutation { bulkOperationRunQuery(query: "{ products { edges { node { id } } } }") { userErrors { message } } }';
    const errors = async () => (await graphql(shop, access_token, query)).body.errors as unknown;

    expect(await call("POST", "/bulk-access", { denied: ["QUERY"] })).toEqual({ status: 200, body: {} });
    expect(await errors()).toMatchObject([{ extensions: { code: "ACCESS_DENIED" } }]);
    expect(await call("POST", "/bulk-access", { fromRow: 900 })).toEqual({ status: 200, body: {} });
    expect(await errors()).toBeUndefined();
    expect(shop.app.bulkDeniedFromRow).toBe(900);

    expect(await call("POST", "/ip-allowlist", { denied: true })).toEqual({ status: 200, body: {} });
    expect(await graphql(shop, access_token, query)).toEqual({ status: 403, body: { errors: "Forbidden" } });
    expect(await call("POST", "/ip-allowlist", { denied: false })).toEqual({ status: 200, body: {} });
    expect(await errors()).toBeUndefined();
  });

  it("change the shop's time zone and currency, which queries show and a webhook reports", async () => {
    const { app, shop, call } = await sandbox({ appToml: "shopify.app.toml" });
    const { access_token } = await install(shop);

    const settings = { timeZone: "Asia/Kolkata", currency: "INR" };
    expect(await call("POST", "/settings", settings)).toEqual({ status: 200, body: {} });
    const { body } = await graphql(shop, access_token, "{ shop { ianaTimezone currencyCode } }");
    expect(body.data).toEqual({ shop: { ianaTimezone: "Asia/Kolkata", currencyCode: "INR" } });
    await expect
      .poll(() => app.received.map(({ headers }) => headers["x-shopify-topic"]))
      .toContain("shop/update");
  });

  it("issue a session token", async () => {
    const { call } = await sandbox();
    const { body } = await call("GET", `/session-token?shop=${OTHER_SHOP}`);

    expect(body).toEqual({ token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) });
  });

  const UNKNOWN = "The sandbox has no shop named x.myshopify.com.";
  const REFUSALS: [string, string, string, unknown, number, string][] = [
    ["no topic", "POST", "/webhooks", {}, 400, "topic"],
    ["a malformed topic", "POST", "/webhooks", { topic: "paid" }, 400, "must look like orders/paid"],
    ["a zero count", "POST", "/webhooks", { topic: "orders/paid", times: 0 }, 400, "times"],
    ["a nameless subject", "POST", "/webhooks", { topic: "orders/paid", subjectId: "x" }, 400, "subjectId"],
    ["an unknown time zone", "POST", "/settings", { timeZone: "Mars/Olympus" }, 400, "is no time zone"],
    ["a body that is not JSON", "POST", "/webhooks", "{", 400, "The body is not JSON."],
    [
      "an unknown shop in a webhook",
      "POST",
      "/webhooks",
      { topic: "a/b", shop: "x.myshopify.com" },
      404,
      UNKNOWN,
    ],
    ["an unknown shop to uninstall", "POST", "/uninstall", { shop: "x.myshopify.com" }, 404, UNKNOWN],
    ["an unknown shop for a token", "GET", "/session-token?shop=x.myshopify.com", undefined, 404, UNKNOWN],
    ["an unknown deviation", "POST", "/deviate", { deviation: "kinder" }, 400, "deviation"],
    ["an unknown kind of bulk operation", "POST", "/bulk-access", { denied: ["ALL"] }, 400, "denied"],
    ["an unknown call", "GET", "/nothing", undefined, 404, "has no call GET /nothing"],
  ];

  it.each(REFUSALS)("reject %s with a sentence", async (_case, method, path, body, status, words) => {
    const { call } = await sandbox();

    expect(await call(method, path, body)).toEqual({
      status,
      body: { error: expect.stringContaining(words) },
    });
  });
});
