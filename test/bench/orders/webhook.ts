import { createHmac, randomUUID } from "node:crypto";

export type Webhook = { shop: string; topic: string; body: object; webhookId?: string };

/** A signed webhook as bytes on the line, made beforehand so that sending it costs next to nothing. */
export function webhookBytes(
  secret: string,
  { shop, topic, body, webhookId = randomUUID() }: Webhook,
): Buffer {
  const text = JSON.stringify(body);
  const signature = createHmac("sha256", secret).update(text).digest("base64");
  return requestBytes("/webhooks", text, {
    "content-type": "application/json",
    "user-agent": "Shopify-Captain-Hook",
    "x-shopify-topic": topic,
    "x-shopify-shop-domain": shop,
    "x-shopify-api-version": "2026-10",
    "x-shopify-webhook-id": webhookId,
    "x-shopify-event-id": randomUUID(),
    "x-shopify-triggered-at": new Date().toISOString(),
    "x-shopify-hmac-sha256": signature,
  });
}

/** A POST as bytes on the line. What is announced may be more than what is sent. */
export function requestBytes(
  path: string,
  body: string,
  headers: Record<string, string>,
  announced = Buffer.byteLength(body),
): Buffer {
  const lines = Object.entries({ ...headers, "content-length": String(announced) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.from(`POST ${path} HTTP/1.1\r\nhost: bench.example.com\r\n${head}\r\n${body}`);
}

/** The merchant requests fulfillment of that fulfillment order. */
export function requestWebhook(secret: string, { shop, number }: { shop: string; number: number }): Buffer {
  const id = `gid://shopify/FulfillmentOrder/${String(number)}`;
  const topic = "fulfillment_orders/fulfillment_request_submitted";
  return webhookBytes(secret, { shop, topic, body: { submitted_fulfillment_order: { id } } });
}
