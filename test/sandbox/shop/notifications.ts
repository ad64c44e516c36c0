import { randomUUID } from "node:crypto";
import { sign, type Courier, type Envelope } from "./courier.ts";
import type { RequestKind } from "./occasion.ts";
import type { SandboxApp, ShopState } from "./state.ts";

/**
 * The calls to a fulfillment service's `<callbackUrl>/fulfillment_order_notification`: signed as webhooks are, with
 * the kind of request and nothing else (shopify.dev: Build for fulfillment services, receive fulfillment requests).
 * Requests of one kind within the interval share one call at its end: Shopify sends at most one per minute. Shopify
 * documents no retries, so there are none.
 */
export function createNotifications({
  app,
  courier,
  interval,
}: {
  app: SandboxApp;
  courier: Courier;
  interval: number;
}) {
  /** The time at which the last call of a kind was sent, or will be. */
  const due = new Map<string, number>();

  return function notify(shop: ShopState, callbackUrl: string, kind: RequestKind): void {
    const key = `${shop.domain} ${callbackUrl} ${kind}`;
    const now = performance.now();
    const last = due.get(key) ?? -Infinity;
    if (last > now) return;
    const at = Math.max(now, last + interval);
    due.set(key, at);
    courier.bringLater(at - now, () => fill(app, shop, { callbackUrl, kind }));
  };
}

function fill(
  app: SandboxApp,
  shop: ShopState,
  { callbackUrl, kind }: { callbackUrl: string; kind: RequestKind },
): Envelope {
  const body = JSON.stringify({ kind });
  return {
    url: `${callbackUrl.replace(/\/$/, "")}/fulfillment_order_notification`,
    shop: shop.domain,
    topic: "fulfillment_order_notification",
    webhookId: randomUUID(),
    body,
    // The headers that Shopify's own library reads: the signature and the shop (shopify-app-remix,
    // fulfillment-service).
    headers: {
      "Content-Type": "application/json",
      "X-Shopify-Hmac-Sha256": sign(body, app.apiSecret),
      "X-Shopify-Shop-Domain": shop.domain,
    },
  };
}
