import type { RequestHandler, Request } from "express";
import { log, logRepeated } from "../../lib/telemetry/log.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { type InboxEvent, receive } from "../../queue/inbox.server.ts";
import { findTopic, type Topic, NOTIFICATION } from "./webhook-topics.server.ts";
import { databaseTime } from "../../lib/database/db.server.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { env } from "../../lib/env.server.ts";

/**
 * Topics that delete data for good. For these, the body must name the shop, because the headers are not signed.
 * Shopify's bodies do (shopify.dev: Privacy law compliance).
 */
const ERASING: readonly Topic[] = ["customers/redact", "shop/redact"];

/** Headers with Shopify's signature: the first for webhooks, the second for the newer events. */
export const SIGNATURE_HEADERS = ["x-shopify-hmac-sha256", "shopify-hmac-sha256"] as const;

/** Headers that Shopify sends with every webhook. */
const REQUIRED = [
  "x-shopify-topic",
  "x-shopify-shop-domain",
  "x-shopify-api-version",
  "x-shopify-webhook-id",
] as const;

/**
 * Receives webhooks of every topic: verifies, stores and acknowledges them. The handlers in webhook-topics.server.ts do
 * the work later. server.ts has already refused bodies that are too long, and requests without a signature header.
 */
export const receiveWebhook: RequestHandler = answerWith(async ({ headers }, body) => {
  if (!isSigned(body, headers)) {
    const reason = body.length === 0 ? "missing_body" : "invalid_hmac";
    logRepeated("warn", { reason }, "webhook.rejected", reason);
    return 401;
  }
  const [topicName, domain, version, webhookId] = REQUIRED.map((name) => headers[name]?.toString() ?? "");
  if (!topicName || !domain || !version || !webhookId) {
    logRepeated("warn", { reason: "missing_headers" }, "webhook.rejected", "missing_headers");
    return 400;
  }
  const shop = shopDomain.safeParse(domain);
  const topic = findTopic(topicName);
  if (!shop.success || topic === undefined) {
    // If Shopify sent this webhook again, it would fail again. Therefore Shopify gets a 200.
    logRepeated("warn", { topic: topicName }, "webhook.not-ours");
    return 200;
  }
  const { subjectId, shops, ordersToRedact } = readSubject(body);
  // The header that names the shop is not signed, so it must match the signed body. We cannot check with the shop,
  // because we may have no access to it any more.
  if (shops.some((name) => name !== shop.data) || (ERASING.includes(topic) && shops.length === 0)) {
    logRepeated("warn", { topic, shop: shop.data }, "webhook.of-another-shop");
    return 200;
  }
  const event: InboxEvent = {
    shop: shop.data,
    topic,
    webhookId,
    subjectId,
    eventId: headers["x-shopify-event-id"]?.toString() ?? null,
    triggeredAt: time(headers["x-shopify-triggered-at"]?.toString()),
  };
  const orders = topic === "customers/redact" ? ordersToRedact : [];
  const events = orders.map((id) => ({ ...event, webhookId: `${webhookId} ${id}`, subjectId: id }));
  const stored = await Promise.all((events.length > 0 ? events : [event]).map(receive));
  log.info({ topic, shop: shop.data, webhookId, isNew: stored.some(Boolean) }, "webhook.received");
  return 200;
});

/**
 * Receives Shopify's notification of a request to our fulfillment service. Shopify sends it at most once per minute,
 * and without the request's id. The notification is signed like a webhook, but is no webhook: Shopify promises only the
 * headers for signature and shop.
 */
export const receiveNotification: RequestHandler = answerWith(async ({ headers }, body) => {
  // The body is `{"kind": "FULFILLMENT_REQUEST"}` or `{"kind": "CANCELLATION_REQUEST"}`.
  if (!isSigned(body, headers)) {
    const reason = body.length === 0 ? "missing_body" : "invalid_hmac";
    logRepeated("warn", { reason }, "notification.rejected", reason);
    return 401;
  }
  const shop = shopDomain.safeParse(headers["x-shopify-shop-domain"]);
  if (!shop.success) {
    logRepeated("warn", {}, "notification.not-ours");
    return 200;
  }
  const isNew = await receive({
    shop: shop.data,
    topic: NOTIFICATION,
    webhookId:
      headers["x-shopify-webhook-id"]?.toString() ?? nameOf(shop.data, body.toString(), await databaseTime()),
    eventId: null,
    subjectId: null,
    triggeredAt: null,
  });
  log.info({ shop: shop.data, isNew }, "notification.received");
  return 200;
});

