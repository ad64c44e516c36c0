import type { ActionFunctionArgs } from "@remix-run/node";

import { log } from "../lib/log.server.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { receive } from "../queue/inbox.server.ts";
import { api } from "../shopify.server.ts";
import { findTopic, type Topic } from "../wiring/topics.ts";

/** It erases what cannot be had again, so its body must name the shop; Shopify's does (Privacy law compliance). */
const ERASES: Topic = "shop/redact";

/** Webhooks are posted. */
export function loader() {
  return answer(405);
}

/**
 * The one route of every topic: verify, store, wake, answer. No work is done here, and no token is touched.
 * app/wiring/handlers.server.ts says what each topic leads to. What is too long or has no signature at all does not come
 * this far (server.ts).
 */
export async function action({ request }: ActionFunctionArgs) {
  const rawBody = await request.text();
  const webhook = await api.webhooks.validate({ rawBody, rawRequest: request });
  if (!webhook.valid) {
    log.warn({ reason: webhook.reason }, "webhook.rejected");
    return answer(webhook.reason === "missing_headers" ? 400 : 401);
  }
  const shop = shopDomain.safeParse(webhook.domain);
  const topicName = request.headers.get("x-shopify-topic") ?? "";
  const topic = findTopic(topicName);
  if (!shop.success || topic === undefined) {
    // Repeating it would not help, so Shopify gets no reason to.
    log.warn({ topic: topicName }, "webhook.not-ours");
    return answer(200);
  }
  // Headers are not signed, and a shop whose access is lost could not be asked whether they are right.
  const named = shopsNamedIn(rawBody);
  if (named.some((name) => name !== shop.data) || (topic === ERASES && named.length === 0)) {
    log.warn({ topic, shop: shop.data }, "webhook.of-another-shop");
    return answer(200);
  }
  const {
    webhookId,
    eventId = null,
    triggeredAt,
  } = { eventId: undefined, triggeredAt: undefined, ...webhook };
  const isNew = await receive({
    shop: shop.data,
    topic,
    webhookId,
    eventId,
    subjectId: subjectId(rawBody),
    triggeredAt: time(triggeredAt),
  });
  log.info({ topic, shop: shop.data, webhookId, isNew }, "webhook.received");
  return answer(200);
}

function answer(status: number): Response {
  return new Response(null, { status });
}

function shopsNamedIn(rawBody: string): string[] {
  try {
    const body = JSON.parse(rawBody) as { myshopify_domain?: unknown; shop_domain?: unknown } | null;
    return [body?.myshopify_domain, body?.shop_domain].filter((name) => typeof name === "string");
  } catch {
    return [];
  }
}

/** The id of what the webhook is about, where its body has one: of an order, at the top, or in its fulfillment order. */
function subjectId(rawBody: string): string | null {
  try {
    const body = JSON.parse(rawBody) as Body;
    const order = body?.order_edit?.order_id ?? body?.order_id;
    const about =
      body?.submitted_fulfillment_order ??
      body?.original_fulfillment_order ??
      body?.fulfillment_order_merges?.fulfillment_order ??
      body?.fulfillment_order ??
      body;
    const found = order ?? about?.admin_graphql_api_id ?? about?.id;
    return typeof found === "string" || typeof found === "number" ? String(found) : null;
  } catch {
    return null;
  }
}

type Ids = { admin_graphql_api_id?: unknown; id?: unknown };
/**
 * A refund and an edit are about their order. A request may split a fulfillment order: it is about the submitted one, not
 * the original. A move is about the original, a merger about what it has led to.
 */
type Body =
  | (Ids & {
      submitted_fulfillment_order?: Ids;
      original_fulfillment_order?: Ids;
      fulfillment_order_merges?: { fulfillment_order?: Ids };
      fulfillment_order?: Ids;
      order_edit?: { order_id?: unknown };
      order_id?: unknown;
    })
  | null;

function time(text: string | undefined): Date | null {
  const parsed = new Date(text ?? "");
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}
