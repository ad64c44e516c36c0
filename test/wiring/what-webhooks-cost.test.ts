import { randomUUID } from "node:crypto";

import { beforeAll, describe, expect, it } from "vitest";

import { receive } from "../../app/queue/inbox.server.ts";
import { jobHandlers, topicHandlers } from "../../app/wiring/handlers.server.ts";
import { countWork } from "../support/count-work.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, newShop } from "../support/world.ts";

openQueue(jobHandlers.map(({ job }) => job));

const TOPICS = [
  ...["products/update", "products/delete", "inventory_items/update"],
  ...["orders/edited", "refunds/create", "orders/cancelled"],
  ...["fulfillment_orders/cancelled", "fulfillment_orders/moved", "fulfillment_orders/placed_on_hold"],
] as (keyof typeof topicHandlers)[];
const TOGETHER = 100;

/** Handles so many webhooks of two shops at once, each about something else that is none of ours. */
async function handle(topic: keyof typeof topicHandlers, count: number): Promise<void> {
  const shops = [newShop(), newShop()];
  const about = (index: number) => ({
    ...{ shop: shops[index % 2] ?? newShop(), topic, subjectId: String(1000 + index) },
    ...{ webhookId: "any", eventId: null, triggeredAt: new Date() },
  });
  const handler = topicHandlers[topic] as (event: ReturnType<typeof about>) => Promise<unknown>;
  await Promise.all(Array.from({ length: count }, (_, index) => handler(about(index))));
}

// A connection's first statement asks the database for more.
beforeAll(() => handle("products/update", 8));

describe("a webhook about what is none of ours", () => {
  it.each(TOPICS)("costs one statement and asks the shop nothing: %s", async (topic) => {
    expect(await countWork(() => handle(topic, 1))).toMatchObject({
      ...{ transactions: 1, statements: 1, adminCalls: 0, jobs: 0 },
    });
  });

  it.each(TOPICS)("shares it with others that come at the same time: %s", async (topic) => {
    const { transactions, statements } = await countWork(() => handle(topic, TOGETHER));
    // The first two find nobody to share with.
    expect(transactions).toBeLessThanOrEqual(2 + Math.ceil(TOGETHER / 50));
    expect(statements).toBe(transactions);
  });
});

describe("a kept webhook about a product or an item", () => {
  const told = ["products/update", "products/delete", "inventory_items/update"] as const;

  async function kept<Topic extends string>(topic: Topic) {
    const shop = newShop();
    const about = { topic, subjectId: "1000", webhookId: randomUUID(), eventId: null, triggeredAt: null };
    const event = { shop, ...about };
    await receive(event);
    const [entry] = await query<{ id: string; leasedUntil: Date }>(
      databaseUrl,
      `update inbox_entry set next_at = now() + interval '5 minutes' where webhook_id = $1
       returning id, next_at as "leasedUntil"`,
      [about.webhookId],
    );
    if (!entry) throw new Error("The webhook was not kept.");
    return { event, ids: [entry.id], leasedUntil: entry.leasedUntil };
  }

  const endOf = async (ids: string[]) =>
    query<{ ended: boolean }>(
      databaseUrl,
      "select handled_at is not null and next_at is null as ended from inbox_entry where id = any($1)",
      [ids],
    );

  it.each(told)("ends with what it says, in one transaction: %s", async (topic) => {
    const { event, ids, leasedUntil } = await kept(topic);
    const handle = topicHandlers[topic];
    const work = await countWork(async () => {
      expect(await handle({ ...event, leases: [{ ids, leasedUntil }] })).toBe("ended");
    });
    expect(work).toMatchObject({ transactions: 1, statements: 2, adminCalls: 0, jobs: 0 });
    expect(await endOf(ids)).toEqual([{ ended: true }]);
  });

  it.each(told)("is left to another process that has it by now: %s", async (topic) => {
    const { event, ids } = await kept(topic);
    const lost = { ids, leasedUntil: new Date(0) };
    await topicHandlers[topic]({ ...event, leases: [lost] });
    expect(await endOf(ids)).toEqual([{ ended: false }]);
  });
});