function time(text: string | undefined): Date | null {
  const parsed = new Date(text ?? "");
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}

/**
 * Returns the id of a notification. Shopify sends each kind at most once per minute. Two of one kind in one minute are
 * therefore duplicates, and get the same id.
 */
function nameOf(shop: string, rawBody: string, now: Date): string {
  const kind = /"kind"\s*:\s*"([A-Z_]{1,40})"/.exec(rawBody)?.[1] ?? "";
  return [NOTIFICATION, shop, kind, now.toISOString().slice(0, 16)].join(" ");
}

/**
 * Handles a POST from Shopify, whose body `receiveBody` has read. Replies with a status only. After a status of 500,
 * Shopify sends the request again.
 */
export function answerWith(receive: (request: Request, body: Buffer) => Promise<number>): RequestHandler {
  return (request, response) => {
    if (request.method !== "POST") {
      response.status(405).set("allow", "POST").end();
      return;
    }
    void receive(request, request.body as Buffer)
      .catch((error: unknown) => {
        logRepeated("error", { err: error }, "webhook.not-kept");
        return 500;
      })
      .then((status) => {
        response.status(status).end();
      });
  };
}

/**
 * Returns true if Shopify signed a body with the app's secret (HMAC-SHA256, base64). Does the same as
 * Shopify's own library, without its overhead per webhook.
 */
export function isSigned(body: Buffer, headers: IncomingHttpHeaders): boolean {
  const given = SIGNATURE_HEADERS.map((name) => headers[name]).find(Boolean);
  if (typeof given !== "string" || body.length === 0) return false;
  const right = createHmac("sha256", env.SHOPIFY_API_SECRET).update(body).digest();
  // Compares bytes, because `timingSafeEqual` would throw for a header with multibyte letters.
  const bytes = Buffer.from(given, "base64");
  return bytes.length === right.length && timingSafeEqual(bytes, right);
}

type Ids = { admin_graphql_api_id?: unknown; id?: unknown };
/**
 * The body of a webhook. The subject of a refund or an edit is the order. The subject of a request is the submitted
 * fulfillment order, because the request may have split it off the original one. The subject of a move is the original
 * fulfillment order. The subject of a merge is the fulfillment order that remains.
 */
type Body =
  | (Ids & {
      submitted_fulfillment_order?: Ids;
      original_fulfillment_order?: Ids;
      fulfillment_order_merges?: { fulfillment_order?: Ids };
      fulfillment_order?: Ids;
      order_edit?: { order_id?: unknown };
      order_id?: unknown;
      myshopify_domain?: unknown;
      shop_domain?: unknown;
      orders_to_redact?: unknown;
    })
  | null;

type Subject = { subjectId: string | null; shops: string[]; ordersToRedact: string[] };

/**
 * Reads from a webhook's body its subject, the shops that it names, and the orders of a customer who is to be
 * forgotten. The subject is an order's id, or the id of a fulfillment order in the body, or the body's own
 * id.
 */
export function readSubject(rawBody: Buffer): Subject {
  const body = parse(rawBody);
  const order = body?.order_edit?.order_id ?? body?.order_id;
  const about =
    body?.submitted_fulfillment_order ??
    body?.original_fulfillment_order ??
    body?.fulfillment_order_merges?.fulfillment_order ??
    body?.fulfillment_order ??
    body;
  const found = order ?? about?.admin_graphql_api_id ?? about?.id;
  const isId = typeof found === "number" || (typeof found === "string" && !found.includes("\0"));
  return {
    subjectId: isId ? String(found) : null,
    shops: [body?.myshopify_domain, body?.shop_domain].filter((name) => typeof name === "string"),
    ordersToRedact: Array.isArray(body?.orders_to_redact)
      ? body.orders_to_redact.filter((id) => Number.isSafeInteger(id)).map(String)
      : [],
  };
}

/** Returns null for a body that is not JSON. */
function parse(rawBody: Buffer): Body {
  try {
    return JSON.parse(rawBody.toString()) as Body;
  } catch {
    return null;
  }
}
