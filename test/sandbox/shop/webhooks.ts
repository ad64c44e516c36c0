import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { findShop, type SandboxApp, type ShopState } from "./state.ts";
import { buildPayload, COMPLIANCE_TOPICS, includeFields } from "./webhook-payloads.ts";
import { subscribesTo, type Subscription, type Subscriptions } from "./webhook-subscriptions.ts";

export interface WebhookEvent {
  topic: string;
  /** Domain; the first shop when left out. */
  shop?: string;
  subjectId?: string;
}

export interface WebhookOrder extends WebhookEvent {
  webhookId?: string;
  /** How often the same webhook id is sent, all at once. */
  times?: number;
  badSignature?: boolean;
}

/** One attempt. `status` is 0 when no answer came, and then `error` says why. */
export interface Delivery {
  at: string;
  shop: string;
  topic: string;
  webhookId: string;
  status: number;
  error?: string;
}

export interface WebhookOptions {
  app: SandboxApp;
  shops: ShopState[];
  subscriptions: Subscriptions;
  now: () => Date;
  /** Every natural event arrives twice, with the same webhook id. */
  duplicates?: boolean;
  /** Milliseconds before each retry of a natural event. */
  retryDelays?: number[];
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** The sending side of Shopify's webhooks over HTTPS (shopify.dev: Webhooks delivery structure; Subscribe, HTTPS). */
export function createWebhooks(options: WebhookOptions) {
  const { app, shops, subscriptions, now, duplicates = false, retryDelays = RETRY_DELAYS } = options;
  const deliveries: Delivery[] = [];
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function send(envelope: Envelope): Promise<number> {
    const { shop, topic, webhookId } = envelope;
    const attempt: Delivery = { at: now().toISOString(), shop, topic, webhookId, status: 0 };
    try {
      const answer = await fetch(envelope.url, {
        method: "POST",
        headers: envelope.headers,
        body: envelope.body,
        // A redirect counts as a failure, and is not followed.
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_MILLISECONDS), stopping.signal]),
      });
      await answer.body?.cancel();
      attempt.status = answer.status;
    } catch (error) {
      attempt.error = describe(error);
    }
    deliveries.push(attempt);
    return attempt.status;
  }

  async function sendUntilAccepted(envelope: Envelope): Promise<void> {
    for (const delay of [0, ...retryDelays]) {
      if (delay > 0) await pause(delay, undefined, { ref: false, signal: stopping.signal });
      const status = await send(envelope);
      if (status >= 200 && status < 300) return;
    }
  }

  function inBackground(work: Promise<void>): void {
    // Only close() interrupts it: send() records every failure of its own.
    const settled = work.catch(() => undefined).finally(() => running.delete(settled));
    running.add(settled);
  }

  function envelopeFor(subscription: Subscription, event: WebhookOrder): Envelope {
    const shop = findShop(shops, event.shop);
    return fill({ app, shop, subscription, event, apiVersion: subscriptions.apiVersion, now: now() });
  }

  return {
    /** Every attempt so far, oldest first. */
    deliveries: deliveries as readonly Delivery[],

    /** Sends any topic at once, subscribed or not, and resolves to the statuses; 0 stands for no answer. */
    deliver(order: WebhookOrder): Promise<number[]> {
      const { list } = subscriptions;
      const subscription = list.find((each) => subscribesTo(each, order.topic)) ?? list[0] ?? FALLBACK;
      const envelope = envelopeFor(subscription, order);
      return Promise.all(Array.from({ length: order.times ?? 1 }, () => send(envelope)));
    },

    /** Something happened in the shop: subscribers hear of it in the background, with retries. */
    emit(event: WebhookEvent): void {
      const outlivesApp = event.topic === "app/uninstalled" || COMPLIANCE_TOPICS.includes(event.topic);
      if (!findShop(shops, event.shop).installed && !outlivesApp) return;
      for (const subscription of subscriptions.list) {
        if (!subscribesTo(subscription, event.topic)) continue;
        const envelope = envelopeFor(subscription, event);
        inBackground(sendUntilAccepted(envelope));
        if (duplicates) inBackground(sendUntilAccepted(envelope));
      }
    },

    /** Ends what is under way and forgets what was to be retried. */
    async close(): Promise<void> {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

interface Envelope {
  url: string;
  shop: string;
  topic: string;
  webhookId: string;
  body: string;
  headers: Record<string, string>;
}

/** Five seconds for the whole request (shopify.dev: Subscribe to webhooks, HTTPS). */
const ANSWER_MILLISECONDS = 5000;

/**
 * Eight retries with growing delays, as Shopify's over 4 hours (shopify.dev changelog: Updates to webhook retry
 * mechanism), here over 51 seconds.
 */
const RETRY_DELAYS = Array.from({ length: 8 }, (_, index) => 200 * 2 ** index);

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
  const payload = buildPayload(event.topic, shop, event.subjectId, now);
  const wanted = subscription.topics.includes(event.topic) ? subscription.includeFields : undefined;
  const body = JSON.stringify(wanted ? includeFields(payload, wanted) : payload);
  const webhookId = event.webhookId ?? randomUUID();
  const secret = event.badSignature ? `not ${app.apiSecret}` : app.apiSecret;
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    "User-Agent": "Shopify-Captain-Hook",
    "X-Shopify-Topic": event.topic,
    "X-Shopify-Hmac-Sha256": createHmac("sha256", secret).update(body, "utf8").digest("base64"),
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

/** undici hides the reason of a failed fetch in the cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
