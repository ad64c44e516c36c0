import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import express from "express";
import { afterAll, describe, expect, it } from "vitest";

import { receiveBody } from "../../app/lib/http/guard-requests.ts";
import { receiveWebhook } from "../../app/wiring/webhooks/receive-webhook.server.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, shopify } from "../support/world.ts";

openQueue();

const server = express()
  .all("/webhooks", receiveBody({ bytesAtMost: 1000 }), receiveWebhook)
  .listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => server.close());

/** Sends a webhook that is signed with this secret. */
async function send(
  webhookId: string,
  secret: string,
  { topic = "customers/data_request", body = '{"id":1001}' } = {},
): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${String(port)}/webhooks`, {
    method: "POST",
    headers: {
      "x-shopify-topic": topic,
      "x-shopify-shop-domain": "a-shop.myshopify.com",
      "x-shopify-api-version": "2026-10",
      "x-shopify-webhook-id": webhookId,
      "x-shopify-hmac-sha256": createHmac("sha256", secret).update(body).digest("base64"),
    },
    body,
  });
  await response.body?.cancel();
  return response.status;
}

function rowsOf(webhookId: string): Promise<unknown[]> {
  return query(databaseUrl, "select from inbox_entry where webhook_id = $1", [webhookId]);
}

describe("receiveWebhook", () => {
  it("stores a webhook with Shopify's signature once", async () => {
    const webhookId = randomUUID();
    expect(await send(webhookId, shopify.app.apiSecret)).toBe(200);
    expect(await send(webhookId, shopify.app.apiSecret)).toBe(200);
    expect(await rowsOf(webhookId)).toHaveLength(1);
  });

  it("stores one entry per order that Shopify asks to redact, even if the webhook comes twice", async () => {
    const webhookId = randomUUID();
    const body = JSON.stringify({ shop_domain: "a-shop.myshopify.com", orders_to_redact: [299938, 280263] });
    for (let delivery = 0; delivery < 2; delivery += 1)
      expect(await send(webhookId, shopify.app.apiSecret, { topic: "customers/redact", body })).toBe(200);
    const rows = await query(
      databaseUrl,
      "select subject_id from inbox_entry where starts_with(webhook_id, $1) order by subject_id",
      [webhookId],
    );
    expect(rows).toEqual([{ subject_id: "280263" }, { subject_id: "299938" }]);
  });

  it("rejects a webhook with another signature, and stores nothing", async () => {
    const webhookId = randomUUID();
    expect(await send(webhookId, "another secret")).toBe(401);
    expect(await rowsOf(webhookId)).toEqual([]);
  });
});
