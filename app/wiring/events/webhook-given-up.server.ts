import { recordActivity } from "../../activity/record-activity.server.ts";
import type { Tx } from "../../lib/db.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/** What Shopify has told of a shop failed again and again, and is not tried any more: the merchant is told. */
export async function recordGivenUp(tx: Tx, { shop, topic }: InboxEvent, now: Date): Promise<void> {
  await recordActivity(tx, {
    ...{ shop, kind: "shop.webhook-given-up", tone: "warning", at: now },
    message: { code: "shop.activity.webhook-given-up", topic },
  });
}
