import { ingestCancelledOrder } from "../../orders/ingest/ingest-cancelled-order.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/** The merchant has cancelled a customer's order: what is ordered for it at the supplier is to be cancelled there. */
export async function stopCancelledOrder({ shop, subjectId }: InboxEvent): Promise<void> {
  await ingestCancelledOrder(shop, { subjectId });
}
