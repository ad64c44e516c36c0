import { randomUUID } from "node:crypto";
import { sign, type Courier, type Envelope } from "./courier.ts";
import { deviatingWebhook } from "./deviations.ts";
import { findShop, type SandboxApp, type ShopState } from "./state.ts";
import { buildPayload, COMPLIANCE_TOPICS, includeFields, type Payload } from "./webhook-payloads.ts";
import { subscribesTo, type Subscription, type Subscriptions } from "./webhook-subscriptions.ts";

export interface WebhookEvent {
  topic: string;
  /** Domain; the first shop when left out. */
  shop?: string;
  subjectId?: string;
  /** The body, if it is known; otherwise one is made up about the subject. */
  payload?: Payload;
}

export interface WebhookOrder extends WebhookEvent {
  webhookId?: string;
  /** The number of concurrent deliveries with the same webhook id. */
  times?: number;
  badSignature?: boolean;
}

export interface WebhookOptions {
  app: SandboxApp;
  shops: ShopState[];
  subscriptions: Subscriptions;
  now: () => Date;
  /** Every natural event arrives twice, with the same webhook id. */
  duplicates?: boolean;
  courier: Courier;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** The sending side of Shopify's webhooks over HTTPS (shopify.dev: Webhooks delivery structure; Subscribe, HTTPS). */
export function createWebhooks(options: WebhookOptions) {
  const { app, shops, subscriptions, now, duplicates = false, courier } = options;

  function envelopeFor(subscription: Subscription, event: WebhookOrder): Envelope {
    const shop = findShop(shops, event.shop);
    return fill({ app, shop, subscription, event, apiVersion: subscriptions.apiVersion, now: now() });
  }

  return {
    deliveries: courier.deliveries,

    /** Sends any topic at once, subscribed or not, and resolves to the statuses; 0 stands for no answer. */
    deliver(order: WebhookOrder): Promise<number[]> {
      const { list } = subscriptions;
      const subscription = list.find((each) => subscribesTo(each, order.topic)) ?? list[0] ?? FALLBACK;
      const envelope = envelopeFor(subscription, order);
      return Promise.all(Array.from({ length: order.times ?? 1 }, () => courier.send(envelope)));
    },

    /** Something happened in the shop: subscribers hear of it in the background, with retries. */
    emit(event: WebhookEvent): void {
      const outlivesApp = event.topic === "app/uninstalled" || COMPLIANCE_TOPICS.includes(event.topic);
      const { installed, closed, deviation } = findShop(shops, event.shop);
      if ((!installed || closed) && !outlivesApp) return;
      for (const subscription of subscriptions.list) {
        if (!subscribesTo(subscription, event.topic)) continue;
        const envelope = deviatingWebhook(deviation, envelopeFor(subscription, event), app.apiSecret);
        if (envelope === null) continue;
        courier.bring(envelope);
        if (duplicates) courier.bring(envelope);
      }
    },

    close: () => courier.close(),
  };
}

const FALLBACK: Subscription = { topics: [], complianceTopics: [], uri: "/webhooks" };

function fill({
  app,
  shop,
  subscription,
  event,
  apiVersion,
  now,
}: {
  app: SandboxApp;
  shop: ShopState;
  subscription: Subscription;
  event: WebhookOrder;
  apiVersion: string;
  now: Date;
}): Envelope {
  const payload = event.payload ?? buildPayload(event.topic, shop, event.subjectId, now);
  const wanted = subscription.topics.includes(event.topic) ? subscription.includeFields : undefined;
  const body = JSON.stringify(wanted ? includeFields(payload, wanted) : payload);
  const webhookId = event.webhookId ?? randomUUID();
  const secret = event.badSignature ? `not ${app.apiSecret}` : app.apiSecret;
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    "User-Agent": "Shopify-Captain-Hook",
    "X-Shopify-Topic": event.topic,
    "X-Shopify-Hmac-Sha256": sign(body, secret),
    "X-Shopify-Shop-Domain": shop.domain,
    "X-Shopify-API-Version": apiVersion,
    "X-Shopify-Webhook-Id": webhookId,
    "X-Shopify-Event-Id": randomUUID(),
    "X-Shopify-Triggered-At": now.toISOString(),
    ...(subscription.name === undefined ? {} : { "X-Shopify-Name": subscription.name }),
  };
  return {
    url: address(app, subscription.uri),
    shop: shop.domain,
    topic: event.topic,
    webhookId,
    body,
    headers,
  };
}

function address(app: SandboxApp, uri: string): string {
  if (/^https?:/.test(uri)) return uri;
  if (app.url === undefined) throw new Error("The sandbox's shop was not told the app's address (app.url).");
  return new URL(uri, app.url).href;
}
