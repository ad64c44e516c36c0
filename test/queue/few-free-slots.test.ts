import { randomUUID } from "node:crypto";

import { afterEach, describe, expect, it } from "vitest";

import { type ShopDomain, shopDomain } from "../../app/lib/shop-domain.ts";
import { type InboxEvent, openInbox, receive } from "../../app/queue/inbox.server.ts";
import { query } from "../support/database.ts";
import { databaseUrl } from "../support/world.ts";

const CONCURRENCY = 8;
const newShop = () => shopDomain.parse(`slots-${randomUUID().slice(0, 8)}.myshopify.com`);
/** Ends a slow handler. */
const ends: (() => void)[] = [];
const inboxes: ReturnType<typeof openInbox>[] = [];

afterEach(async () => {
  for (const inbox of inboxes.splice(0)) {
    const drained = inbox.drain();
    await expect
      .poll(async () => {
        for (const end of ends.splice(0)) end();
        return Promise.race([drained.then(() => "drained"), new Promise(setImmediate)]);
      })
      .toBe("drained");
  }
});

/** The inbox of a process whose handlers for these shops do not end by themselves. */
function openInboxWith(slow: ShopDomain[]) {
  const began: (string | null)[] = [];
  const handler = ({ shop, subjectId }: InboxEvent) => {
    began.push(subjectId);
    return slow.includes(shop) ? new Promise<void>((resolve) => ends.push(resolve)) : Promise.resolve();
  };
  const inbox = openInbox({ "orders/paid": handler }, CONCURRENCY);
  inboxes.push(inbox);
  return { wake: inbox.wake, began };
}

async function store(shop: ShopDomain): Promise<{ webhookId: string; subjectId: string }> {
  const [webhookId, subjectId] = [randomUUID(), randomUUID()];
  await receive({ shop, topic: "orders/paid", webhookId, eventId: null, subjectId, triggeredAt: null });
  return { webhookId, subjectId };
}

async function isHandled({ webhookId }: { webhookId: string }): Promise<boolean> {
  const [entry] = await query<{ handled_at: Date | null }>(
    databaseUrl,
    "select handled_at from inbox_entry where webhook_id = $1",
    [webhookId],
  );
  return entry?.handled_at != null;
}

describe("an inbox with one free slot beside slow handlers of two shops", () => {
  async function fill() {
    const [a, b] = [newShop(), newShop()];
    const { wake, began } = openInboxWith([a, b]);
    for (let n = 0; n < CONCURRENCY - 1; n += 1) await store(n % 2 === 0 ? a : b);
    wake();
    await expect.poll(() => began).toHaveLength(CONCURRENCY - 1);
    return { wake, began };
  }

  it("handles a third shop's webhook", async () => {
    const { wake, began } = await fill();
    const { subjectId } = await store(newShop());
    wake();
    await expect.poll(() => began).toContain(subjectId);
  });

  it("stores that a third shop's webhook is handled while the slow handlers still run", async () => {
    const { wake } = await fill();
    const webhook = await store(newShop());
    wake();
    await expect.poll(() => isHandled(webhook)).toBe(true);
  });
});
