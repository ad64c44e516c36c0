import { beforeAll, describe, expect, it } from "vitest";

import { type topicHandlers } from "../../app/wiring/webhooks/webhook-topics.server.ts";
import { handleWebhook } from "../support/handle-webhook.ts";
import { countWork } from "../support/count-work.ts";
import { openQueue } from "../support/queue.ts";
import { newShop } from "../support/world.ts";

openQueue();

const TOPICS = [
  "products/update",
  "products/delete",
  "inventory_items/update",
  "orders/edited",
  "refunds/create",
  "orders/cancelled",
  "fulfillment_orders/cancelled",
  "fulfillment_orders/moved",
  "fulfillment_orders/placed_on_hold",
] as (keyof typeof topicHandlers)[];
const TOGETHER = 100;

/** Handles this many webhooks of two shops at once, each about another unknown subject. */
async function handle(topic: keyof typeof topicHandlers, count: number): Promise<void> {
  const shops = [newShop(), newShop()];
  const about = (index: number) => ({
    shop: shops[index % 2] ?? newShop(),
    subjectId: String(1000 + index),
    triggeredAt: new Date(),
  });
  await Promise.all(Array.from({ length: count }, (_, index) => handleWebhook(topic, about(index))));
}

// A connection's first statement asks the database for more.
beforeAll(() => handle("products/update", 8));

describe("a webhook about an unknown subject", () => {
  it.each(TOPICS)("costs one statement and no call to the shop: %s", async (topic) => {
    expect(await countWork(() => handle(topic, 1))).toMatchObject({
      transactions: 1,
      statements: 1,
      adminCalls: 0,
      jobs: 0,
    });
  });

  it.each(TOPICS)("shares its statement with concurrent webhooks: %s", async (topic) => {
    const { transactions, statements } = await countWork(() => handle(topic, TOGETHER));
    // The first two webhooks cannot share a statement.
    expect(transactions).toBeLessThanOrEqual(2 + Math.ceil(TOGETHER / 50));
    expect(statements).toBe(transactions);
  });
});
