import type { RequestHandler } from "express";
import { log, logRepeated } from "../../lib/telemetry/log.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { type InboxEvent, receive } from "../../queue/inbox.server.ts";
import { isSigned, answerWith } from "./signed-request.server.ts";
import { findTopic, type Topic, NOTIFICATION } from "./webhook-topics.server.ts";
import { readSubject } from "./read-subject.ts";
import { databaseTime } from "../../lib/database/db.server.ts";

/** It deletes data for good, so its body must name the shop; Shopify's does (Privacy law compliance). */
const ERASES: Topic = "shop/redact";

/** Shopify sends all of them with every webhook. */
const REQUIRED = [
  "x-shopify-topic",
  "x-shopify-shop-domain",
  "x-shopify-api-version",
  "x-shopify-webhook-id",
] as const;

/**
 * Receives every topic: verifies, stores and acknowledges. Does no work here, and uses no token.
 * webhook-topics.server.ts has each topic's function. server.ts has already refused bodies that are too long or
 * unsigned.
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
    // A repetition would not help, so Shopify gets a 200.
    log.warn({ topic: topicName }, "webhook.not-ours");
    return 200;
  }
  const { subjectId, shops } = readSubject(body);
  // Headers are not signed, and without access to the shop we could not verify them there.
  if (shops.some((name) => name !== shop.data) || (topic === ERASES && shops.length === 0)) {
    log.warn({ topic, shop: shop.data }, "webhook.of-another-shop");
    return 200;
  }
  const event: InboxEvent<Topic> = {
    shop: shop.data,
    topic,
    webhookId,
    subjectId,
    eventId: headers["x-shopify-event-id"]?.toString() ?? null,
    triggeredAt: time(headers["x-shopify-triggered-at"]?.toString()),
  };
  const isNew = await receive(event);
  log.info({ topic, shop: shop.data, webhookId, isNew }, "webhook.received");
  return 200;
});

/**
 * Receives Shopify's notification of a request to our fulfillment service: at most one per minute, without
 * the request's id. It is signed like a webhook but is none: Shopify promises only the headers for signature
 * and shop.
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
    log.warn("notification.not-ours");
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

/**
 * Routes of Shopify's signed requests. They bypass Remix, which would cost more than all their other work.
 */
export const signedRoutes: Record<string, RequestHandler> = {
  "/webhooks": receiveWebhook,
  "/fulfillment-service/fulfillment_order_notification": receiveNotification,
};

function time(text: string | undefined): Date | null {
  const parsed = new Date(text ?? "");
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}

/**
 * Returns an id for a notification. Shopify sends each kind at most once per minute, so a second one within
 * the minute is a duplicate.
 */
function nameOf(shop: string, rawBody: string, now: Date): string {
  const kind = /"kind"\s*:\s*"([A-Z_]{1,40})"/.exec(rawBody)?.[1] ?? "";
  return [NOTIFICATION, shop, kind, now.toISOString().slice(0, 16)].join(" ");
}
