import type { ActionFunctionArgs } from "@remix-run/node";

import { databaseTime } from "../lib/db.server.ts";
import { log } from "../lib/log.server.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { receive } from "../queue/inbox.server.ts";
import { api } from "../shopify.server.ts";
import { notification } from "../wiring/topics.ts";

/** Notifications are posted. */
export function loader() {
  return answer(405);
}

/**
 * Shopify notifies our fulfillment service that something is requested, at most once a minute and without saying what.
 * The request is signed as webhooks are but is none: of their headers only signature and shop are promised, so the
 * library's check for webhooks would reject it.
 */
export async function action({ request }: ActionFunctionArgs) {
  // `{"kind": "FULFILLMENT_REQUEST"}` or `{"kind": "CANCELLATION_REQUEST"}`, and nothing else.
  const rawBody = await request.text();
  const call = await api.fulfillmentService.validate({ rawBody, rawRequest: request });
  if (!call.valid) {
    log.warn({ reason: call.reason }, "notification.rejected");
    return answer(401);
  }
  const shop = shopDomain.safeParse(request.headers.get("x-shopify-shop-domain"));
  if (!shop.success) {
    log.warn("notification.not-ours");
    return answer(200);
  }
  const isNew = await receive({
    shop: shop.data,
    topic: notification,
    webhookId:
      request.headers.get("x-shopify-webhook-id") ?? nameOf(shop.data, rawBody, await databaseTime()),
    eventId: null,
    subjectId: null,
    triggeredAt: null,
  });
  log.info({ shop: shop.data, isNew }, "notification.received");
  return answer(200);
}

/** Shopify notifies of each kind at most once a minute, so a second one within the minute is a repetition. */
function nameOf(shop: string, rawBody: string, now: Date): string {
  const kind = /"kind"\s*:\s*"([A-Z_]{1,40})"/.exec(rawBody)?.[1] ?? "";
  return [notification, shop, kind, now.toISOString().slice(0, 16)].join(" ");
}

function answer(status: number): Response {
  return new Response(null, { status });
}
