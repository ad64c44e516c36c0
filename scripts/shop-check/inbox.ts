import { createHmac, randomUUID } from "node:crypto";

import { asSystem } from "../../app/lib/database/db.server.ts";
import { env } from "../../app/lib/env.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { numberIn } from "../../app/shop/ids.ts";
import { WEBHOOK_API_VERSION } from "../../app/shop/installation.server.ts";
import { type Line, look, notTried } from "./line.ts";
import { waitFor } from "./wait-for.ts";

/** Returns the database's time, which the inbox uses. */
export function databaseTime(): Promise<Date> {
  return asSystem("inbox", (_tx, now) => Promise.resolve(now));
}

const TIMEOUT_MS = 10_000;

/**
 * Sends the app two webhooks as Shopify would. The one with a right signature must be in the inbox afterwards, the
 * one with a wrong signature must not. Their topic is harmless: the app only reads its scopes again.
 */
export async function checkSignature(shop: ShopDomain): Promise<Line> {
  return look("signature", async () => {
    const webhookId = `shop-check-${randomUUID()}`;
    const wrong = await send(shop, { webhookId: randomUUID(), secret: randomUUID() });
    const right = await send(shop, { webhookId, secret: env.SHOPIFY_API_SECRET });
    if (wrong === null || right === null)
      return { unproven: `the app does not answer at ${env.SHOPIFY_APP_URL}: start it, and set its address` };
    const kept = await asSystem("inbox", (tx) => tx.inboxEntry.count({ where: { shop, webhookId } }));
    return {
      fits: wrong === 401 && right === 200 && kept === 1,
      came: `${String(right)} and ${kept === 1 ? "" : "not "}in the inbox; wrongly signed ${String(wrong)}`,
    };
  });
}

/** Sends a webhook to the app. @returns the reply's status; null without a reply. */
async function send(
  shop: ShopDomain,
  { webhookId, secret }: { webhookId: string; secret: string },
): Promise<number | null> {
  const body = JSON.stringify({ id: 1 });
  const headers = {
    "Content-Type": "application/json",
    "X-Shopify-Topic": "app/scopes_update",
    "X-Shopify-Hmac-Sha256": createHmac("sha256", secret).update(body).digest("base64"),
    "X-Shopify-Shop-Domain": shop,
    "X-Shopify-API-Version": WEBHOOK_API_VERSION,
    "X-Shopify-Webhook-Id": webhookId,
    "X-Shopify-Triggered-At": new Date().toISOString(),
  };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const request = { method: "POST", headers, body, redirect: "manual" as const, signal };
  const answer = await fetch(new URL("/webhooks", env.SHOPIFY_APP_URL), request).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status ?? null;
}

/**
 * The changes that the check has made in the shop since `since`. `topics` are the webhooks that Shopify must send for
 * them, and `subjects` the numbers of the changed objects.
 */
export type Events = { since: Date; topics: Set<string>; subjects: Set<string> };

type Arrived = { topic: string; subjectId: string | null; triggeredAt: Date | null; receivedAt: Date };

const LATE_MS = 60_000;

/** Compares the received webhooks with the changes, once all have arrived or `ms` milliseconds have passed. */
export async function* checkWebhooks(
  shop: ShopDomain,
  events: Events,
  ms: number,
): AsyncGenerator<Line, void> {
  const { topics, subjects } = events;
  const rest = ["webhooks", "webhook-ids", "webhook-time"] as const;
  if (topics.size === 0) {
    for (const rule of ["webhook-signing", ...rest] as const)
      yield notTried(rule, "nothing was done that sends one");
    return;
  }
  let arrived: Arrived[] = [];
  const missing = () => [...topics].filter((topic) => !arrived.some((each) => each.topic === topic));
  await waitFor(
    async () => {
      arrived = (await readInbox(shop, events)).filter(
        ({ subjectId }) => subjectId === null || subjects.has(numberIn(subjectId) ?? ""),
      );
      return missing().length === 0 ? true : null;
    },
    { ms },
  );

  yield await look("webhook-signing", () =>
    Promise.resolve({
      fits: arrived.length > 0,
      came: arrived.length > 0 ? "they came" : "none that the app could accept",
    }),
  );
  if (arrived.length === 0) {
    for (const rule of rest) yield notTried(rule, "none came");
    return;
  }
  const absent = missing();
  const heard = arrived.map(({ topic, ...at }) => `${topic} ${inSeconds(at)}`).join(", ");
  yield await look("webhooks", () =>
    Promise.resolve({
      fits: absent.length === 0,
      came: absent.length === 0 ? heard : `no ${absent.join(", no ")}; but ${heard}`,
    }),
  );
  const unnamed = arrived.filter(({ subjectId }) => subjectId === null);
  yield await look("webhook-ids", () =>
    Promise.resolve({
      fits: unnamed.length === 0,
      came: unnamed.length === 0 ? "they do" : `nothing is named by ${topicsOf(unnamed)}`,
    }),
  );
  const late = arrived.filter((each) => delayMs(each) > LATE_MS);
  yield await look("webhook-time", () =>
    Promise.resolve({
      fits: late.length === 0,
      came:
        late.length === 0
          ? "they do"
          : `late: ${late.map((at) => `${at.topic} ${inSeconds(at)}`).join(", ")}`,
    }),
  );
}

async function readInbox(shop: ShopDomain, { since, topics }: Events): Promise<Arrived[]> {
  return asSystem("inbox", (tx) =>
    tx.inboxEntry.findMany({
      where: { shop, topic: { in: [...topics] }, receivedAt: { gte: since } },
      orderBy: { receivedAt: "asc" },
      select: { topic: true, subjectId: true, triggeredAt: true, receivedAt: true },
    }),
  );
}

function topicsOf(arrived: Arrived[]): string {
  return [...new Set(arrived.map(({ topic }) => topic))].join(", ");
}

function delayMs({ triggeredAt, receivedAt }: Pick<Arrived, "triggeredAt" | "receivedAt">): number {
  return triggeredAt === null ? 0 : receivedAt.getTime() - triggeredAt.getTime();
}

function inSeconds(at: Pick<Arrived, "triggeredAt" | "receivedAt">): string {
  return at.triggeredAt === null ? "(time unknown)" : `after ${(delayMs(at) / 1000).toFixed(1)} s`;
}
