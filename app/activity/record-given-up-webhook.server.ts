import type { Tx } from "../lib/database/db.server.ts";
import type { InboxEvent } from "../queue/inbox.server.ts";
import { recordActivity } from "./record-activity.server.ts";

/** Records that a webhook failed for so long that it is not retried. */
export async function recordGivenUpWebhook(tx: Tx, { shop, topic }: InboxEvent, now: Date): Promise<void> {
  await recordActivity(tx, {
    shop,
    kind: "shop.webhook-given-up",
    tone: "warning",
    message: { code: "shop.activity.webhook-given-up", topic },
    at: now,
  });
}
