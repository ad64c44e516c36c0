import type { RequestHandler } from "express";

import { databaseTime } from "../../lib/database/db.server.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { logRepeated } from "../../lib/telemetry/log-repeated.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { receive } from "../../queue/inbox.server.ts";
import { isSigned } from "../../shop/signature.server.ts";
import { NOTIFICATION } from "../../webhooks.server.ts";
import { answerWith } from "./answer-with.server.ts";

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
 * Returns an id for a notification. Shopify sends each kind at most once per minute, so a second one within
 * the minute is a duplicate.
 */
function nameOf(shop: string, rawBody: string, now: Date): string {
  const kind = /"kind"\s*:\s*"([A-Z_]{1,40})"/.exec(rawBody)?.[1] ?? "";
  return [NOTIFICATION, shop, kind, now.toISOString().slice(0, 16)].join(" ");
}
