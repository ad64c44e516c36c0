import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

/** One request to the app. */
export interface Envelope {
  url: string;
  shop: string;
  topic: string;
  webhookId: string;
  body: string;
  headers: Record<string, string>;
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

export type Courier = ReturnType<typeof createCourier>;

/** Brings signed requests to the app, and records the outcome (shopify.dev: Subscribe to webhooks, HTTPS). */
export function createCourier({
  now,
  retryDelays,
  transit = () => 0,
}: {
  now: () => Date;
  retryDelays: number[];
  /** Delay of the next request in milliseconds; null loses the request. */
  transit?: () => number | null;
}) {
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
    const first = transit();
    if (first === null) return;
    for (const delay of [first, ...retryDelays]) {
      await rest(delay);
      const status = await send(envelope);
      if (status >= 200 && status < 300) return;
    }
  }

  async function sendAfter(milliseconds: number, fill: () => Envelope): Promise<void> {
    await rest(milliseconds);
    await send(fill());
  }

  async function rest(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await pause(milliseconds, undefined, { ref: false, signal: stopping.signal });
  }

  function inBackground(work: Promise<void>): void {
    // Only close() interrupts it: send() records every failure of its own.
    const settled = work.catch(() => undefined).finally(() => running.delete(settled));
    running.add(settled);
  }

  return {
    /** Every attempt so far, oldest first. */
    deliveries: deliveries as readonly Delivery[],
    /** Sends a request once, and waits for the response. */
    send,
    /** Sends a request in the background, with retries. */
    bring: (envelope: Envelope) => inBackground(sendUntilAccepted(envelope)),
    /** Sends a request in the background, once, after a delay. The envelope is created only then. */
    bringLater: (milliseconds: number, fill: () => Envelope) => inBackground(sendAfter(milliseconds, fill)),
    /** Ends what is under way and forgets what was to be sent. */
    async close(): Promise<void> {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** Base64 of the HMAC over the raw body, with the app's secret. */
export function sign(body: string, secret: string): string {
  return createHmac("sha256", secret).update(body, "utf8").digest("base64");
}

/** Five seconds for the whole request. */
const ANSWER_MILLISECONDS = 5000;

/** undici hides the reason of a failed fetch in the cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
