import type { ActionFunctionArgs } from "@remix-run/node";

import { log } from "../lib/log.server.ts";
import { readCappedRequest } from "../lib/read-capped.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { receive } from "../queue/inbox.server.ts";
import { api } from "../shopify.server.ts";
import { findTopic } from "../wiring/topics.ts";

/** Subscriptions ask for ids only; what is longer than this is not from them. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Webhooks are posted. */
export function loader() {
  return answer(405);
}

/** Every topic's one door: verify, store, wake, answer. Nothing is done here, and no token is touched. */
export async function action({ request }: ActionFunctionArgs) {
  const rawBody = await readCappedRequest(request.body, MAX_BODY_BYTES).catch(() => null);
  if (rawBody === null) return answer(413);
  const webhook = await api.webhooks.validate({ rawBody, rawRequest: request });
  if (!webhook.valid) {
    log.warn({ reason: webhook.reason }, "webhook.refused");
    return answer(webhook.reason === "missing_headers" ? 400 : 401);
  }
  const shop = shopDomain.safeParse(webhook.domain);
  const named = request.headers.get("x-shopify-topic") ?? "";
  const topic = findTopic(named);
  if (!shop.success || topic === undefined) {
    // Repeating it would not help, so it is not asked for.
    log.warn({ topic: named }, "webhook.not-ours");
    return answer(200);
  }
  const {
    webhookId,
    eventId = null,
    triggeredAt,
  } = { eventId: undefined, triggeredAt: undefined, ...webhook };
  const fresh = await receive(
    {
      shop: shop.data,
      topic,
      webhookId,
      eventId,
      subjectId: subjectId(rawBody),
      triggeredAt: time(triggeredAt),
    },
    new Date(),
  );
  log.info({ topic, shop: shop.data, webhookId, fresh }, "webhook.received");
  return answer(200);
}

function answer(status: number): Response {
  return new Response(null, { status });
}

/** The id of what the webhook is about, where its body has one. */
function subjectId(rawBody: string): string | null {
  try {
    const body = JSON.parse(rawBody) as { admin_graphql_api_id?: unknown; id?: unknown } | null;
    const found = body?.admin_graphql_api_id ?? body?.id;
    return typeof found === "string" || typeof found === "number" ? String(found) : null;
  } catch {
    return null;
  }
}

function time(text: string | undefined): Date | null {
  const parsed = new Date(text ?? "");
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}
