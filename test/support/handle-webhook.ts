import { randomUUID } from "node:crypto";

import type { ReceivedEvent } from "../../app/queue/inbox.server.ts";
import { topicHandlers } from "../../app/wiring/webhooks/webhook-topics.server.ts";

/** Handles a webhook as a worker does that has claimed it. By default it names no subject and no time, and is handled for the first time. */
export async function handleWebhook(
  topic: keyof typeof topicHandlers,
  event: Pick<ReceivedEvent, "shop"> & Partial<Omit<ReceivedEvent, "topic">>,
): Promise<void> {
  const received = {
    webhookId: randomUUID(),
    eventId: null,
    subjectId: null,
    triggeredAt: null,
    retryCount: 0,
    ...event,
  };
  await topicHandlers[topic]({ ...received, topic });
}
