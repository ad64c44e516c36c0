import type { RequestHandler } from "express";

import { log } from "../../lib/telemetry/log.server.ts";
import { logRepeated } from "../../lib/telemetry/log-repeated.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { type InboxEvent, receive } from "../../queue/inbox.server.ts";
import { isSigned } from "../../shop/signature.server.ts";
import { findTopic, type Topic } from "../../webhooks.server.ts";
import { answerWith } from "./answer-with.server.ts";
import { readSubject } from "./read-subject.ts";

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
 * app/webhooks.server.ts has each topic's function. server.ts has already refused bodies that are too long or
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

function time(text: string | undefined): Date | null {
  const parsed = new Date(text ?? "");
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}
